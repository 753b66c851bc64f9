import { Link } from 'react-router'
import type { AdminProduct } from '#core/catalog/every-product.server.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import { PUBLISH_STATUSES } from '#core/catalog/standing.ts'
import type { FormState } from '../account/outcome.ts'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { type GridField, gridCells } from './grid-cells.ts'
import { useOffice } from './office.ts'

type Props = { products: AdminProduct[]; told: FormState }

/** A row a product, a cell a field; each cell remembers what it was. */
export function GridTable({ products, told }: Props) {
  const office = useOffice()
  const cell = (field: GridField, label: string, options?: readonly string[]) => (sheet: AdminProduct) => (
    <Cell sheet={sheet} told={told} field={field} label={label} options={options} />
  )
  const columns: Column<AdminProduct>[] = [
    {
      title: 'Name',
      placement: 'lead',
      sorts: ['name', 'name-down', 'ascending'],
      cell: (sheet) => (
        <>
          <Link
            to={office(`products/${sheet.id}`)}
            className="link-line inline-flex min-h-6 items-center max-lg:mb-1"
          >
            {sheet.name}
          </Link>
          <Row sheet={sheet} wrong={told.fields?.[`${sheet.id}.row`]} />
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
      cell: (sheet) => (
        <span className="flex items-center gap-3 max-lg:block">
          <span className="tabular w-8 text-right max-lg:hidden">{sheet.stock}</span>
          {cell('stock', `Change of stock, ${sheet.stock} now`)(sheet)}
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
function Row({ sheet, wrong }: { sheet: AdminProduct; wrong: string | undefined }) {
  const { id, edition } = sheet
  return (
    <>
      <input type="hidden" name="row" value={id} />
      <input type="hidden" name={`${id}.edition`} value={edition} />
      <input type="hidden" name={`${id}.was`} value={JSON.stringify(gridCells(sheet))} />
      {wrong && (
        <span role="alert" className="block max-w-[48ch] text-rosewood">
          {wrong}
        </span>
      )}
    </>
  )
}

type CellProps = {
  sheet: AdminProduct
  told: FormState
  field: GridField
  label: string
  options?: readonly string[] | undefined
}

const LINE =
  'h-8 w-full cursor-text border-ink/25 border-b bg-transparent px-1 outline-offset-0 hover:border-ink aria-invalid:border-rosewood'
const WIDTHS: Record<GridField, string> = {
  category: 'lg:w-28 xl:w-44',
  price: 'lg:w-16 lg:text-right xl:w-20',
  originalPrice: 'lg:w-16 lg:text-right xl:w-20',
  stock: 'lg:w-12 lg:text-right xl:w-16',
  featured: 'lg:w-14 xl:w-16',
  status: 'lg:w-24 xl:w-28',
}

function Cell({ sheet, told: { fields, values }, field, label, options }: CellProps) {
  const name = `${sheet.id}.${field}`
  const was = gridCells(sheet)[field]
  const wrong = fields?.[name]
  const shared = {
    name,
    'data-was': was,
    defaultValue: values?.[name] ?? was,
    'aria-label': `${label} of ${sheet.name}`,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': wrong ? `${name}-wrong` : undefined,
    className: `tabular ${LINE} ${WIDTHS[field]}`,
  }
  // Kept is shown as it was kept: what a cell was is a part of which cell it is.
  const key = `${name}:${was}:${field === 'stock' ? sheet.stock : ''}`
  return (
    <span className="max-lg:grid max-lg:grid-cols-[8rem_1fr] max-lg:items-center">
      <span aria-hidden="true" className="lg:hidden">
        {field === 'stock' ? `Stock ${sheet.stock}, change` : label}
      </span>
      {options ? (
        <select key={key} {...shared} autoComplete="off">
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          key={key}
          {...shared}
          inputMode={field === 'stock' ? 'text' : 'decimal'}
          placeholder={field === 'stock' ? '±' : undefined}
          autoComplete="off"
        />
      )}
      {wrong && (
        <span id={`${name}-wrong`} className="block max-w-[28ch] text-rosewood max-lg:col-start-2">
          {wrong}
        </span>
      )}
    </span>
  )
}
