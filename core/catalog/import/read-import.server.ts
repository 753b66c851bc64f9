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
  const duplicate = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (duplicate)
    throw invalidFile(`The column “${duplicate}” appears twice in the first line. Remove one of the two.`)
  const unknownColumns = header.filter((name, index) => !columns[index] && name.trim())
  if (unknownColumns.length) notes.push(unknownColumnsNote(unknownColumns))
  return { format: 'ours', notes, rows: limitRows(readOwnRows(lines, columns)) }
}

async function* readOwnRows(
  lines: AsyncGenerator<CsvLine>,
  columns: (ProductColumn | undefined)[],
): AsyncGenerator<ImportFileRow> {
  for await (const { line, cells } of lines) {
    if (cells.every((cell) => !cell.trim())) continue
    const row: ImportFileRow = { line, cells: {} }
    columns.forEach((column, index) => {
      if (column) row.cells[column] = unescapeFormula(cells[index] ?? '')
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
    columns.forEach((column, index) => {
      if (column) row[column] = cells[index] ?? ''
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
  if (skipped.variants) notes.push(skippedVariantsNote(skipped.variants, [...skipped.handles]))
  if (skipped.pictures) notes.push(skippedPicturesNote(skipped.pictures))
}

function unknownColumnsNote(names: string[]): string {
  return names.length === 1
    ? `Skipped 1 unknown column: ${quoteNames(names)}.`
    : `Skipped ${names.length} unknown columns: ${quoteNames(names)}.`
}

function skippedVariantsNote(variants: number, handles: string[]): string {
  return variants === 1
    ? `Skipped 1 additional variant, of ${quoteNames(handles)}. Each product has one price and one stock level.`
    : `Skipped ${variants} additional variants, of ${quoteNames(handles)}. Each product has one price and one stock level.`
}

function skippedPicturesNote(pictures: number): string {
  return pictures === 1
    ? 'Skipped 1 image. For security, images aren’t downloaded. Upload it in Media, then add it to its product.'
    : `Skipped ${pictures} images. For security, images aren’t downloaded. Upload them in Media, then add them to their products.`
}

async function* limitRows(rows: AsyncGenerator<ImportFileRow>): AsyncGenerator<ImportFileRow> {
  let count = 0
  for await (const row of rows) {
    if (++count > MAX_IMPORT_ROWS)
      throw invalidFile(
        `This file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} products. Split it into smaller files.`,
      )
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
  cells === 1
    ? `This line has 1 cell, but the first line has ${columns}. Put values with a comma or a line break in quotation marks.`
    : `This line has ${cells} cells, but the first line has ${columns}. Put values with a comma or a line break in quotation marks.`

function quoteNames(names: string[]): string {
  const firstNames = names.slice(0, 8).map((name) => `“${name.slice(0, 60)}”`)
  return (
    firstNames.join(', ') +
    (names.length > firstNames.length ? ` and ${names.length - firstNames.length} more` : '')
  )
}

function missingHeaderError(header: string[]): Refusal {
  const names = quoteNames(header.filter((name) => name.trim()))
  const requirement = `The first line must name the columns: slug or name, and any of ${PRODUCT_COLUMNS.slice(2, 9).join(', ')} and so on, or Handle and Title as in a Shopify export.`
  return invalidFile(names ? `${requirement} This one has ${names}.` : `${requirement} This file has none.`)
}

const invalidFile = (message: string) => new Refusal('invalid_input', message, { file: message })
