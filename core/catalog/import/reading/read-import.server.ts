import { invalidInput, type Refusal } from '#core/errors.ts'
import type { ImportColumn } from '../columns/column-schemas.ts'
import type { ColumnMapping } from '../columns/import-columns.ts'
import { unescapeFormula } from '../csv-cell.ts'
import {
  type ImportFileRow,
  PRODUCT_COLUMNS,
  type ProductColumn,
  previewCell,
  readPictureCells,
} from '../product-csv.ts'
import { type ImportFormat, MAX_IMPORT_ROWS } from '../product-import.ts'
import { createDifferenceCounts } from './differences.ts'
import { createOtherColumns, type OtherColumns } from './other-columns.ts'
import type { CsvLine } from './read-csv.server.ts'
import { toProductRows, type WooCommerceLine } from './read-woocommerce.server.ts'
import { createSkuFilter } from './repeated-skus.ts'
import {
  type ImportCategories,
  isOtherShopifyColumn,
  isShopifyHeader,
  type ShopifyRow,
  shopifyColumns,
} from './shopify-csv.ts'
import { type ShopifyLine, shareCells, toVariantRows } from './shopify-variants.server.ts'
import { isOtherWooCommerceColumn, isWooCommerceHeader, readWooCommerceRow } from './woocommerce-csv.ts'

/** Far above every field's limit, because a description can have more markup than text. */
const MAX_CELL_LENGTH = 100_000

export type ImportFile = {
  format: ImportFormat
  notes: string[]
  rows: AsyncGenerator<ImportFileRow>
  /** The columns that the store doesn't know, once all rows are read. */
  listColumns: () => ImportColumn[]
}

export async function readImportFile(
  lines: AsyncGenerator<CsvLine>,
  categories: ImportCategories,
  mapping: ColumnMapping = [],
): Promise<ImportFile> {
  const header = ((await lines.next()).value as CsvLine | undefined)?.cells ?? []
  const notes: string[] = []
  const others = createOtherColumns(mapping)
  const options = { header, categories, notes, others }
  const counts = createDifferenceCounts()
  const skus = createSkuFilter()
  const listColumns = () => {
    const { columns, notes: columnNotes } = others.list()
    notes.push(...skus.notes(), ...counts.notes(), ...columnNotes)
    return columns
  }
  const file = (format: ImportFormat, rows: AsyncGenerator<ImportFileRow>): ImportFile => ({
    format,
    notes,
    rows: limitRows(rows, ({ differences, ...row }) => {
      counts.count(differences)
      return others.fill(format === 'ours' ? row : skus.filter(row))
    }),
    listColumns,
  })
  if (isShopifyHeader(header)) return file('shopify', readShopifyRows(lines, options))
  if (isWooCommerceHeader(header)) return file('woocommerce', readWooCommerceRows(lines, options))
  const columns = header.map(toProductColumn)
  if (!columns.includes('slug') && !columns.includes('name')) throw missingHeaderError(header)
  const duplicate = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (duplicate)
    throw invalidInput(
      'file',
      `The column “${duplicate}” appears twice in the first line. Remove one of the two.`,
    )
  const headings = others.readHeadings(header, (index) => !columns[index])
  const unknownColumns = [...headings.values()].filter((heading) => !others.isDecided(heading))
  if (unknownColumns.length) notes.push(unknownColumnsNote(unknownColumns))
  return file('ours', readOwnRows(lines, columns, headings))
}

async function* readOwnRows(
  lines: AsyncGenerator<CsvLine>,
  columns: (ProductColumn | undefined)[],
  headings: Map<number, string>,
): AsyncGenerator<ImportFileRow> {
  for await (const { line, cells } of lines) {
    if (cells.every((cell) => !cell.trim())) continue
    const row: ImportFileRow = { line, cells: {} }
    columns.forEach((column, index) => {
      if (column) row.cells[column] = unescapeFormula(readCell(cells, index))
    })
    const lineError = findLineError(cells, columns.length)
    if (lineError) row.lineError = lineError
    const pictures = readPictureCells(row.cells)
    if (pictures.length) row.pictures = pictures
    if (headings.size)
      row.otherCells = readOtherCells(headings, (index) => unescapeFormula(readCell(cells, index)))
    yield row
  }
}

/** Those with text. Of two columns with the same heading, the first. */
function readOtherCells(
  headings: Map<number, string>,
  cellOf: (index: number) => string,
): Map<string, string> {
  const cells = new Map<string, string>()
  for (const [index, heading] of headings) {
    const text = cellOf(index).trim()
    if (text && !cells.has(heading)) cells.set(heading, text)
  }
  return cells
}

type ReadOptions = { header: string[]; categories: ImportCategories; notes: string[]; others: OtherColumns }

/** Further lines of a product are its other variants and its images. */
async function* readShopifyRows(
  lines: AsyncGenerator<CsvLine>,
  { header, categories, notes, others }: ReadOptions,
): AsyncGenerator<ImportFileRow> {
  const columns = shopifyColumns(header)
  const headings = others.readHeadings(header, (index) => isOtherShopifyColumn(header[index] ?? ''))
  const skippedOptions = new Set<string>()
  let product: ShopifyLine[] = []
  for await (const { line, cells } of lines) {
    const row: ShopifyRow = {}
    columns.forEach((column, index) => {
      if (column) row[column] = readCell(cells, index)
    })
    const isContinuation = row.handle?.trim() === product[0]?.row.handle?.trim() && !row.title?.trim()
    if (!isContinuation) {
      yield* toVariantRows(shareCells(product), categories, skippedOptions)
      product = []
    }
    const otherCells = readOtherCells(headings, (index) => readCell(cells, index))
    product.push({ line, row, lineError: findLineError(cells, header.length), otherCells })
  }
  yield* toVariantRows(shareCells(product), categories, skippedOptions)
  if (skippedOptions.size) notes.push(skippedOptionsNote([...skippedOptions]))
}

async function* readWooCommerceRows(
  lines: AsyncGenerator<CsvLine>,
  { header, categories, notes, others }: ReadOptions,
): AsyncGenerator<ImportFileRow> {
  const headings = others.readHeadings(header, (index) => isOtherWooCommerceColumn(header[index] ?? ''))
  const products: WooCommerceLine[] = []
  for await (const { line, cells } of lines) {
    const row = readWooCommerceRow(header, (index) => readCell(cells, index))
    const otherCells = readOtherCells(headings, (index) => readCell(cells, index))
    products.push({ line, row, lineError: findLineError(cells, header.length), otherCells })
  }
  const skippedOptions = new Set<string>()
  yield* toProductRows(products, categories, skippedOptions)
  if (skippedOptions.size) notes.push(skippedOptionsNote([...skippedOptions]))
}

function unknownColumnsNote(names: string[]): string {
  return names.length === 1
    ? `Skipped 1 unknown column: ${quoteNames(names)}.`
    : `Skipped ${names.length} unknown columns: ${quoteNames(names)}.`
}

function skippedOptionsNote(options: string[]): string {
  return options.length === 1
    ? `Skipped 1 option: ${quoteNames(options)}. It tells no products apart.`
    : `Skipped ${options.length} options: ${quoteNames(options)}. They tell no products apart.`
}

async function* limitRows(
  rows: AsyncGenerator<ImportFileRow>,
  complete: (row: ImportFileRow) => ImportFileRow,
): AsyncGenerator<ImportFileRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > MAX_IMPORT_ROWS)
      throw invalidInput(
        'file',
        `This file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} products. Split it into smaller files.`,
      )
    yield complete(row)
  }
}

function toProductColumn(heading: string): ProductColumn | undefined {
  const name = heading
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  return PRODUCT_COLUMNS.find((column) => column === name)
}

const readCell = (cells: string[], index: number) => (cells[index] ?? '').slice(0, MAX_CELL_LENGTH)

function findLineError(cells: string[], columns: number): string | undefined {
  if (cells.length !== columns) return cellCountMessage(cells.length, columns)
  const longest = Math.max(...cells.map((cell) => cell.length))
  return longest > MAX_CELL_LENGTH
    ? `A cell of this line has ${longest.toLocaleString('en-US')} characters. Shorten it to at most ${MAX_CELL_LENGTH.toLocaleString('en-US')}.`
    : undefined
}

const cellCountMessage = (cells: number, columns: number) =>
  cells === 1
    ? `This line has 1 cell, but the first line has ${columns}. Put values with a comma or a line break in quotation marks.`
    : `This line has ${cells} cells, but the first line has ${columns}. Put values with a comma or a line break in quotation marks.`

function quoteNames(names: string[]): string {
  const firstNames = names.slice(0, 8).map((name) => `“${previewCell(name)}”`)
  return (
    firstNames.join(', ') +
    (names.length > firstNames.length ? ` and ${names.length - firstNames.length} more` : '')
  )
}

function missingHeaderError(header: string[]): Refusal {
  const names = quoteNames(header.filter((name) => name.trim()))
  const requirement = `The first line must name the columns: slug or name, and any of ${PRODUCT_COLUMNS.slice(2, 9).join(', ')} and so on, or be that of a Shopify or WooCommerce export.`
  return invalidInput(
    'file',
    names ? `${requirement} This one has ${names}.` : `${requirement} This file has none.`,
  )
}
