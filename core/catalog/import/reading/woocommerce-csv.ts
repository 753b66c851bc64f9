import { findCategory } from '#core/catalog/categories/category.ts'
import { htmlToText } from './html-text.ts'
import type { ImportCategories, ShopifyRow } from './shopify-csv.ts'

/** The WooCommerce columns that we read. Plugins add the others. */
const WOOCOMMERCE_HEADINGS = {
  id: ['id'],
  type: ['type'],
  sku: ['sku'],
  barcode: ['gtin, upc, ean, or isbn'],
  name: ['name'],
  published: ['published'],
  featured: ['is featured?'],
  visibility: ['visibility in catalog'],
  shortDescription: ['short description'],
  description: ['description'],
  stock: ['stock'],
  salePrice: ['sale price'],
  price: ['regular price'],
  categories: ['categories'],
  tags: ['tags'],
  brands: ['brands', 'brand'],
  images: ['images'],
  parent: ['parent'],
  taxStatus: ['tax status'],
  taxClass: ['tax class'],
  backorders: ['backorders allowed?'],
  cost: ['cost of goods', 'meta: _wc_cog_cost'],
  seoTitle: ['meta: _yoast_wpseo_title', 'meta: rank_math_title'],
  seoDescription: ['meta: _yoast_wpseo_metadesc', 'meta: rank_math_description'],
} as const
type WooCommerceColumn = keyof typeof WOOCOMMERCE_HEADINGS

const GRAMS = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 } as const
const WEIGHT = /^weight \((kg|g|lbs|oz)\)$/
const ATTRIBUTE = /^attribute ([1-9]\d?) (name|value\(s\))$/

/**
 * What the store has no use for: stock tells whether a product is in stock, customers review all products, and the check
 * refuses grouped and external products and counts those with downloads.
 */
const UNUSED_HEADING =
  /^(in stock\?|position|allow customer reviews\?|sold individually\?|grouped products|external url|button text|attribute [1-9]\d? (visible|global|default)|download (limit|expiry days)|download [1-9]\d? (id|name|url)|meta: _wpcom_is_markdown)$/

/** In lower case and American English. */
const headingName = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/(?<=in catalog)ue$/, '')

export function isOtherWooCommerceColumn(heading: string): boolean {
  const name = headingName(heading)
  return (
    ![UNUSED_HEADING, WEIGHT, ATTRIBUTE].some((known) => known.test(name)) &&
    !Object.values<readonly string[]>(WOOCOMMERCE_HEADINGS).flat().includes(name)
  )
}

export type WooCommerceRow = Partial<Record<WooCommerceColumn, string>> & {
  grams?: string
  /** By their number. */
  attributes: Map<string, { name: string; values: string }>
}

export function isWooCommerceHeader(header: string[]): boolean {
  const names = header.map((name) => name.trim().toLowerCase())
  return ['type', 'name', 'regular price'].every((name) => names.includes(name))
}

export function readWooCommerceRow(header: string[], cellOf: (index: number) => string): WooCommerceRow {
  const row: WooCommerceRow = { attributes: new Map() }
  const columns = Object.entries(WOOCOMMERCE_HEADINGS) as [WooCommerceColumn, readonly string[]][]
  for (const [index, heading] of header.entries()) {
    const name = headingName(heading)
    const text = cellOf(index).trim()
    const column = columns.find(([, known]) => known.includes(name))?.[0]
    const [, unit] = WEIGHT.exec(name) ?? []
    const [, number, part] = ATTRIBUTE.exec(name) ?? []
    // Two plugins may have a column for the same text.
    if (column) row[column] ||= text
    else if (unit) row.grams = toGrams(text, GRAMS[unit as keyof typeof GRAMS])
    else if (number && text) {
      const attribute = row.attributes.get(number) ?? { name: '', values: '' }
      row.attributes.set(number, { ...attribute, [part === 'name' ? 'name' : 'values']: text })
    }
  }
  return row
}

const toNumber = (text = '') => Number(text.replace(',', '.'))

const toGrams = (text: string, unit: number) =>
  toNumber(text) > 0 ? String(Math.ceil(toNumber(text) * unit)) : ''

/** Its lists are separated by commas. Those within an item have a backslash. */
export const splitList = (text = ''): string[] =>
  text
    .split(/(?<!\\),/)
    .map((item) => item.replaceAll('\\,', ',').trim())
    .filter(Boolean)

/** What the lines of a product share. */
export function sharedFields(row: WooCommerceRow, known: ImportCategories): ShopifyRow {
  const { name = '', published, visibility } = row
  const isPublished = published === '1' && visibility?.toLowerCase() !== 'hidden'
  return {
    title: name,
    ...(row.description !== undefined && { body: row.description || row.shortDescription || '' }),
    ...(row.brands !== undefined && { vendor: splitList(row.brands)[0] ?? '' }),
    ...(row.categories !== undefined && { type: pickCategory(row.categories, known).path }),
    ...(row.tags !== undefined && { tags: row.tags }),
    ...(published !== undefined && { published: String(isPublished) }),
    ...(row.seoTitle !== undefined && { seoTitle: withoutTemplate(row.seoTitle) }),
    ...(row.seoDescription !== undefined && { seoDescription: withoutTemplate(row.seoDescription) }),
  }
}

/**
 * Products of WooCommerce have several. Ours have one: the first that the store knows, or else the first. If the import
 * creates missing categories, it is the path of it, whose end may be missing.
 */
function pickCategory(categories: string, known: ImportCategories): { path: string; name: string } {
  const paths = categoryPaths(categories)
  const isKnown = (name: string) => findCategory(known.categories, name) !== undefined
  const path = paths.find((names) => names.some(isKnown)) ?? paths[0] ?? []
  const last = path.at(-1) ?? ''
  if (known.createsMissing) return { path: path.join(' > '), name: last }
  const name = path.findLast(isKnown) ?? last
  return { path: name, name }
}

export function otherCategories({ categories = '' }: WooCommerceRow, known: ImportCategories): string[] {
  const { name: category } = pickCategory(categories, known)
  const names = categoryPaths(categories).flatMap((path) => path.toReversed())
  return [...new Set(names)].filter((name) => name !== category)
}

/** “Face > Serums, Sale” has two. */
const categoryPaths = (categories: string): string[][] =>
  splitList(categories)
    .map((path) => path.split('>').map((name) => name.trim()))
    .map((path) => path.filter((name) => name && name.toLowerCase() !== 'uncategorized'))
    .filter((path) => path.length)

/** Texts such as “%%title%% %%sep%%” have no meaning here. */
const withoutTemplate = (text: string) => (/%\w+%/.test(text) ? '' : text)

/** What each line has of its own. */
export function variantFields(row: WooCommerceRow): ShopifyRow {
  const { price = '', salePrice = '' } = row
  const isOnSale = toNumber(salePrice) > 0 && toNumber(salePrice) < toNumber(price)
  return {
    price: toDecimalPoint(isOnSale ? salePrice : price),
    ...(row.salePrice !== undefined && { before: isOnSale ? toDecimalPoint(price) : '' }),
    ...(row.stock !== undefined && { stock: row.stock.replace(/\.0*$/, '') }),
    ...(row.sku !== undefined && { sku: row.sku }),
    ...(row.barcode !== undefined && { barcode: row.barcode }),
    ...(row.grams !== undefined && { grams: row.grams }),
    ...(row.cost !== undefined && { cost: toDecimalPoint(row.cost) }),
    ...(hasType(row, 'virtual') && { requiresShipping: 'no' }),
    ...(hasType(row, 'downloadable') && { downloads: 'yes' }),
    ...(row.stock !== undefined && { tracker: row.stock }),
    policy: /^(1|yes|notify)$/i.test(row.backorders ?? '') ? 'continue' : 'deny',
    taxable: /^(none|shipping)$/i.test(row.taxStatus ?? '') ? 'no' : 'yes',
    // A variation's class can be its parent's.
    taxCode: row.taxClass?.toLowerCase() === 'parent' ? '' : (row.taxClass ?? ''),
  }
}

/** Such as “simple, virtual”. */
export const hasType = ({ type = '' }: WooCommerceRow, name: string) =>
  type
    .toLowerCase()
    .split(',')
    .some((part) => part.trim() === name)

const toDecimalPoint = (amount: string) => (/^\d+,\d{1,2}$/.test(amount) ? amount.replace(',', '.') : amount)

/** A short description that fits is the tagline, unless it stands in for the description. */
export function taglineOf({ description, shortDescription }: WooCommerceRow): string | undefined {
  if (shortDescription === undefined) return undefined
  const text = description ? htmlToText(shortDescription) : ''
  return text.length <= 200 && !text.includes('\n') ? text : ''
}
