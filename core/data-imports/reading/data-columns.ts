import { unescapeFormula } from '#core/catalog/import/csv-cell.ts'
import { invalidInput } from '#core/errors.ts'

/** By the name of a field, how files of different stores name its column. In lower case. */
export type Headings<Field extends string> = Record<Field, readonly string[]>

export type Cells<Field extends string> = Partial<Record<Field, string>>

/** Of each column, which field it has. If several columns have one field, that of its earliest name counts. */
export function matchColumns<Field extends string>(
  header: readonly string[],
  headings: Headings<Field>,
): (Field | undefined)[] {
  const names = header.map(normalizeHeading)
  const columns: (Field | undefined)[] = names.map(() => undefined)
  for (const [field, fieldNames] of Object.entries(headings) as [Field, readonly string[]][]) {
    const name = fieldNames.map(normalizeHeading).find((known) => names.includes(known))
    const index = name === undefined ? -1 : names.indexOf(name)
    if (index >= 0 && !columns[index]) columns[index] = field
  }
  return columns
}

const normalizeHeading = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')

export function readCells<Field extends string>(
  columns: readonly (Field | undefined)[],
  cells: readonly string[],
  maxLength = MAX_CELL_LENGTH,
): Cells<Field> {
  const read: Cells<Field> = {}
  columns.forEach((field, index) => {
    if (field) read[field] = cleanCell(cells[index] ?? '', maxLength)
  })
  return read
}

/** Without the characters that PostgreSQL can't store, and the apostrophe that spreadsheets write before formulas. */
const cleanCell = (cell: string, maxLength: number) =>
  unescapeFormula(cell.trim()).replaceAll('\0', '').toWellFormed().slice(0, maxLength)

const MAX_CELL_LENGTH = 10_000

export function requireColumns<Field extends string>(
  header: readonly string[],
  columns: readonly (Field | undefined)[],
  required: Record<string, readonly Field[]>,
): void {
  const missing = Object.entries(required)
    .filter(([, fields]) => !fields.some((field) => columns.includes(field)))
    .map(([name]) => name)
  if (!missing.length) return
  const names = header
    .filter((heading) => heading.trim())
    .slice(0, 8)
    .map((heading) => `“${heading.trim().slice(0, 40)}”`)
  throw invalidInput(
    'file',
    `The first line must name the columns. ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing. ${names.length ? `This one has ${names.join(', ')}.` : 'This file has none.'}`,
  )
}
