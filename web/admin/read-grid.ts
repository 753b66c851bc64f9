import { z } from 'zod'
import { parseAmount } from '#core/amount.ts'
import type { ProductEdit } from '#core/catalog/change-many.server.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { GRID_FIELDS, type GridField } from './grid-cells.ts'

type ReadGrid = { edits: ProductEdit[]; fields: Record<string, string> }

const Was = z.partialRecord(z.enum(GRID_FIELDS), z.string())
const MOST_ROWS = 100

/** The cells that say something else than they did; those that can't be read say so, and keep their row back. */
export function readGrid(form: FormData): ReadGrid {
  const read: ReadGrid = { edits: [], fields: {} }
  const reason = STOCK_REASONS.find((known) => known === form.get('reason')) ?? 'counted'
  for (const id of form.getAll('row').map(String).slice(0, MOST_ROWS)) {
    const said = (name: string) => form.get(`${id}.${name}`)
    const was = Was.safeParse(parsed(said('was'))).data ?? {}
    const typed = GRID_FIELDS.flatMap((field) => {
      const cell = said(field)
      return cell === null || String(cell).trim() === was[field]
        ? []
        : [[field, String(cell).trim()] as const]
    })
    const change: Partial<ProductDraft> = {}
    let stock: ProductEdit['stock']
    let fine = true
    for (const [field, cell] of typed) {
      if (field === 'stock') {
        stock = { change: /^[+-]?[0-9]{1,7}$/.test(cell) ? Number(cell) : Number.NaN, reason }
        continue
      }
      const cellRead = readCell(field, cell)
      if ('wrong' in cellRead) {
        read.fields[`${id}.${field}`] = cellRead.wrong
        fine = false
      } else if (String(cellRead.value) !== String(cellValue(field, was[field]))) {
        Object.assign(change, { [field]: cellRead.value })
      }
    }
    if (fine && (stock || Object.keys(change).length))
      read.edits.push({ id, edition: Number(said('edition')), change, stock })
  }
  return read
}

type CellRead = { value: string | number | boolean | null } | { wrong: string }

function readCell(field: Exclude<GridField, 'stock'>, cell: string): CellRead {
  if (field === 'featured') return { value: cell === 'yes' }
  if (field === 'category' || field === 'status') return { value: cell }
  if (field === 'originalPrice' && !cell) return { value: null }
  const amount = parseAmount(cell)
  return 'wrong' in amount ? amount : { value: amount.cents }
}

/** Another way to write the same is no change. */
function cellValue(field: Exclude<GridField, 'stock'>, cell: string | undefined): unknown {
  const read = cell === undefined ? { wrong: '' } : readCell(field, cell)
  return 'wrong' in read ? undefined : read.value
}

function parsed(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
