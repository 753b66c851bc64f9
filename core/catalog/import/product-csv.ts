import { parseAmount } from '#core/amount.ts'
import type { CsvCell } from '#core/csv.ts'
import { toDecimal } from '#core/money.ts'
import type { AdminProduct } from '../admin-products.server.ts'
import { CATEGORIES } from '../product.ts'
import { type ProductDraft, slugify } from '../product-draft.ts'
import { PUBLISH_STATUSES } from '../publish-status.ts'
import type { ImportProblem } from './product-import.ts'

/** The columns of our own CSV, for export and import. Lists have one item per line. */
export const PRODUCT_COLUMNS = [
  'slug',
  'name',
  'brand',
  'category',
  'price',
  'original_price',
  'stock',
  'status',
  'featured',
  'size',
  'tagline',
  'description',
  'benefits',
  'ingredients',
  'how_to_use',
  'keywords',
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]
/** A column that the file doesn't have is absent here, and leaves the product's value unchanged. */
export type ProductCells = Partial<Record<ProductColumn, string>>

export function productCells(product: AdminProduct): CsvCell[] {
  const { sizeQuantity, sizeUnit, originalPrice } = product
  return [
    product.slug,
    product.name,
    product.brand,
    product.category,
    toDecimal(product.price),
    originalPrice === null ? null : toDecimal(originalPrice),
    product.stock,
    product.status,
    product.featured ? 'yes' : 'no',
    sizeQuantity && sizeUnit ? `${sizeQuantity} ${sizeUnit}` : null,
    product.tagline,
    product.description,
    product.benefits.join('\n'),
    product.ingredients.join('\n'),
    product.howToUse.join('\n'),
    product.keywords.join('\n'),
  ]
}

export type ParsedProductRow = {
  slug: string
  draft: Partial<ProductDraft>
  stock: number | undefined
  problems: ImportProblem[]
}

export function parseProductCells(cells: ProductCells): ParsedProductRow {
  const draft: Partial<ProductDraft> = {}
  const problems: ImportProblem[] = []
  const addProblem = (column: ProductColumn, message: string) =>
    void problems.push({ column, said: previewCell(cells[column] ?? ''), wrong: message })
  const cell = (column: ProductColumn) => cells[column]?.trim()

  const rawSlug = cell('slug') || slugify(cell('name') ?? '')
  const slug = rawSlug.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(rawSlug) ? rawSlug : ''
  if (!slug) addProblem('slug', 'Use at most 80 lowercase letters, digits, and hyphens, such as rose-oil.')

  for (const column of ['name', 'brand', 'tagline', 'description'] as const) {
    const text = cell(column)
    if (text !== undefined) draft[column] = text
  }
  for (const [column, field] of LIST_COLUMNS) {
    const text = cell(column)
    if (text !== undefined) draft[field] = splitLines(text)
  }

  const price = cell('price')
  if (price !== undefined) {
    const amount = parseAmount(normalizeDecimal(price))
    if ('error' in amount) addProblem('price', amount.error)
    else draft.price = amount.cents
  }
  const originalPrice = cell('original_price')
  if (originalPrice) {
    const amount = parseAmount(normalizeDecimal(originalPrice))
    if ('error' in amount) addProblem('original_price', amount.error)
    else draft.originalPrice = amount.cents
  } else if (originalPrice === '') draft.originalPrice = null

  const category = cell('category')
  if (category) {
    const knownCategory = CATEGORIES.find((name) => name.toLowerCase() === category.toLowerCase())
    if (knownCategory) draft.category = knownCategory
    else addProblem('category', `Use one of these categories: ${CATEGORIES.join(', ')}.`)
  }
  const status = cell('status')?.toLowerCase()
  if (status) {
    const knownStatus = PUBLISH_STATUSES.find((name) => name === status)
    if (knownStatus) draft.status = knownStatus
    else addProblem('status', 'Use draft, published, or archived.')
  }
  const featured = cell('featured')?.toLowerCase()
  if (featured) {
    if (YES.includes(featured) || NO.includes(featured)) draft.featured = YES.includes(featured)
    else addProblem('featured', 'Use yes or no.')
  }
  const size = cell('size')
  if (size !== undefined) {
    const [, quantity, unit] = /^([0-9]{1,5}(?:[.,][0-9]{1,2})?) ?(ml|g)$/i.exec(size) ?? []
    if (size && !quantity) addProblem('size', 'Enter a size such as 30 ml or 50 g, of at most 99,999.')
    draft.sizeQuantity = quantity ? Number(quantity.replace(',', '.')) : null
    draft.sizeUnit = unit ? (unit.toLowerCase() === 'g' ? 'g' : 'ml') : null
  }
  const stock = cell('stock')
  if (stock && !/^[0-9]{1,6}$/.test(stock))
    addProblem('stock', 'Enter a whole number of units, such as 12, of at most 999,999.')
  return { slug, draft, stock: stock ? Number(stock) : undefined, problems }
}

/** The start of a cell, without the NUL that PostgreSQL can't store. */
export const previewCell = (cell: string) => cell.replaceAll('\0', '\uFFFD').slice(0, 80)

export const COLUMN_BY_FIELD: Record<string, ProductColumn> = {
  originalPrice: 'original_price',
  howToUse: 'how_to_use',
  sizeQuantity: 'size',
  sizeUnit: 'size',
}

const LIST_COLUMNS = [
  ['benefits', 'benefits'],
  ['ingredients', 'ingredients'],
  ['how_to_use', 'howToUse'],
  ['keywords', 'keywords'],
] as const
const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0']

function splitLines(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Accepts a decimal comma, as spreadsheets in many countries write it. */
function normalizeDecimal(amount: string): string {
  return /^-?[0-9]+,[0-9]{1,2}$/.test(amount) ? amount.replace(',', '.') : amount
}
