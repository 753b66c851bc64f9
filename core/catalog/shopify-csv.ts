import { CATEGORIES, type Category } from './product.ts'
import type { ProductCells } from './product-csv.ts'
import { slugOf } from './product-draft.ts'

/** Shopify's names for the columns that mean something to us, the older ones and those of 2025. */
const NAMES = {
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
  option: ['option1 value'],
  image: ['image src', 'product image url'],
  measure: ['unit price total measure'],
  unit: ['unit price total measure unit'],
} as const
type Name = keyof typeof NAMES

export type ShopifyRow = Partial<Record<Name, string>>

/** Whose file it is, its first line says. */
export function isShopifyHead(head: string[]): boolean {
  const names = head.map((name) => name.trim().toLowerCase())
  return NAMES.handle.some((name) => names.includes(name)) && names.includes('title')
}

export function shopifyColumns(head: string[]): (Name | undefined)[] {
  const names = Object.entries(NAMES) as [Name, readonly string[]][]
  return head.map((said) => names.find(([, known]) => known.includes(said.trim().toLowerCase()))?.[0])
}

/** The first of a product's rows as our own file would have it. */
export function fromShopify(row: ShopifyRow, otherwise: string | null): ProductCells {
  const { title, body, vendor, tags, price, before, stock, measure, unit } = row
  const cells: ProductCells = { slug: slugOf(row.handle ?? ''), name: title ?? '' }
  if (body !== undefined) cells.description = textOf(body)
  if (vendor !== undefined) cells.brand = vendor
  if (tags !== undefined) cells.keywords = tags.split(',').join('\n')
  if (price !== undefined) cells.price = price
  // Nothing, and what is no more than the price, is what shops write that have no price of before.
  if (before !== undefined) cells.original_price = Number(before) > Number(price) ? before : ''
  if (stock !== undefined) cells.stock = stock.trim().startsWith('-') ? '0' : stock
  const named = categoryOf(row) ?? otherwise
  const asked = row.type || row.category
  cells.category = named ?? asked ?? ''
  cells.status = statusOf(row)
  if (measure && /^(ml|g)$/i.test(unit ?? '')) cells.size = `${Number(measure)} ${unit}`
  return cells
}

function statusOf({ status, published }: ShopifyRow): string {
  const said = status?.trim().toLowerCase()
  if (said === 'archived') return 'archived'
  const shown = published === undefined || published.trim().toLowerCase() === 'true'
  return (said === undefined || said === '' || said === 'active') && shown ? 'published' : 'draft'
}

/** Words by which a type is known as one of our categories. */
const WORDS: [Category, RegExp][] = [
  ['Haircare', /hair|shampoo|conditioner|scalp/i],
  ['Fragrance', /fragrance|perfume|parfum|cologne|scent/i],
  ['Tools & Accessories', /tool|accessor|brush|sponge|mirror/i],
  ['Makeup', /make-?\s?up|cosmetic|lip|mascara|foundation|blush|eye\s?shadow|concealer/i],
  ['Skincare', /skin|cleanser|serum|moisturi[sz]er|sunscreen|face|body|cream|toner|mask|oil/i],
]

function categoryOf({ type = '', category = '' }: ShopifyRow): Category | undefined {
  const own = CATEGORIES.find((name) => name.toLowerCase() === type.trim().toLowerCase())
  // The last part of a path of categories says most.
  const said = [type, category.split('>').at(-1) ?? '', category]
  return own ?? said.map((words) => WORDS.find(([, known]) => known.test(words))?.[0]).find(Boolean)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** What HTML says, without the HTML: paragraphs and points on lines of their own. */
export function textOf(html: string): string {
  return html
    .replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<li\b[^>]*>/gi, '\n– ')
    .replace(/<\/(p|div|h[1-6]|ul|ol|table|tr)\s*>/gi, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,6}));/gi, entity)
    .replace(/[ \t\u00a0]*\n[ \t\u00a0]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function entity(whole: string, decimal: string, hex: string, name: string): string {
  if (name) return ENTITIES[name.toLowerCase()] ?? whole
  const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
  return point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff)
    ? String.fromCodePoint(point)
    : ''
}
