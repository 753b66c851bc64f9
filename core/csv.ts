/** What a spreadsheet would run as a formula; such a cell goes out behind an apostrophe, and one that has it behind two. */
const COMMAND = /^'*[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/

export type Cell = string | number | null

/** A cell that is text wherever it is opened, and comes back by `unguarded` as it was. */
export function guarded(cell: Cell): Cell {
  return typeof cell === 'string' && COMMAND.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

export function unguarded(cell: string): string {
  return cell.startsWith("'") && COMMAND.test(cell) ? cell.slice(1) : cell
}
