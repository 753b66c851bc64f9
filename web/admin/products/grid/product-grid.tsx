import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { refusalToResponse } from '#web/forms/refusal-response.ts'
import { ListToolbar } from '#web/ui/lists/list-toolbar.tsx'
import { Pager } from '#web/ui/lists/pager.tsx'
import { adminMeta, listQueryFrom, requireAdmin, useAdminPath } from '../../admin-context.ts'
import { adminAction } from '../../admin-route.ts'
import { HeaderLink } from '../../ui/admin-link.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { PRODUCT_FILTERS, PRODUCT_SEARCH_LABEL, useProductScope } from '../product-filters.ts'
import type { Route } from './+types/product-grid'
import { GRID_KEYBOARD_HINT, ProductGridForm } from './product-grid-form.tsx'
import { PRODUCT_GRID_FIELDS, ProductGridTable } from './product-grid-table.tsx'
import { saveProductGrid } from './save-product-grid.ts'

export const meta = adminMeta('Bulk edit products')

export async function loader({ context, url, pattern }: Route.LoaderArgs) {
  const page = await refusalToResponse(
    listAdminProducts(requireAdmin({ context, pattern }), listQueryFrom(url)),
  )
  return { ...page, idempotencyKey: crypto.randomUUID() }
}

export const action = adminAction({ '': saveProductGrid(PRODUCT_GRID_FIELDS) }, 'Changes not saved')

export default function ProductGrid({ loaderData }: Route.ComponentProps) {
  const { rows, next, previous, idempotencyKey } = loaderData
  const scope = useProductScope()
  const adminPath = useAdminPath()
  return (
    <>
      <ScreenHeader
        title="Bulk edit products"
        lead={<span className="max-lg:hidden">{GRID_KEYBOARD_HINT}</span>}
      >
        <HeaderLink to="products">Back to products</HeaderLink>
      </ScreenHeader>
      <ListToolbar filters={PRODUCT_FILTERS} scope={scope} searchLabel={PRODUCT_SEARCH_LABEL} />
      <FormNotice className="mb-4 max-w-prose" />
      <ProductGridForm action={adminPath('products/grid')} products={rows} idempotencyKey={idempotencyKey}>
        {(products) => <ProductGridTable products={products} />}
      </ProductGridForm>
      <Pager next={next} previous={previous} />
    </>
  )
}
