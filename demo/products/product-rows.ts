import type { TableRow } from '../insert-rows.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { catalog } from './catalog.ts'
import type { DemoProduct } from './demo-product.ts'

export type DemoProductRecord = DemoProduct & { id: string; since: number }

const DAY = 24 * 3_600_000
/** In days. Every product predates the first order, and the first in the catalog is the newest. */
const NEWEST_PRODUCT_AGE = 346

export function buildProducts(now: number): DemoProductRecord[] {
  const random = createSeededRandom(24)
  return catalog.map((product, index) => {
    const since = Math.floor(now - (NEWEST_PRODUCT_AGE + index * 0.6) * DAY)
    return { ...product, id: random.id('product', since), since }
  })
}

export function productRow(product: DemoProductRecord): TableRow {
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    tagline: product.tagline,
    description: product.description,
    category: product.category,
    price: product.price,
    original_price: product.originalPrice ?? null,
    size_quantity: product.size?.quantity ?? null,
    size_unit: product.size?.unit ?? null,
    benefits: product.benefits,
    ingredients: product.ingredients,
    how_to_use: product.howToUse,
    keywords: product.keywords,
    created_at: new Date(product.since),
    updated_at: new Date(product.since),
  }
}

/** In days. */
const RESTOCK_AGE = 45

type Sale = { product: string; quantity: number; at: number }

/** Receives exactly enough stock, in one or two deliveries, to leave the catalog's stock after all sales. */
export function deliveryRows(
  { id, stock, since }: DemoProductRecord,
  sold: Sale[],
  admin: string,
  now: number,
): TableRow[] {
  const restocked = now - RESTOCK_AGE * DAY
  const productSales = sold.filter(({ product }) => product === id)
  const totalQuantity = (sales: Sale[]) => sales.reduce((total, { quantity }) => total + quantity, 0)
  const soldSinceRestock = totalQuantity(productSales.filter(({ at }) => at >= restocked))
  const received = (change: number, at: number, note: string) => ({
    product_id: id,
    change,
    reason: 'received',
    order_id: null,
    actor_id: admin,
    note,
    created_at: new Date(at),
  })
  const first = received(
    stock + totalQuantity(productSales) - soldSinceRestock,
    since + DAY / 4,
    'First delivery',
  )
  return soldSinceRestock ? [first, received(soldSinceRestock, restocked, 'Restock')] : [first]
}

export function reviewRows(
  products: DemoProductRecord[],
  buyers: Buyer[],
  now: number,
  random: SeededRandom,
): TableRow[] {
  return products.flatMap(({ id, reviews }) =>
    reviews.map(({ by, rating, title, text, daysAgo }) => {
      const buyer = buyers[by]
      if (!buyer) throw new Error(`A review of ${id} names customer ${by}, who does not exist`)
      const at = Math.floor(now - (daysAgo + random.between(0, 0.8)) * DAY)
      return {
        id: random.id('review', at),
        product_id: id,
        profile_id: buyer.id,
        author: `${buyer.first} ${buyer.last.charAt(0)}.`,
        rating,
        title,
        body: text,
        created_at: new Date(at),
      }
    }),
  )
}

type Buyer = { id: string; first: string; last: string }
