import { z } from 'zod'
import type { ProductEdit } from '#core/catalog/bulk-edit.server.ts'
import { MAX_MEMBERS } from '#core/catalog/families/family.ts'
import type { ProductDraft } from '#core/catalog/product-draft.ts'
import { PRODUCT_FIELDS, type ProductFieldName } from '#core/catalog/product-fields.ts'
import { parseSize } from '#core/catalog/size.ts'
import { STOCK_REASONS } from '#core/catalog/stock.ts'
import type { Field } from '#core/fields/fields.ts'
import { GRID_FIELDS, type GridField } from './product-grid-cells.ts'

/** `values` are the cells that were typed. The others show what is saved now, also if someone else changed it. */
type ProductGridInput = {
  edits: ProductEdit[]
  fields: Record<string, string>
  values: Record<string, string>
}

const PreviousCells = z.partialRecord(z.enum(GRID_FIELDS), z.string())
const MAX_ROWS = MAX_MEMBERS

/** Reads only the cells that changed. A row with an invalid cell is left out of the edits. */
export function readProductGrid(form: FormData): ProductGridInput {
  const gridInput: ProductGridInput = { edits: [], fields: {}, values: {} }
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
      gridInput.values[`${id}.${field}`] = cell
      if (field === 'stock') {
        stock = { change: /^[+-]?[0-9]{1,15}$/.test(cell) ? Number(cell) : Number.NaN, reason, key }
        continue
      }
      const parsedCell = parseCell(field, cell)
      if ('error' in parsedCell) {
        gridInput.fields[`${id}.${field}`] = parsedCell.error
        isValid = false
      } else if (
        JSON.stringify(parsedCell) !== JSON.stringify(parseCell(field, previousCells[field] ?? ''))
      ) {
        // Changing 48.00 to 48 doesn't count.
        Object.assign(change, parsedCell.change)
      }
    }
    if (isValid && (stock || Object.keys(change).length))
      gridInput.edits.push({ id, edition: Number(fieldValue('edition')), change, stock })
  }
  return gridInput
}

type ParsedCell = { change: Partial<Record<ProductFieldName, unknown>> } | { error: string }

function parseCell(field: Exclude<GridField, 'stock'>, cell: string): ParsedCell {
  if (field === 'size') {
    const size = parseSize(cell)
    return 'error' in size ? size : { change: size }
  }
  const { kind, parse }: Field = PRODUCT_FIELDS[field]
  const isColorWithoutSign = field === 'shadeColor' && /^[0-9a-f]{6}$/i.test(cell)
  const parsed = parse(kind === 'amount' ? cell.replace(/^\$/, '') : isColorWithoutSign ? `#${cell}` : cell)
  return 'error' in parsed ? parsed : { change: { [field]: parsed.value } }
}

function parseJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return {}
  }
}
