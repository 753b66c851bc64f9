import { type AdminCategory, listAdminCategories } from '#core/catalog/categories/manage-categories.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { adminMeta, requireAdmin, useAdminPath } from '../admin-context.ts'
import { adminAction } from '../admin-route.ts'
import { MoveButtons } from '../families/member-order.tsx'
import { ProductLinks } from '../products/product-links.tsx'
import { AdminLink, CellLink } from '../ui/admin-link.tsx'
import { pluralize } from '../ui/pluralize.ts'
import { ScreenHeader } from '../ui/screen-header.tsx'
import type { Route } from './+types/categories'
import { moveListedCategory } from './category-forms.ts'
import { CATEGORY_ORDER_FORM, CategoryOrderForm } from './category-order-form.tsx'

export const meta = adminMeta('Categories')

export async function loader({ context, pattern }: Route.LoaderArgs) {
  return { categories: await listAdminCategories(requireAdmin({ context, pattern })) }
}

export const action = adminAction({ '': moveListedCategory }, 'Order not saved')

export default function Categories({ loaderData: { categories } }: Route.ComponentProps) {
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Categories"
        lead="Shoppers see them in this order, in the menu, on Home, and on Categories."
      >
        <ButtonLink to={adminPath('products/categories/new')}>New category</ButtonLink>
      </ScreenHeader>
      <ProductLinks />
      <FormNotice className="mb-4 max-w-prose" />
      <CategoryOrderForm action={adminPath('products/categories')} />
      <DataTable
        label="Categories"
        columns={columnsOf(categories)}
        rows={categories}
        empty="No categories."
      />
    </>
  )
}

function columnsOf(categories: AdminCategory[]): Column<AdminCategory>[] {
  const siblingsOf = ({ parentId }: AdminCategory) =>
    categories.filter((category) => category.parentId === parentId)
  return [
    {
      title: 'Name',
      placement: 'lead',
      cell: ({ id, name, parentId }) => (
        <span className={parentId ? 'block pl-6' : 'block'}>
          <CellLink to={`products/categories/${id}`}>{name}</CellLink>
        </span>
      ),
    },
    {
      title: 'Products',
      align: 'end',
      placement: 'side',
      cell: ({ name, products }) =>
        products ? (
          <AdminLink to={`products?${new URLSearchParams({ in: name })}`}>
            {pluralize(products, 'product', 'products')}
          </AdminLink>
        ) : (
          'No products'
        ),
    },
    { title: 'Status', cell: ({ hidden }) => (hidden ? 'Hidden' : 'Shown') },
    {
      title: 'Order',
      cell: (category) => {
        const siblings = siblingsOf(category)
        return (
          <MoveButtons
            id={category.id}
            name={category.name}
            form={CATEGORY_ORDER_FORM}
            isFirst={siblings[0] === category}
            isLast={siblings.at(-1) === category}
          />
        )
      },
    },
  ]
}
