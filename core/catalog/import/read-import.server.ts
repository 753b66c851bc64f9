import { unescapeFormula } from '#core/csv.ts'
import { Refusal } from '#core/errors.ts'
import { PRODUCT_COLUMNS, type ProductCells, type ProductColumn } from './product-csv.ts'
import type { ImportFormat } from './product-import.ts'
import { MAX_IMPORT_ROWS } from './product-import.ts'
import type { CsvLine } from './read-csv.server.ts'
import { fromShopifyRow, isShopifyHeader, type ShopifyRow, shopifyColumns } from './shopify-csv.ts'

/** `lineError` is set if the line's cells don't match the header. */
export type ImportFileRow = { line: number; cells: ProductCells; lineError?: string }
export type ImportFile = { format: ImportFormat; notes: string[]; rows: AsyncGenerator<ImportFileRow> }

/** Reads the header and detects the format. `notes` grows while the rows are read. */
export async function readImportFile(
  lines: AsyncGenerator<CsvLine>,
  category: string | null,
): Promise<ImportFile> {
  const header = ((await lines.next()).value as CsvLine | undefined)?.cells ?? []
  const notes: string[] = []
  if (isShopifyHeader(header)) {
    return { format: 'shopify', notes, rows: limitRows(readShopifyRows(lines, { header, category, notes })) }
  }
  const columns = header.map(toProductColumn)
  if (!columns.includes('slug') && !columns.includes('name')) throw missingHeaderError(header)
  const duplicate = columns.find((column, nth) => column && columns.indexOf(column) !== nth)
  if (duplicate)
    throw invalidFile(`The column “${duplicate}” stands twice in the first line. Keep one of the two.`)
  const unknownColumns = header.filter((name, nth) => !columns[nth] && name.trim())
  if (unknownColumns.length)
    notes.push(`Left out, since we have no such column: ${quoteNames(unknownColumns)}.`)
  return { format: 'ours', notes, rows: limitRows(readOwnRows(lines, columns)) }
}

async function* readOwnRows(
  lines: AsyncGenerator<CsvLine>,
  columns: (ProductColumn | undefined)[],
): AsyncGenerator<ImportFileRow> {
  for await (const { line, cells } of lines) {
    if (cells.every((cell) => !cell.trim())) continue
    const row: ImportFileRow = { line, cells: {} }
    columns.forEach((column, nth) => {
      if (column) row.cells[column] = unescapeFormula(cells[nth] ?? '')
    })
    if (cells.length !== columns.length) row.lineError = cellCountMessage(cells.length, columns.length)
    yield row
  }
}

type ShopifyOptions = { header: string[]; category: string | null; notes: string[] }

/** Further lines of a product are its other variants and images, which are skipped and counted in the notes. */
async function* readShopifyRows(
  lines: AsyncGenerator<CsvLine>,
  { header, category, notes }: ShopifyOptions,
): AsyncGenerator<ImportFileRow> {
  const columns = shopifyColumns(header)
  const skipped = { variants: 0, handles: new Set<string>(), pictures: 0 }
  let handle: string | undefined
  for await (const { line, cells } of lines) {
    const row: ShopifyRow = {}
    columns.forEach((column, nth) => {
      if (column) row[column] = cells[nth] ?? ''
    })
    if (row.image?.trim()) skipped.pictures++
    const isContinuation = row.handle?.trim() === handle && !row.title?.trim()
    if (!isContinuation) {
      handle = row.handle?.trim()
      const lineError =
        cells.length === header.length ? undefined : cellCountMessage(cells.length, header.length)
      yield { line, cells: fromShopifyRow(row, category), lineError }
    } else if (row.price?.trim()) {
      skipped.variants++
      skipped.handles.add(handle ?? '')
    }
  }
  if (skipped.variants)
    notes.push(
      `${skipped.variants} further ${skipped.variants === 1 ? 'variant' : 'variants'} of ${skipped.handles.size} ${skipped.handles.size === 1 ? 'product' : 'products'} left out, since a product here has one price and one stock: ${quoteNames([...skipped.handles])}.`,
    )
  if (skipped.pictures)
    notes.push(
      `${skipped.pictures} ${skipped.pictures === 1 ? 'picture is' : 'pictures are'} named and not fetched: a store that opens whatever address a file names could be led astray. Upload them in Media and hang them on their products.`,
    )
}

async function* limitRows(rows: AsyncGenerator<ImportFileRow>): AsyncGenerator<ImportFileRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > MAX_IMPORT_ROWS)
      throw invalidFile(`This file has more than ${MAX_IMPORT_ROWS} products. Cut it in two.`)
    yield row
  }
}

function toProductColumn(heading: string): ProductColumn | undefined {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return PRODUCT_COLUMNS.find((column) => column === name)
}

const cellCountMessage = (cells: number, columns: number) =>
  `This line has ${cells} ${cells === 1 ? 'cell' : 'cells'} and the first line names ${columns}. Put what holds a comma or a line break into quotation marks.`

function quoteNames(names: string[]): string {
  const firstNames = names.slice(0, 8).map((name) => `“${name.slice(0, 60)}”`)
  return (
    firstNames.join(', ') +
    (names.length > firstNames.length ? ` and ${names.length - firstNames.length} more` : '')
  )
}

function missingHeaderError(header: string[]): Refusal {
  const names = quoteNames(header.filter((name) => name.trim()))
  return invalidFile(
    `The first line must name the columns: slug or name, and what else there is (${PRODUCT_COLUMNS.slice(2, 9).join(', ')} …), or Handle and Title as Shopify has them. ${names ? `This one has ${names}.` : 'This file has none.'}`,
  )
}

const invalidFile = (message: string) => new Refusal('invalid_input', message, { file: message })
