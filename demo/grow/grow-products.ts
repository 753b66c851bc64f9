import type { TableRow } from '../insert-rows.ts'
import type { Category } from '../products/demo-product.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { BorrowedImages, ExistingStore } from './existing-store.ts'
import type { GeneratedProduct } from './generated-product.ts'
import type { OrderTally } from './grow-orders.ts'
import {
  ADJECTIVES,
  BENEFITS,
  BRANDS,
  INGREDIENTS,
  KEYWORDS,
  PLANTS,
  SENTENCES,
  TYPES,
  USAGE_STEPS,
} from './product-vocabulary.ts'

const CATEGORIES = Object.keys(TYPES) as Category[]
const DAY = 24 * 3_600_000

/** Older than anything on show, so that the shop's first page stays what it was. */
export function generateProducts(count: number, now: number, chance: SeededRandom): GeneratedProduct[] {
  return Array.from({ length: count }, (_, nth) => {
    const category = CATEGORIES[nth % CATEGORIES.length] ?? 'Skincare'
    const since = Math.floor(now - (1400 - (nth / count) * 1000) * DAY)
    return {
      id: chance.id('product', since),
      name: `${chance.pick(ADJECTIVES)} ${chance.pick(PLANTS)} ${chance.pick(TYPES[category])}`,
      category,
      price: 200 * chance.integer(5, 60) + (chance.odds(0.2) ? 99 : 0),
      stock: randomStock(chance),
      since,
    }
  })
}

function randomStock(chance: SeededRandom): number {
  if (chance.odds(0.03)) return 0
  return chance.odds(0.05) ? chance.integer(1, 5) : chance.integer(6, 400)
}

type ProductTablesContext = Pick<ExistingStore, 'lastProduct' | 'admin' | 'borrowed'> & {
  now: number
  hasNewProducts: boolean
}

/** The products from a place in their list on, with the stock that a year of orders leaves of them. */
export function productTables(
  products: GeneratedProduct[],
  from: number,
  tally: OrderTally,
  shop: ProductTablesContext,
  chance: SeededRandom,
): [table: string, rows: TableRow[]][] {
  const received = products.flatMap((product, nth) => deliveryRow(product, tally.sold[from + nth] ?? 0, shop))
  if (!shop.hasNewProducts) return [['stock_movements', received]]
  const pictures = products.map(({ category }) => {
    const candidates = shop.borrowed.filter((borrowed) => borrowed.category === category)
    return candidates.length ? chance.pick(candidates) : undefined
  })
  const rows = products.map((product, nth) => ({
    ...productRow(product, shop.lastProduct + from + nth + 1, chance),
    rating_sum: tally.stars[from + nth],
    review_count: tally.reviews[from + nth],
    image_url: pictures[nth]?.imageUrl ?? null,
    images: JSON.stringify(pictures[nth]?.images ?? []),
  }))
  return [
    ['products', rows],
    ['product_pictures', products.flatMap((product, nth) => pictureRows(product, pictures[nth]))],
    ['stock_levels', products.map(({ id, stock }) => ({ product_id: id, available: stock }))],
    ['stock_movements', received],
  ]
}

function productRow(product: GeneratedProduct, number: number, chance: SeededRandom): TableRow {
  const liquid = product.category !== 'Tools & Accessories'
  return {
    id: product.id,
    slug: `${product.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${number}`,
    name: product.name,
    brand: chance.pick(BRANDS),
    tagline: chance.pick(BENEFITS),
    description: Object.values(SENTENCES)
      .map((sentences) => chance.pick(sentences))
      .join(' '),
    category: product.category,
    price: product.price,
    original_price: chance.odds(0.1) ? product.price + 100 * chance.integer(2, 20) : null,
    size_quantity: liquid ? chance.pick([10, 15, 30, 50, 100, 200, 250]) : null,
    size_unit: liquid ? chance.pick(['ml', 'ml', 'g']) : null,
    benefits: pickDistinct(BENEFITS, chance.integer(2, 4), chance),
    ingredients: liquid ? pickDistinct(INGREDIENTS, chance.integer(5, 12), chance) : [],
    how_to_use: pickDistinct(USAGE_STEPS, 3, chance),
    keywords: pickDistinct(KEYWORDS, chance.integer(2, 5), chance),
    in_stock: product.stock > 0,
    created_at: new Date(product.since),
    updated_at: new Date(product.since),
  }
}

function pictureRows(product: GeneratedProduct, borrowed: BorrowedImages | undefined): TableRow[] {
  const images = borrowed?.images ?? []
  return images.map(({ id }, nth) => ({ product_id: product.id, position: nth + 1, picture_id: id }))
}

/** All that a product ever needs came in before the year began. */
function deliveryRow(
  { id, stock, since }: GeneratedProduct,
  sold: number,
  { admin, now }: ProductTablesContext,
): TableRow[] {
  if (stock + sold === 0) return []
  const at = new Date(Math.min(since, now - 370 * DAY))
  return [{ product_id: id, change: stock + sold, reason: 'received', actor_id: admin, created_at: at }]
}

function pickDistinct(words: readonly string[], count: number, chance: SeededRandom): string[] {
  const start = chance.integer(0, words.length - 1)
  const step = chance.pick([1, 3, 7])
  const picked = Array.from({ length: count }, (_, nth) => words[(start + nth * step) % words.length] ?? '')
  return [...new Set(picked)]
}
