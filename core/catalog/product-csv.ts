import { parseAmount } from '../amount.ts'
import type { CsvCell } from '../csv.ts'
import { toDecimal } from '../money.ts'
import type { ProductSheet } from './every-product.server.ts'
import type { Problem } from './import.ts'
import { CATEGORIES } from './product.ts'
import { type ProductDraft, slugOf } from './product-draft.ts'
import { STANDINGS } from './standing.ts'

/** The columns of our own CSV: what is exported can be imported again. Lists have their items on lines of their own. */
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
/** A row by its columns: what the file has no column for is not there, and stays as it is. */
export type ProductCells = Partial<Record<ProductColumn, string>>

export function productCells(sheet: ProductSheet): CsvCell[] {
  const { sizeQuantity, sizeUnit, originalPrice } = sheet
  return [
    sheet.slug,
    sheet.name,
    sheet.brand,
    sheet.category,
    toDecimal(sheet.price),
    originalPrice === null ? null : toDecimal(originalPrice),
    sheet.stock,
    sheet.status,
    sheet.featured ? 'yes' : 'no',
    sizeQuantity && sizeUnit ? `${sizeQuantity} ${sizeUnit}` : null,
    sheet.tagline,
    sheet.description,
    sheet.benefits.join('\n'),
    sheet.ingredients.join('\n'),
    sheet.howToUse.join('\n'),
    sheet.keywords.join('\n'),
  ]
}

export type ReadRow = {
  /** Empty where it can't be one. */
  slug: string
  draft: Partial<ProductDraft>
  stock: number | undefined
  problems: Problem[]
}

/** What a row says of a product, and in which cells it says what can't be. */
export function readProductCells(cells: ProductCells): ReadRow {
  const draft: Partial<ProductDraft> = {}
  const problems: Problem[] = []
  const wrong = (column: ProductColumn, why: string) =>
    void problems.push({ column, said: shown(cells[column] ?? ''), wrong: why })
  const said = (column: ProductColumn) => cells[column]?.trim()

  const named = said('slug') || slugOf(said('name') ?? '')
  const slug = named.length <= 80 && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(named) ? named : ''
  if (!slug) wrong('slug', 'Write it in small letters, digits and hyphens, such as rose-oil.')

  for (const column of ['name', 'brand', 'tagline', 'description'] as const) {
    const text = said(column)
    if (text !== undefined) draft[column] = text
  }
  for (const [column, field] of LISTS) {
    const text = said(column)
    if (text !== undefined) draft[field] = linesOf(text)
  }

  const price = said('price')
  if (price !== undefined) {
    const read = parseAmount(withPoint(price))
    if ('wrong' in read) wrong('price', read.wrong)
    else draft.price = read.cents
  }
  const before = said('original_price')
  if (before) {
    const read = parseAmount(withPoint(before))
    if ('wrong' in read) wrong('original_price', read.wrong)
    else draft.originalPrice = read.cents
  } else if (before === '') draft.originalPrice = null

  const category = said('category')
  if (category) {
    const known = CATEGORIES.find((name) => name.toLowerCase() === category.toLowerCase())
    if (known) draft.category = known
    else wrong('category', `Write one of ${CATEGORIES.join(', ')}.`)
  }
  const status = said('status')?.toLowerCase()
  if (status) {
    const known = STANDINGS.find((name) => name === status)
    if (known) draft.status = known
    else wrong('status', 'Write draft, published or archived.')
  }
  const featured = said('featured')?.toLowerCase()
  if (featured) {
    if (YES.includes(featured) || NO.includes(featured)) draft.featured = YES.includes(featured)
    else wrong('featured', 'Write yes or no.')
  }
  const size = said('size')
  if (size !== undefined) {
    const [, quantity, unit] = /^([0-9]{1,5}(?:[.,][0-9]{1,2})?) ?(ml|g)$/i.exec(size) ?? []
    if (size && !quantity) wrong('size', 'Write a size such as 30 ml or 50 g.')
    draft.sizeQuantity = quantity ? Number(quantity.replace(',', '.')) : null
    draft.sizeUnit = unit ? (unit.toLowerCase() === 'g' ? 'g' : 'ml') : null
  }
  const stock = said('stock')
  if (stock && !/^[0-9]{1,6}$/.test(stock))
    wrong('stock', 'Write how many whole pieces there are, such as 12.')
  return { slug, draft, stock: stock ? Number(stock) : undefined, problems }
}

/** So much of a cell as tells which one it is, without what no page and no database can show. */
export const shown = (cell: string) => cell.replaceAll('\0', '\uFFFD').slice(0, 80)

/** Where a field of a product stands in the file. */
export const COLUMN_OF: Record<string, ProductColumn> = {
  originalPrice: 'original_price',
  howToUse: 'how_to_use',
  sizeQuantity: 'size',
  sizeUnit: 'size',
}

const LISTS = [
  ['benefits', 'benefits'],
  ['ingredients', 'ingredients'],
  ['how_to_use', 'howToUse'],
  ['keywords', 'keywords'],
] as const
const YES = ['yes', 'true', '1']
const NO = ['no', 'false', '0']

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

/** As spreadsheets write it where a comma parts the cents. */
function withPoint(amount: string): string {
  return /^-?[0-9]+,[0-9]{1,2}$/.test(amount) ? amount.replace(',', '.') : amount
}
