import type { Category } from '#demo/products/demo-product.ts'
import type { SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
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
import { randomId } from './random-id.ts'

const CATEGORIES = Object.keys(TYPES) as Category[]
const DAY = 24 * 3_600_000

/** Older than the existing products, so that the store's first page doesn't change. */
export function generateProducts(count: number, now: number, random: SeededRandom): GeneratedProduct[] {
  return Array.from({ length: count }, (_, index) => {
    const category = CATEGORIES[index % CATEGORIES.length] ?? 'Skincare'
    const since = Math.floor(now - (1400 - (index / count) * 1000) * DAY)
    return {
      id: randomId(random, 'product', since),
      name: `${random.pick(ADJECTIVES)} ${random.pick(PLANTS)} ${random.pick(TYPES[category])}`,
      category,
      price: 200 * random.integer(5, 60) + (random.odds(0.2) ? 99 : 0),
      stock: randomStock(random),
      since,
    }
  })
}

function randomStock(random: SeededRandom): number {
  if (random.odds(0.03)) return 0
  return random.odds(0.05) ? random.integer(1, 5) : random.integer(6, 400)
}

type ProductTablesContext = Pick<ExistingStore, 'lastProduct' | 'admin' | 'borrowed'> & {
  now: number
  hasNewProducts: boolean
}

/** `from` is the index of the first product; stock is what a year of orders leaves. */
export function productTables(
  products: GeneratedProduct[],
  from: number,
  tally: OrderTally,
  shop: ProductTablesContext,
  random: SeededRandom,
): [table: string, rows: TableRow[]][] {
  const received = products.flatMap((product, index) =>
    deliveryRow(product, tally.sold[from + index] ?? 0, shop),
  )
  if (!shop.hasNewProducts) return [['stock_movements', received]]
  const pictures = products.map(({ category }) => {
    const candidates = shop.borrowed.filter((borrowed) => borrowed.category === category)
    return candidates.length ? random.pick(candidates) : undefined
  })
  const rows = products.map((product, index) => ({
    ...productRow(product, shop.lastProduct + from + index + 1, random),
    rating_sum: tally.stars[from + index],
    review_count: tally.reviews[from + index],
    image_url: pictures[index]?.imageUrl ?? null,
    images: JSON.stringify(pictures[index]?.images ?? []),
  }))
  return [
    ['products', rows],
    ['product_pictures', products.flatMap((product, index) => pictureRows(product, pictures[index]))],
    ['stock_levels', products.map(({ id, stock }) => ({ product_id: id, available: stock }))],
    ['stock_movements', received],
  ]
}

function productRow(product: GeneratedProduct, number: number, random: SeededRandom): TableRow {
  const liquid = product.category !== 'Tools & Accessories'
  return {
    id: product.id,
    slug: `${product.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${number}`,
    name: product.name,
    brand: random.pick(BRANDS),
    tagline: random.pick(BENEFITS),
    description: Object.values(SENTENCES)
      .map((sentences) => random.pick(sentences))
      .join(' '),
    category: product.category,
    price: product.price,
    original_price: random.odds(0.1) ? product.price + 100 * random.integer(2, 20) : null,
    size_quantity: liquid ? random.pick([10, 15, 30, 50, 100, 200, 250]) : null,
    size_unit: liquid ? random.pick(['ml', 'ml', 'g']) : null,
    benefits: pickDistinct(BENEFITS, random.integer(2, 4), random),
    ingredients: liquid ? pickDistinct(INGREDIENTS, random.integer(5, 12), random) : [],
    how_to_use: pickDistinct(USAGE_STEPS, 3, random),
    keywords: pickDistinct(KEYWORDS, random.integer(2, 5), random),
    in_stock: product.stock > 0,
    created_at: new Date(product.since),
    updated_at: new Date(product.since),
  }
}

function pictureRows(product: GeneratedProduct, borrowed: BorrowedImages | undefined): TableRow[] {
  const images = borrowed?.images ?? []
  return images.map(({ id }, index) => ({ product_id: product.id, position: index + 1, picture_id: id }))
}

/** All stock arrives before the first order of the year. */
function deliveryRow(
  { id, stock, since }: GeneratedProduct,
  sold: number,
  { admin, now }: ProductTablesContext,
): TableRow[] {
  if (stock + sold === 0) return []
  const at = new Date(Math.min(since, now - 370 * DAY))
  return [{ product_id: id, change: stock + sold, reason: 'received', actor_id: admin, created_at: at }]
}

function pickDistinct(words: readonly string[], count: number, random: SeededRandom): string[] {
  const start = random.integer(0, words.length - 1)
  const step = random.pick([1, 3, 7])
  const picked = Array.from(
    { length: count },
    (_, index) => words[(start + index * step) % words.length] ?? '',
  )
  return [...new Set(picked)]
}
