import { unescapeFormula } from '../csv.ts'
import { Refusal } from '../errors.ts'
import type { ImportFormat } from './import.ts'
import { MOST_ROWS } from './import.ts'
import type { Line } from './import-text.server.ts'
import { PRODUCT_COLUMNS, type ProductCells, type ProductColumn } from './product-csv.ts'
import { fromShopify, isShopifyHead, type ShopifyRow, shopifyColumns } from './shopify-csv.ts'

/** A product as a file has it, on whatever lines; `wrong` where the line is no row of this table. */
export type FileRow = { line: number; cells: ProductCells; wrong?: string }
export type FileHead = { format: ImportFormat; notes: string[]; rows: AsyncGenerator<FileRow> }

/** Reads the first line, and says what the others are. Notes are added to while the rows are walked. */
export async function readImport(lines: AsyncGenerator<Line>, category: string | null): Promise<FileHead> {
  const head = ((await lines.next()).value as Line | undefined)?.cells ?? []
  const notes: string[] = []
  if (isShopifyHead(head)) {
    return { format: 'shopify', notes, rows: limited(shopifyRows(lines, { head, category, notes })) }
  }
  const columns = head.map(columnOf)
  if (!columns.includes('slug') && !columns.includes('name')) throw noHead(head)
  const twice = columns.find((column, nth) => column && columns.indexOf(column) !== nth)
  if (twice) throw refused(`The column “${twice}” stands twice in the first line. Keep one of the two.`)
  const strange = head.filter((name, nth) => !columns[nth] && name.trim())
  if (strange.length) notes.push(`Left out, since we have no such column: ${quoted(strange)}.`)
  return { format: 'ours', notes, rows: limited(ownRows(lines, columns)) }
}

async function* ownRows(
  lines: AsyncGenerator<Line>,
  columns: (ProductColumn | undefined)[],
): AsyncGenerator<FileRow> {
  for await (const { line, cells } of lines) {
    if (cells.every((cell) => !cell.trim())) continue
    const row: FileRow = { line, cells: {} }
    columns.forEach((column, nth) => {
      if (column) row.cells[column] = unescapeFormula(cells[nth] ?? '')
    })
    if (cells.length !== columns.length) row.wrong = UNEVEN(cells.length, columns.length)
    yield row
  }
}

type Shopify = { head: string[]; category: string | null; notes: string[] }

/** A product's further lines are its further variants and pictures: told of, and left out. */
async function* shopifyRows(
  lines: AsyncGenerator<Line>,
  { head, category, notes }: Shopify,
): AsyncGenerator<FileRow> {
  const columns = shopifyColumns(head)
  const left = { variants: 0, of: new Set<string>(), pictures: 0 }
  let handle: string | undefined
  for await (const { line, cells } of lines) {
    const row: ShopifyRow = {}
    columns.forEach((column, nth) => {
      if (column) row[column] = cells[nth] ?? ''
    })
    if (row.image?.trim()) left.pictures++
    const further = row.handle?.trim() === handle && !row.title?.trim()
    if (!further) {
      handle = row.handle?.trim()
      const wrong = cells.length === head.length ? undefined : UNEVEN(cells.length, head.length)
      yield { line, cells: fromShopify(row, category), wrong }
    } else if (row.price?.trim()) {
      left.variants++
      left.of.add(handle ?? '')
    }
  }
  if (left.variants)
    notes.push(
      `${left.variants} further ${left.variants === 1 ? 'variant' : 'variants'} of ${left.of.size} ${left.of.size === 1 ? 'product' : 'products'} left out, since a product here has one price and one stock: ${quoted([...left.of])}.`,
    )
  if (left.pictures)
    notes.push(
      `${left.pictures} ${left.pictures === 1 ? 'picture is' : 'pictures are'} named and not fetched: a store that opens whatever address a file names could be led astray. Upload them in Media and hang them on their products.`,
    )
}

async function* limited(rows: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > MOST_ROWS) throw refused(`This file has more than ${MOST_ROWS} products. Cut it in two.`)
    yield row
  }
}

function columnOf(said: string): ProductColumn | undefined {
  const name = said
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return PRODUCT_COLUMNS.find((column) => column === name)
}

const UNEVEN = (cells: number, columns: number) =>
  `This line has ${cells} ${cells === 1 ? 'cell' : 'cells'} and the first line names ${columns}. Put what holds a comma or a line break into quotation marks.`

function quoted(names: string[]): string {
  const shown = names.slice(0, 8).map((name) => `“${name.slice(0, 60)}”`)
  return shown.join(', ') + (names.length > shown.length ? ` and ${names.length - shown.length} more` : '')
}

function noHead(head: string[]): Refusal {
  const names = quoted(head.filter((name) => name.trim()))
  return refused(
    `The first line must name the columns: slug or name, and what else there is (${PRODUCT_COLUMNS.slice(2, 9).join(', ')} …), or Handle and Title as Shopify has them. ${names ? `This one has ${names}.` : 'This file has none.'}`,
  )
}

const refused = (why: string) => new Refusal('invalid_input', why, { file: why })
