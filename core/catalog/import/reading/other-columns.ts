import type { ImportColumn } from '../columns/column-schemas.ts'
import {
  type ColumnMapping,
  cleanHeading,
  MAPPABLE_FIELDS,
  MAX_HEADING_LENGTH,
  MAX_LISTED_COLUMNS,
} from '../columns/import-columns.ts'
import { type ImportFileRow, previewCell } from '../product-csv.ts'
import { toFieldText } from './field-text.ts'

const MAX_EXAMPLES = 3

export type OtherColumns = ReturnType<typeof createOtherColumns>

/** The columns of a file that the store doesn't know. Those that staff mapped to a field fill it. */
export function createOtherColumns(mapping: ColumnMapping) {
  const choices = new Map(mapping.filter(([, field]) => field === null || MAPPABLE_FIELDS.has(field)))
  const columns = new Map<string, { rows: number; examples: string[] }>()
  const mappedFields = new Set<string>()
  let longHeadings = 0

  const isDecided = (heading: string) => choices.has(heading)

  /** The names of these columns, by index. Those without a name or with a very long one are skipped. */
  function readHeadings(header: string[], isOther: (index: number) => boolean): Map<number, string> {
    const headings = new Map<number, string>()
    for (const [index, text] of header.entries()) {
      const heading = isOther(index) ? cleanHeading(text) : ''
      if (heading.length > MAX_HEADING_LENGTH) longHeadings++
      else if (heading) headings.set(index, heading)
      const field = choices.get(heading)
      if (field) mappedFields.add(field)
    }
    return headings
  }

  /** What the file's own columns say comes first. An empty cell of a mapped column empties the field, as any other. */
  function fill({ otherCells = new Map<string, string>(), ...row }: ImportFileRow): ImportFileRow {
    if (row.lineError) return row
    const cells: Partial<Record<string, string>> = row.cells
    const mappedFrom: Record<string, string> = {}
    for (const [heading, text] of otherCells) {
      if (heading.length > MAX_HEADING_LENGTH) continue
      count(heading, text)
      const name = choices.get(heading)
      const field = name ? MAPPABLE_FIELDS.get(name) : undefined
      if (!name || !field || cells[name]?.trim()) continue
      cells[name] = toFieldText(text, name, field)
      mappedFrom[name] = previewCell(heading)
    }
    for (const name of mappedFields) cells[name] ??= ''
    return { ...row, ...(Object.keys(mappedFrom).length && { mappedFrom }) }
  }

  function count(heading: string, text: string): void {
    const { rows, examples } = columns.get(heading) ?? { rows: 0, examples: [] }
    const example = examples.length < MAX_EXAMPLES ? previewCell(toFieldText(text)) : ''
    const isNew = example !== '' && !examples.includes(example)
    columns.set(heading, { rows: rows + 1, examples: isNew ? [...examples, example] : examples })
  }

  /** Those with text, once all rows are read: what staff mapped and what they haven't decided about come first. */
  function list(): { columns: ImportColumn[]; notes: string[] } {
    const withText = [...columns].map(
      ([heading, counts]): ImportColumn => ({
        heading,
        ...counts,
        field: choices.get(heading) ?? null,
        isDecided: isDecided(heading),
      }),
    )
    const rank = ({ field, isDecided }: ImportColumn) => (field ? 0 : isDecided ? 2 : 1)
    const sorted = withText.toSorted((one, other) => rank(one) - rank(other))
    const notes = []
    for (const [field, headings] of Map.groupBy(columns.keys(), (heading) => choices.get(heading)))
      if (field && headings.length > 1) notes.push(sameFieldNote(field, headings))
    if (sorted.length > MAX_LISTED_COLUMNS) notes.push(tooManyNote(sorted.length))
    if (longHeadings) notes.push(longHeadingsNote(longHeadings))
    return { columns: sorted.slice(0, MAX_LISTED_COLUMNS), notes }
  }

  return { readHeadings, fill, list, isDecided }
}

const sameFieldNote = (field: string, headings: string[]) =>
  `${headings.map((heading) => `“${previewCell(heading)}”`).join(' and ')} are all mapped to ${field}. The first one with a text fills it.`

const tooManyNote = (count: number) =>
  `The file has ${count.toLocaleString('en-US')} columns that the store doesn’t know. ${MAX_LISTED_COLUMNS} of them are listed.`

const longHeadingsNote = (count: number) =>
  `Skipped ${count === 1 ? '1 column whose heading has' : `${count.toLocaleString('en-US')} columns whose headings have`} more than ${MAX_HEADING_LENGTH} characters.`
