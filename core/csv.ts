/** What a spreadsheet would run as a formula; such a cell goes out behind an apostrophe, and one that has it behind two. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/
const PLAIN_NUMBER = /^-?[0-9]+(\.[0-9]+)?$/

export type CsvCell = string | number | null

/** A cell that is text wherever it is opened, and comes back by `unguarded` as it was. */
export function escapeFormula(cell: CsvCell): CsvCell {
  return typeof cell === 'string' && FORMULA.test(cell) && !PLAIN_NUMBER.test(cell) ? `'${cell}` : cell
}

export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
