import { findCategory, type NamedCategory } from '#core/catalog/categories/category.ts'
import type { ProductCells } from '../product-csv.ts'
import { guessCategory } from './guess-category.ts'
import { handleSlug } from './handle-slug.server.ts'

/** The Shopify columns that we read, under their names before and since 2025. */
const SHOPIFY_HEADINGS = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'body html', 'description'],
  vendor: ['vendor'],
  category: ['product category', 'standardized product type'],
  type: ['type', 'custom product type'],
  tags: ['tags'],
  published: ['published', 'published on online store'],
  status: ['status'],
  price: ['variant price', 'price'],
  before: ['variant compare at price', 'compare-at price'],
  stock: ['variant inventory qty', 'inventory quantity'],
  option1Name: ['option1 name'],
  option1Value: ['option1 value'],
  option2Name: ['option2 name'],
  option2Value: ['option2 value'],
  option3Name: ['option3 name'],
  option3Value: ['option3 value'],
  sku: ['variant sku', 'sku'],
  barcode: ['variant barcode', 'barcode'],
  grams: ['variant grams', 'weight value (grams)'],
  image: ['image src', 'product image url'],
  imagePosition: ['image position'],
  imageAlt: ['image alt text'],
  seoTitle: ['seo title'],
  seoDescription: ['seo description'],
  cost: ['cost per item'],
  variantImage: ['variant image', 'variant image url'],
  measure: ['unit price total measure'],
  unit: ['unit price total measure unit'],
  taxable: ['variant taxable', 'charge tax'],
  taxCode: ['variant tax code', 'tax code'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  requiresShipping: ['variant requires shipping', 'requires shipping'],
  giftCard: ['gift card'],
  collections: ['collections', 'custom collections', 'collection'],
} as const
type ShopifyColumn = keyof typeof SHOPIFY_HEADINGS

/** Products of WooCommerce can have downloads. */
export type ShopifyRow = Partial<Record<ShopifyColumn | 'downloads', string>>

export function isShopifyHeader(header: string[]): boolean {
  const names = header.map((name) => name.trim().toLowerCase())
  return SHOPIFY_HEADINGS.handle.some((name) => names.includes(name)) && names.includes('title')
}

export function shopifyColumns(header: string[]): (ShopifyColumn | undefined)[] {
  const names = Object.entries(SHOPIFY_HEADINGS) as [ShopifyColumn, readonly string[]][]
  return header.map((heading) => names.find(([, known]) => known.includes(heading.trim().toLowerCase()))?.[0])
}

/** What the store has no use for: it has one warehouse, weighs in grams, and sells in its own regions. */
const UNUSED_HEADING =
  /^((variant )?fulfillment service|variant weight unit|weight unit for display|option[123] linked to|unit price base measure( unit)?|included \/ .*)$/

export function isOtherShopifyColumn(heading: string): boolean {
  const name = heading.trim().toLowerCase()
  return (
    !UNUSED_HEADING.test(name) && !Object.values<readonly string[]>(SHOPIFY_HEADINGS).flat().includes(name)
  )
}

export type ImportCategories = {
  /** The store's. */
  categories: readonly NamedCategory[]
  /** For rows that match none. */
  category: string | null
  /** Whether the import creates those that the store doesn't have. */
  createsMissing: boolean
}

export function fromShopifyRow(row: ShopifyRow, known: ImportCategories): ProductCells {
  const { title, vendor, tags, price, before: compareAtPrice, stock, measure, unit } = row
  const cells: ProductCells = { slug: handleSlug(row.handle ?? ''), name: title ?? '' }
  if (vendor !== undefined) cells.brand = vendor
  if (tags !== undefined) cells.keywords = tags.split(',').join('\n')
  if (price !== undefined) cells.price = price
  // Stores without a compare-at price export it empty, as zero, or equal to the price.
  if (compareAtPrice !== undefined)
    cells.original_price = Number(compareAtPrice) > Number(price) ? compareAtPrice : ''
  if (stock !== undefined) cells.stock = stock.trim().startsWith('-') ? '0' : stock
  cells.category = toCategory(row, known)
  cells.status = toStatus(row)
  if (row.sku !== undefined) cells.sku = withoutApostrophe(row.sku)
  if (row.barcode !== undefined) cells.barcode = withoutApostrophe(row.barcode)
  if (row.grams !== undefined)
    cells.weight = Number(row.grams) > 0 ? String(Math.ceil(Number(row.grams))) : ''
  if (row.collections !== undefined) cells.collections = row.collections.split(',').join('\n')
  if (row.cost !== undefined) cells.cost = Number(row.cost) > 0 ? row.cost : ''
  if (row.seoTitle !== undefined) cells.seo_title = row.seoTitle
  if (row.seoDescription !== undefined) cells.seo_description = row.seoDescription
  if (measure && /^(ml|g)$/i.test(unit ?? '')) cells.size = `${Number(measure)} ${unit}`
  return cells
}

/** Shopify writes one before digits, so that a spreadsheet doesn't change them. */
const withoutApostrophe = (code: string) => code.trim().replace(/^'/, '')

function toStatus({ status, published }: ShopifyRow): string {
  const normalizedStatus = status?.trim().toLowerCase()
  if (normalizedStatus === 'archived') return 'archived'
  const isPublished = published === undefined || published.trim().toLowerCase() === 'true'
  return (normalizedStatus === undefined || normalizedStatus === '' || normalizedStatus === 'active') &&
    isPublished
    ? 'published'
    : 'draft'
}

/**
 * What Type or the last part of the path names in this store, or a guess. If the import creates missing categories, Type
 * comes first, as the brand's own name, and Shopify's path comes last.
 */
function toCategory({ type = '', ...row }: ShopifyRow, known: ImportCategories): string {
  // Shopify's name for none.
  const category = /^uncategorized$/i.test(row.category?.trim() ?? '') ? '' : (row.category ?? '')
  const { categories, createsMissing } = known
  const path = category.split('>').map((part) => part.trim())
  const lastPart = path.at(-1) ?? ''
  const nameOf = (text: string) => findCategory(categories, text)?.name
  const ownName = nameOf(type) ?? (createsMissing ? type.trim() : '')
  const names = categories.map(({ name }) => name)
  const match = ownName || nameOf(lastPart) || nameOf(category) || guessCategory({ type, category }, names)
  if (match) return match
  return (createsMissing && lastPart && path.join(' > ')) || known.category || type || category
}
