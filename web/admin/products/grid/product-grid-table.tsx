import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Option } from '#web/ui/fields/options.tsx'
import { type Column, DataTable } from '#web/ui/lists/data-table.tsx'
import { useCategoryOptions } from '../../categories/category-options.ts'
import { CellLink } from '../../ui/admin-link.tsx'
import { GridCell, GridRowFields, StatusCell, StockCell } from './grid-cell.tsx'
import type { GridField } from './product-grid-cells.ts'

export const PRODUCT_GRID_FIELDS = [
  'category',
  'price',
  'stock',
  'featured',
  'status',
] as const satisfies GridField[]

const FEATURED_OPTIONS = Object.entries({ no: 'No', yes: 'Yes' })

export function ProductGridTable({ products }: { products: AdminProduct[] }) {
  return <DataTable label="Products" columns={COLUMNS} rows={products} empty="No products match." />
}

export const gridCell = (field: GridField, label: string, options?: readonly Option[]) =>
  function EditableCell(product: AdminProduct) {
    return <GridCell product={product} field={field} label={label} options={options} />
  }

function CategoryCell({ product }: { product: AdminProduct }) {
  return <GridCell product={product} field="category" label="Category" options={useCategoryOptions()} />
}

const COLUMNS: Column<AdminProduct>[] = [
  {
    title: 'Name',
    placement: 'full',
    sorts: ['name', 'name-down', 'ascending'],
    cell: (product) => (
      <>
        <CellLink to={`products/${product.id}`} className="max-lg:mb-1">
          {product.name}
        </CellLink>
        <GridRowFields product={product} gridFields={PRODUCT_GRID_FIELDS} />
      </>
    ),
  },
  { title: 'Category', cell: (product) => <CategoryCell product={product} /> },
  {
    title: 'Price',
    align: 'end',
    sorts: ['price', 'price-down', 'ascending'],
    cell: gridCell('price', 'Price'),
  },
  {
    title: 'Regular',
    align: 'end',
    placement: 'desktop',
    cell: ({ originalPrice }) =>
      originalPrice === null ? '' : formatMoney({ amount: originalPrice, currency: 'usd' }),
  },
  {
    title: 'Stock',
    sorts: ['stock', 'stock-down', 'ascending'],
    cell: (product) => <StockCell product={product} />,
  },
  { title: 'Featured', cell: gridCell('featured', 'Featured', FEATURED_OPTIONS) },
  { title: 'Status', cell: (product) => <StatusCell product={product} /> },
]
