import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import type { AdminFamily } from '#core/catalog/families/admin-families.server.ts'
import { CUSTOM_OPTIONS, type FamilyOptions, optionSetting } from '#core/catalog/families/family-options.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { useAdminPath } from '../admin-context.ts'
import { GridRowFields, StatusCell, StockCell } from '../products/grid/grid-cell.tsx'
import type { GridField } from '../products/grid/product-grid-cells.ts'
import { GRID_KEYBOARD_HINT, ProductGridForm } from '../products/grid/product-grid-form.tsx'
import { gridCell } from '../products/grid/product-grid-table.tsx'
import { AdminLink } from '../ui/admin-link.tsx'
import { DraggableRows, MoveButtons, ORDER_FORM_ID, OrderForm } from './member-order.tsx'

export const FAMILY_GRID_FIELDS = [
  'shadeName',
  'shadeCode',
  'shadeColor',
  'shadeFinish',
  'size',
  ...CUSTOM_OPTIONS,
  'price',
  'sku',
  'barcode',
  'stock',
  'status',
] as const satisfies GridField[]

export const REMOVAL_FORM_ID = 'removal'

type Props = { family: AdminFamily; members: AdminProduct[]; idempotencyKey: string }

export function FamilyGrid({ family, members, idempotencyKey }: Props) {
  const path = useAdminPath()(`products/families/${family.id}`)
  const ids = members.map(({ id }) => id)
  return (
    <>
      <p className="mb-2 text-ink-soft max-lg:hidden">{GRID_KEYBOARD_HINT}</p>
      <OrderForm action={`${path}/order`} ids={ids} />
      <ProductGridForm action={`${path}/grid`} products={members} idempotencyKey={idempotencyKey}>
        {(products) => (
          <DraggableRows action={`${path}/order`} ids={ids}>
            <DataTable
              label="Products in this family"
              columns={buildColumns(family, ids)}
              rows={products}
              selection={{ form: REMOVAL_FORM_ID, name: ({ name }) => name }}
              empty="No products."
            />
          </DraggableRows>
        )}
      </ProductGridForm>
    </>
  )
}

const SHADE_COLUMNS: Column<AdminProduct>[] = [
  { title: 'Shade', cell: gridCell('shadeName', 'Shade') },
  { title: 'Code', cell: gridCell('shadeCode', 'Shade code') },
  { title: 'Color', cell: gridCell('shadeColor', 'Color') },
  { title: 'Finish', cell: gridCell('shadeFinish', 'Finish') },
]

function buildColumns({ options, optionSettings }: FamilyOptions, ids: string[]): Column<AdminProduct>[] {
  const custom = CUSTOM_OPTIONS.filter((option) => options.includes(option))
  return [
    {
      title: 'Product',
      placement: 'full',
      cell: (product) => (
        <>
          <MemberLinks product={product} isFirst={product.id === ids[0]} isLast={product.id === ids.at(-1)} />
          <GridRowFields product={product} gridFields={FAMILY_GRID_FIELDS} />
        </>
      ),
    },
    ...(options.includes('shade') || !custom.length ? SHADE_COLUMNS : []),
    ...custom.map((option): Column<AdminProduct> => {
      const { name } = optionSetting(option, optionSettings)
      return { title: name, cell: gridCell(option, name) }
    }),
    { title: 'Size', cell: gridCell('size', 'Size') },
    { title: 'Price', align: 'end', cell: gridCell('price', 'Price') },
    { title: 'SKU', cell: gridCell('sku', 'SKU') },
    { title: 'Barcode', cell: gridCell('barcode', 'Barcode') },
    { title: 'Stock', cell: (product) => <StockCell product={product} /> },
    { title: 'Status', cell: (product) => <StatusCell product={product} /> },
  ]
}

type MemberLinksProps = { product: AdminProduct; isFirst: boolean; isLast: boolean }

function MemberLinks({ product: { id, name, images }, isFirst, isLast }: MemberLinksProps) {
  const [picture] = images
  return (
    <span className="flex items-center gap-2" data-row-id={id}>
      <AdminLink to={`products/${id}#photos`} className="block w-9 shrink-0">
        {picture ? (
          <img
            src={picture.url}
            alt={`Photos of ${name}`}
            width={picture.width}
            height={picture.height}
            loading="lazy"
            draggable={false}
            className="aspect-[3/4] w-9 object-cover"
          />
        ) : (
          <span className="flex aspect-[3/4] w-9 items-center justify-center border border-hairline">
            <span aria-hidden="true">+</span>
            <span className="sr-only">Add photos of {name}</span>
          </span>
        )}
      </AdminLink>
      <AdminLink to={`products/${id}`} className="lg:sr-only">
        {name}
      </AdminLink>
      <MoveButtons id={id} name={name} form={ORDER_FORM_ID} isFirst={isFirst} isLast={isLast} isDraggable />
    </span>
  )
}
