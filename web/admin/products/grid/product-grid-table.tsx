import { Link } from 'react-router'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { FormState } from '#web/forms/form-result.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useAdminPath } from '../../admin-context.ts'
import { PUBLISH_STATUS_OPTIONS } from '../product-labels.ts'
import { type GridField, gridCells } from './product-grid-cells.ts'

type Props = { products: AdminProduct[]; formState: FormState }
type CellOption = { value: string; title: string }

const CATEGORY_OPTIONS = CATEGORIES.map((value) => ({ value, title: value }))
const FEATURED_OPTIONS = [
  { value: 'no', title: 'No' },
  { value: 'yes', title: 'Yes' },
]

export function ProductGridTable({ products, formState }: Props) {
  const adminPath = useAdminPath()
  const cell = (field: GridField, label: string, options?: CellOption[]) => (product: AdminProduct) => (
    <GridCell product={product} formState={formState} field={field} label={label} options={options} />
  )
  const columns: Column<AdminProduct>[] = [
    {
      title: 'Name',
      placement: 'lead',
      sorts: ['name', 'name-down', 'ascending'],
      cell: (product) => (
        <>
          <Link
            to={adminPath(`products/${product.id}`)}
            className="link-line inline-flex min-h-6 items-center max-lg:mb-1"
          >
            {product.name}
          </Link>
          <GridRowFields product={product} error={formState.fields?.[`${product.id}.row`]} />
        </>
      ),
    },
    { title: 'Category', cell: cell('category', 'Category', CATEGORY_OPTIONS) },
    {
      title: 'Price',
      align: 'end',
      sorts: ['price', 'price-down', 'ascending'],
      cell: cell('price', 'Price'),
    },
    { title: 'Compare at', align: 'end', cell: cell('originalPrice', 'Compare-at price') },
    {
      title: 'Stock',
      sorts: ['stock', 'stock-down', 'ascending'],
      cell: (product) => (
        <span className="flex items-center gap-3 max-lg:block">
          <span className="tabular w-8 text-right max-lg:hidden">{product.stock}</span>
          {cell('stock', `Stock adjustment, ${product.stock} in stock`)(product)}
        </span>
      ),
    },
    { title: 'Featured', cell: cell('featured', 'Featured', FEATURED_OPTIONS) },
    { title: 'Status', cell: cell('status', 'Status', PUBLISH_STATUS_OPTIONS) },
  ]
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={products}
      rowId={({ id }) => id}
      empty="No products match."
    />
  )
}

function GridRowFields({ product, error }: { product: AdminProduct; error: string | undefined }) {
  const { id, edition } = product
  return (
    <>
      <input type="hidden" name="row" value={id} />
      <input type="hidden" name={`${id}.edition`} value={edition} />
      <input type="hidden" name={`${id}.was`} value={JSON.stringify(gridCells(product))} />
      {error && (
        <span role="alert" className="block max-w-[48ch] text-rosewood">
          {error}
        </span>
      )}
    </>
  )
}

type GridCellProps = {
  product: AdminProduct
  formState: FormState
  field: GridField
  label: string
  options?: CellOption[] | undefined
}

const CELL_CLASS =
  'h-8 w-full cursor-text border-ink/25 border-b bg-transparent px-1 outline-offset-0 hover:border-ink aria-invalid:border-rosewood'
const COLUMN_WIDTHS: Record<GridField, string> = {
  category: 'lg:w-28 xl:w-44',
  price: 'lg:w-16 lg:text-right xl:w-20',
  originalPrice: 'lg:w-16 lg:text-right xl:w-20',
  stock: 'lg:w-12 lg:text-right xl:w-16',
  featured: 'lg:w-14 xl:w-16',
  status: 'lg:w-24 xl:w-28',
}

function GridCell({ product, formState: { fields, values }, field, label, options }: GridCellProps) {
  const name = `${product.id}.${field}`
  const savedValue = gridCells(product)[field]
  const error = fields?.[name]
  const inputProps = {
    name,
    'data-saved': savedValue,
    defaultValue: values?.[name] ?? savedValue,
    'aria-label': `${label} of ${product.name}`,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${name}-error` : undefined,
    className: `tabular ${CELL_CLASS} ${COLUMN_WIDTHS[field]}`,
  }
  // A new saved value changes the key, so the cell remounts and shows it.
  const key = `${name}:${savedValue}:${field === 'stock' ? product.stock : ''}`
  return (
    <span className="max-lg:grid max-lg:grid-cols-[8rem_1fr] max-lg:items-center">
      <span aria-hidden="true" className="lg:hidden">
        {field === 'stock' ? `Adjust stock (${product.stock})` : label}
      </span>
      {options ? (
        <select key={key} {...inputProps} autoComplete="off">
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : (
        <input
          key={key}
          {...inputProps}
          inputMode={field === 'stock' ? 'text' : 'decimal'}
          placeholder={field === 'stock' ? '±' : undefined}
          autoComplete="off"
        />
      )}
      {error && (
        <span id={`${name}-error`} className="block max-w-[28ch] text-rosewood max-lg:col-start-2">
          {error}
        </span>
      )}
    </span>
  )
}
