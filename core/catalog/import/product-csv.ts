import { parseAmount, toDecimal } from '#core/money.ts'
import type { AdminProduct } from '../admin-products.server.ts'
import { CATEGORIES, isSlug } from '../product.ts'
import { type ProductDraft, slugify } from '../product-draft.ts'
import { PUBLISH_STATUSES } from '../publish-status.ts'
import type { CsvCell } from './csv-cell.ts'
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
  'family',
  'family_name',
  'shade',
  'shade_code',
  'shade_color',
  'finish',
  'sku',
  'barcode',
  'weight',
  'position',
] as const
export type ProductColumn = (typeof PRODUCT_COLUMNS)[number]
/** A column that the file doesn't have is absent here, and leaves the product's value unchanged. */
export type ProductCells = Partial<Record<ProductColumn, string>>

export type ImportFileRow = {
  line: number
  cells: ProductCells
  /** Set if the line's cells don't match the header. */
  lineError?: string
  /** What a Shopify export has that this store can't. */
  unsupported?: ImportProblem[]
}

export function productCells(product: AdminProduct): CsvCell[] {
  const { sizeQuantity, sizeUnit, originalPrice, familyText } = product
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
    product.tagline || familyText?.tagline || null,
    product.description || familyText?.description || null,
    listText(product.benefits) || listText(familyText?.benefits),
    listText(product.ingredients),
    listText(product.howToUse) || listText(familyText?.howToUse),
    listText(product.keywords),
    product.familySlug,
    product.familyName,
    product.shadeName,
    product.shadeCode,
    product.shadeColor,
    product.shadeFinish,
    product.sku,
    product.barcode,
    product.weight,
    product.familySlug === null ? null : product.position,
  ]
}

const listText = (items: string[] = []) => items.join('\n')

export type ParsedProductRow = {
  slug: string
  draft: Partial<ProductDraft>
  stock: number | undefined
  /** The slug of the product's family. Undefined if the file doesn't say. */
  family: string | undefined
  familyName: string | undefined
  position: number | undefined
  problems: ImportProblem[]
}

export function parseProductCells(cells: ProductCells): ParsedProductRow {
  const draft: Partial<ProductDraft> = {}
  const problems: ImportProblem[] = []
  const addProblem = (column: ProductColumn, message: string) =>
    void problems.push({ column, said: previewCell(cells[column] ?? ''), wrong: message })
  const cell = (column: ProductColumn) => cells[column]?.trim()

  const rawSlug = cell('slug') || slugify(cell('name') ?? '')
  const slug = isProductSlug(rawSlug) ? rawSlug : ''
  if (!slug) addProblem('slug', 'Use at most 200 lowercase letters, digits, and hyphens, such as rose-oil.')

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
  for (const [column, field] of OPTION_COLUMNS) {
    const text = cell(column)
    if (text !== undefined) draft[field] = text || null
  }
  const weight = cell('weight')
  if (weight !== undefined) {
    if (weight && !/^[0-9]{1,7}( ?g)?$/i.test(weight))
      addProblem('weight', 'Enter the weight in whole grams, such as 120.')
    draft.weight = weight ? Number.parseInt(weight, 10) : null
  }
  const family = cell('family')
  if (family && !isProductSlug(family))
    addProblem('family', 'Use lowercase letters, digits, and hyphens, such as satin-lipstick.')
  const position = cell('position')
  if (position && !/^[0-9]{1,4}$/.test(position)) addProblem('position', 'Enter a whole number, such as 3.')
  return {
    slug,
    draft,
    stock: stock ? Number(stock) : undefined,
    family,
    familyName: cell('family_name') || undefined,
    position: position ? Number(position) : undefined,
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

export const COLUMN_BY_FIELD: Record<string, ProductColumn> = {
  originalPrice: 'original_price',
  howToUse: 'how_to_use',
  sizeQuantity: 'size',
  sizeUnit: 'size',
  shadeName: 'shade',
  shadeCode: 'shade_code',
  shadeColor: 'shade_color',
  shadeFinish: 'finish',
}

const LIST_COLUMNS = [
  ['benefits', 'benefits'],
  ['ingredients', 'ingredients'],
  ['how_to_use', 'howToUse'],
  ['keywords', 'keywords'],
] as const
const OPTION_COLUMNS = [
  ['shade', 'shadeName'],
  ['shade_code', 'shadeCode'],
  ['shade_color', 'shadeColor'],
  ['finish', 'shadeFinish'],
  ['sku', 'sku'],
  ['barcode', 'barcode'],
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
