import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { formatMoney } from '#core/money.ts'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { StatusDot } from '#web/ui/status-dot.tsx'
import { AdminLink, CellLink } from '../ui/admin-link.tsx'
import { useCan } from '../ui/can.tsx'
import { Thumbnail } from '../ui/thumbnail.tsx'
import { PUBLISH_STATUS_LABELS } from './product-labels.ts'

/** Phones list these cells below the name, beside the thumbnail. */
const BELOW_NAME = 'max-lg:ml-10.5'

const TONES = { draft: 'attention', published: 'success', archived: 'neutral' } as const

export function ProductTable({ products, lowStock }: { products: AdminProduct[]; lowStock: number }) {
  const canEdit = useCan()('products.edit')
  const columns: Column<AdminProduct>[] = [
    {
      title: 'Name',
      placement: 'lead',
      sorts: ['name', 'name-down', 'ascending'],
      cell: ({ id, name, images: [picture] }) => (
        <span className="flex items-center gap-3">
          <Thumbnail picture={picture} />
          <CellLink to={`products/${id}`}>{name}</CellLink>
        </span>
      ),
    },
    { title: 'Brand', placement: 'desktop', cell: ({ brand }) => brand },
    {
      title: 'Family',
      placement: 'desktop',
      cell: ({ familyId, familyName }) =>
        familyId && canEdit ? (
          <AdminLink to={`products/families/${familyId}`}>{familyName}</AdminLink>
        ) : (
          familyName
        ),
    },
    { title: 'Category', cell: ({ category }) => <span className={BELOW_NAME}>{category}</span> },
    {
      title: 'Status',
      placement: 'beside',
      cell: ({ status }) => <StatusDot tone={TONES[status]}>{PUBLISH_STATUS_LABELS[status]}</StatusDot>,
    },
    {
      title: 'Stock',
      align: 'end',
      sorts: ['stock', 'stock-down', 'ascending'],
      cell: ({ stock }) => (
        <span className={`${BELOW_NAME} ${stock <= lowStock ? 'text-rosewood' : ''}`}>
          {stock}
          <span className="lg:sr-only"> in stock</span>
        </span>
      ),
    },
    {
      title: 'Price',
      align: 'end',
      placement: 'side',
      sorts: ['price', 'price-down', 'ascending'],
      cell: ({ price }) => formatMoney({ amount: price, currency: 'usd' }),
    },
  ]
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={products}
      selection={{ form: 'bulk', name: ({ name }) => name }}
      empty="No products match."
    />
  )
}
