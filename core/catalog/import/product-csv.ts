import { type Field, type SnakeCase, snakeCase, splitLines } from '#core/fields/fields.ts'
import { toDecimal } from '#core/money.ts'
import type { AdminProduct } from '../admin-products.server.ts'
import type { FamilyOptions } from '../families/family-options.ts'
import { isSlug } from '../product.ts'
import { type ProductDraft, slugify } from '../product-draft.ts'
import { PRODUCT_FIELD_NAMES, PRODUCT_FIELDS, type ProductFieldName } from '../product-fields.ts'
import { formatSize, parseSize } from '../size.ts'
import type { ExportedProduct } from './collections/chosen-collections.server.ts'
import type { CsvCell } from './csv-cell.ts'
import type { ImportDifference, ImportProblem } from './product-import.ts'
import { formatFamilyOptions, readFamilyOptions } from './reading/family-options-cell.ts'

const SPECIAL_COLUMNS = [
  'slug',
  'stock',
  'family',
  'family_name',
  'family_options',
  'position',
  'pictures',
  'picture_texts',
  'collections',
] as const
type FieldColumn = {
  [Name in ProductFieldName]: (typeof PRODUCT_FIELDS)[Name] extends { csv: infer Csv } ? Csv : SnakeCase<Name>
}[ProductFieldName]
export type ProductColumn = (typeof SPECIAL_COLUMNS)[number] | NonNullable<FieldColumn>

/** By column. A size is one column for two fields. */
const FIELD_BY_COLUMN = new Map<string, ProductFieldName>(
  PRODUCT_FIELD_NAMES.flatMap((name) => {
    const { csv = snakeCase(name) }: Field = PRODUCT_FIELDS[name]
    return csv === null ? [] : [[csv, name]]
  }),
)
const COLUMNS_AFTER: Record<string, ProductColumn[]> = {
  original_price: ['stock'],
  keywords: ['family', 'family_name', 'family_options'],
}

/** The columns of our own CSV, for export and import. Lists have one item per line. */
export const PRODUCT_COLUMNS = [
  'slug',
  ...[...FIELD_BY_COLUMN.keys()].flatMap((column) => [column, ...(COLUMNS_AFTER[column] ?? [])]),
  'position',
  'pictures',
  'picture_texts',
  'collections',
] as ProductColumn[]
/** A column that the file doesn't have is absent here, and leaves the product's value unchanged. */
export type ProductCells = Partial<Record<ProductColumn, string>>

export type ImportFileRow = {
  line: number
  cells: ProductCells
  /** Set if the line's cells don't match the header. */
  lineError?: string
  /** What a Shopify export has that this store can't. */
  unsupported?: ImportProblem[]
  /** What the file says about selling it that the store does in another way. */
  differences?: ImportDifference[]
  /** In their order. */
  pictures?: FilePicture[]
  /** By heading: what columns that the store doesn't know say. */
  otherCells?: ReadonlyMap<string, string>
  /** By our column: the heading of the column that filled it. */
  mappedFrom?: Record<string, string>
  /** Of WooCommerce, the categories beside the product's own. They are collections if the store has them. */
  otherCategories?: string[]
}

/** A picture's address, or its name in a ZIP, with its alt text. */
export type FilePicture = { source: string; alt: string }

/** With the store's origin, so that another store can fetch the pictures. */
export function productCells(product: ExportedProduct, origin: string): CsvCell[] {
  const special: Partial<Record<ProductColumn, CsvCell>> = {
    slug: product.slug,
    size: formatSize(product) || null,
    stock: product.stock,
    family: product.familySlug,
    family_name: product.familyName,
    family_options: product.familyOptions && formatFamilyOptions(product.familyOptions),
    position: product.familySlug === null ? null : product.position,
    pictures: product.images.map(({ url }) => origin + url).join('\n') || null,
    // Line breaks within an alt text would be those of the list.
    picture_texts:
      product.images
        .map(({ alt }) => alt.replace(/\s+/g, ' '))
        .join('\n')
        .trimEnd() || null,
    collections: product.collections?.join('\n') || null,
  }
  return PRODUCT_COLUMNS.map((column) => {
    const name = FIELD_BY_COLUMN.get(column)
    return column in special || !name ? (special[column] ?? null) : fieldCell(product, name)
  })
}

/** As shoppers see it: text that the product lacks is its family's. */
function fieldCell(product: AdminProduct, name: ProductFieldName): CsvCell {
  const { kind, format }: Field = PRODUCT_FIELDS[name]
  const value = product[name]
  if (kind === 'amount') return value === null ? null : toDecimal(Number(value))
  const shared: Partial<ProductDraft> = product.familyText ?? {}
  return format(value) || (shared[name] === undefined ? null : format(shared[name])) || null
}

/** Of our own format: addresses, and beside them their alt texts, one per line each. */
export function readPictureCells({ pictures = '', picture_texts = '' }: ProductCells): FilePicture[] {
  const texts = picture_texts.split(/\r\n|\r|\n/)
  return pictures
    .split(/\s+/)
    .filter(Boolean)
    .map((source, index) => ({ source, alt: texts[index]?.trim() ?? '' }))
}

export type ParsedProductRow = {
  slug: string
  draft: Partial<ProductDraft>
  stock: number | undefined
  /** The slug of the product's family. Undefined if the file doesn't say. */
  family: string | undefined
  familyName: string | undefined
  /** What a new family's products differ by. */
  familyOptions: FamilyOptions | undefined
  position: number | undefined
  /** Those that staff choose products for, by name or slug. Undefined if the file doesn't say. */
  collections: string[] | undefined
  problems: ImportProblem[]
}

export type ParseCategory = (text: string) => { value: string } | { error: string }

export function parseProductCells(cells: ProductCells, parseCategory: ParseCategory): ParsedProductRow {
  const draft: Partial<ProductDraft> = {}
  const problems: ImportProblem[] = []
  const addProblem = (column: ProductColumn, message: string) =>
    void problems.push({ column, value: previewCell(cells[column] ?? ''), problem: message })
  const cell = (column: ProductColumn) => cells[column]?.trim()

  const rawSlug = cell('slug') || slugify(cell('name') ?? '', '')
  const slug = isProductSlug(rawSlug) ? rawSlug : ''
  if (!slug) addProblem('slug', 'Use at most 200 lowercase letters, digits, and hyphens, such as rose-oil.')

  for (const [column, name] of FIELD_BY_COLUMN) {
    const text = cells[column as ProductColumn]?.trim()
    if (text === undefined || column === 'size') continue
    const { kind, parse }: Field = PRODUCT_FIELDS[name]
    // Without one, a product has the category that it had.
    if (!text && (kind === 'choice' || kind === 'flag' || name === 'category')) continue
    const parsed =
      name === 'category' ? parseCategory(text) : parse(kind === 'amount' ? normalizeDecimal(text) : text)
    if ('error' in parsed) addProblem(column as ProductColumn, parsed.error)
    else Object.assign(draft, { [name]: parsed.value })
  }
  const size = cell('size')
  if (size !== undefined) {
    const parsed = parseSize(size)
    if ('error' in parsed) addProblem('size', parsed.error)
    else Object.assign(draft, parsed)
  }
  const stock = cell('stock')
  if (stock && !/^[0-9]{1,6}$/.test(stock))
    addProblem('stock', 'Enter a whole number of units, such as 12, of at most 999,999.')
  const family = cell('family')
  if (family && !isProductSlug(family))
    addProblem('family', 'Use lowercase letters, digits, and hyphens, such as satin-lipstick.')
  const optionsCell = cell('family_options')
  const familyOptions = optionsCell ? readFamilyOptions(optionsCell) : undefined
  if (familyOptions && 'error' in familyOptions) addProblem('family_options', familyOptions.error)
  const position = cell('position')
  if (position && !/^[0-9]{1,4}$/.test(position)) addProblem('position', 'Enter a whole number, such as 3.')
  return {
    slug,
    draft,
    stock: stock ? Number(stock) : undefined,
    family,
    familyName: cell('family_name') || undefined,
    familyOptions: familyOptions && 'error' in familyOptions ? undefined : familyOptions,
    position: position ? Number(position) : undefined,
    collections: cells.collections === undefined ? undefined : splitLines(cells.collections),
    problems,
  }
}

const isProductSlug = (text: string) => isSlug(text) && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** The start of a cell, without the NUL and the halves of characters that PostgreSQL can't store. */
export const previewCell = (cell: string) =>
  cell
    .replaceAll('\0', '\uFFFD')
    .slice(0, 80)
    .replace(/\p{Surrogate}$/u, '')

export const columnOfField = (field: string): string =>
  field === 'sizeUnit' ? 'size' : ([...FIELD_BY_COLUMN].find(([, name]) => name === field)?.[0] ?? field)

/** Accepts a decimal comma, as spreadsheets in many countries write it. */
function normalizeDecimal(amount: string): string {
  return /^-?[0-9]+,[0-9]{1,2}$/.test(amount) ? amount.replace(',', '.') : amount
}
