import { Link } from 'react-router'
import type { AdminProduct } from '#core/catalog/admin-products.server.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import { PUBLISH_STATUSES } from '#core/catalog/publish-status.ts'
import type { FormState } from '#web/forms/form-result.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useAdminPath } from '../admin-context.ts'
import { type GridField, gridCells } from './product-grid-cells.ts'

type Props = { products: AdminProduct[]; formState: FormState }

/** A row a product, a cell a field; each cell remembers what it was. */
export function ProductGridTable({ products, formState }: Props) {
  const adminPath = useAdminPath()
  const cell = (field: GridField, label: string, options?: readonly string[]) => (product: AdminProduct) => (
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
    { title: 'Category', cell: cell('category', 'Category', CATEGORIES) },
    {
      title: 'Price',
      align: 'end',
      sorts: ['price', 'price-down', 'ascending'],
      cell: cell('price', 'Price'),
    },
    { title: 'Before', align: 'end', cell: cell('originalPrice', 'Price before') },
    {
      title: 'Stock',
      sorts: ['stock', 'stock-down', 'ascending'],
      cell: (product) => (
        <span className="flex items-center gap-3 max-lg:block">
          <span className="tabular w-8 text-right max-lg:hidden">{product.stock}</span>
          {cell('stock', `Change of stock, ${product.stock} now`)(product)}
        </span>
      ),
    },
    { title: 'Featured', cell: cell('featured', 'Featured', ['no', 'yes']) },
    { title: 'Standing', cell: cell('status', 'Standing', PUBLISH_STATUSES) },
  ]
  return (
    <DataTable
      label="Products"
      columns={columns}
      rows={products}
      rowId={({ id }) => id}
      empty="No products are like that."
    />
  )
}

/** What is sent with a row's cells, and what is wrong with all of it. */
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
  options?: readonly string[] | undefined
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
    'aria-describedby': error ? `${name}-wrong` : undefined,
    className: `tabular ${CELL_CLASS} ${COLUMN_WIDTHS[field]}`,
  }
  // Kept is shown as it was kept: what a cell was is a part of which cell it is.
  const key = `${name}:${savedValue}:${field === 'stock' ? product.stock : ''}`
  return (
    <span className="max-lg:grid max-lg:grid-cols-[8rem_1fr] max-lg:items-center">
      <span aria-hidden="true" className="lg:hidden">
        {field === 'stock' ? `Stock ${product.stock}, change` : label}
      </span>
      {options ? (
        <select key={key} {...inputProps} autoComplete="off">
          {options.map((option) => (
            <option key={option}>{option}</option>
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
        <span id={`${name}-wrong`} className="block max-w-[28ch] text-rosewood max-lg:col-start-2">
          {error}
        </span>
      )}
    </span>
  )
}
