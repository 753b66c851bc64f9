import { type EditableField, findEditableFields } from '../unsaved-changes.ts'

export type CellChange = { cell: EditableField; before: string; after: string }

/** Reads rows copied from a spreadsheet, which quotes cells with tabs or line breaks. */
export function parsePastedRows(text: string): string[][] {
  const rows: string[][] = [[]]
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  for (const [, quoted, plain = '', end] of lines.matchAll(PASTED_CELL)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (!end) break
    if (end === '\n') rows.push([])
  }
  return rows
}

const PASTED_CELL = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g

/** Fills cells to the right of and below a cell. Returns how many rows didn't fit. */
export function pasteCells(
  form: HTMLFormElement,
  first: EditableField,
  rows: string[][],
): { changes: CellChange[]; leftOut: number } {
  const grid = Object.values(
    Object.groupBy(findEditableFields(form), ({ name }) => name.split('.')[0] ?? ''),
  ).map((cells = []) => cells)
  const top = grid.findIndex((cells) => cells.includes(first))
  const left = grid[top]?.indexOf(first) ?? 0
  const changes = rows.flatMap((texts, down) =>
    texts.flatMap((text, right) => {
      const cell = grid[top + down]?.[left + right]
      const after = cell && readableValue(cell, text)
      return cell && after !== undefined ? [{ cell, before: cell.value, after }] : []
    }),
  )
  applyChanges(changes, 'after')
  return { changes, leftOut: Math.max(0, top + rows.length - grid.length) }
}

export function applyChanges(changes: CellChange[], side: 'before' | 'after'): void {
  for (const change of changes) {
    change.cell.value = change[side]
    change.cell.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** A list takes only its own options, by value or text. */
function readableValue(cell: EditableField, text: string): string | undefined {
  if (!(cell instanceof HTMLSelectElement)) return text
  const sought = text.toLowerCase()
  return [...cell.options].find(({ value, label }) => [value, label.toLowerCase()].includes(sought))?.value
}
