/** Spreadsheets run such cells as formulas. Escaping adds one apostrophe, even to a cell that already has some. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/

export type CsvCell = string | number | null

export function escapeFormula(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
