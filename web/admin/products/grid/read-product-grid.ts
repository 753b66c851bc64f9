import { z } from 'zod'
import { parseAmount } from '#core/amount.ts'
import type { ProductEdit } from '#core/catalog/bulk-edit.server.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import { GRID_FIELDS, type GridField } from './product-grid-cells.ts'

type ProductGridInput = { edits: ProductEdit[]; fields: Record<string, string> }

const PreviousCells = z.partialRecord(z.enum(GRID_FIELDS), z.string())
const MAX_ROWS = 100

/** Reads only the cells that changed. A row with an invalid cell is left out of the edits. */
export function readProductGrid(form: FormData): ProductGridInput {
  const gridInput: ProductGridInput = { edits: [], fields: {} }
  const key = String(form.get('key') ?? '')
  const reason = STOCK_REASONS.find((candidate) => candidate === form.get('reason')) ?? 'counted'
  for (const id of form.getAll('row').map(String).slice(0, MAX_ROWS)) {
    const fieldValue = (name: string) => form.get(`${id}.${name}`)
    const previousCells = PreviousCells.safeParse(parseJson(fieldValue('was'))).data ?? {}
    const changedCells = GRID_FIELDS.flatMap((field) => {
      const cell = fieldValue(field)
      return cell === null || String(cell).trim() === previousCells[field]
        ? []
        : [[field, String(cell).trim()] as const]
    })
    const change: Partial<ProductDraft> = {}
    let stock: ProductEdit['stock']
    let isValid = true
    for (const [field, cell] of changedCells) {
      if (field === 'stock') {
        stock = { change: /^[+-]?[0-9]{1,15}$/.test(cell) ? Number(cell) : Number.NaN, reason, key }
        continue
      }
      const parsedCell = parseCell(field, cell)
      if ('error' in parsedCell) {
        gridInput.fields[`${id}.${field}`] = parsedCell.error
        isValid = false
      } else if (String(parsedCell.value) !== String(cellValue(field, previousCells[field]))) {
        Object.assign(change, { [field]: parsedCell.value })
      }
    }
    if (isValid && (stock || Object.keys(change).length))
      gridInput.edits.push({ id, edition: Number(fieldValue('edition')), change, stock })
  }
  return gridInput
}

type ParsedCell = { value: string | number | boolean | null } | { error: string }

function parseCell(field: Exclude<GridField, 'stock'>, cell: string): ParsedCell {
  if (field === 'featured') return { value: cell === 'yes' }
  if (field === 'category' || field === 'status') return { value: cell }
  if (field === 'originalPrice' && !cell) return { value: null }
  const amount = parseAmount(cell)
  return 'error' in amount ? amount : { value: amount.cents }
}

/** Compares parsed values: changing 48.00 to 48 doesn't count. */
function cellValue(field: Exclude<GridField, 'stock'>, cell: string | undefined): unknown {
  const parsedCell = cell === undefined ? { error: '' } : parseCell(field, cell)
  return 'error' in parsedCell ? undefined : parsedCell.value
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
