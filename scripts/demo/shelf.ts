import { catalogue } from './catalogue.ts'
import { type Chance, createChance } from './chance.ts'
import type { DemoProduct } from './demo-product.ts'
import type { Row } from './insert-rows.ts'

export type ShelfProduct = DemoProduct & { id: string; since: number }

const DAY = 24 * 3_600_000
/** Every product was there before the first order, and the first of the list is the newest. */
const NEWEST = 346

export function fillShelf(now: number): ShelfProduct[] {
  const chance = createChance(24)
  return catalogue.map((product, place) => {
    const since = Math.floor(now - (NEWEST + place * 0.6) * DAY)
    return { ...product, id: chance.id('product', since), since }
  })
}

export function productRow(product: ShelfProduct): Row {
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

/** How long ago the shelves were filled up. */
const RESTOCKED = 45

type Sold = { product: string; quantity: number; at: number }

/** What must have come in, so that after all sales just the catalogue's stock is left: some at first, some later. */
export function deliveryRows(
  { id, stock, since }: ShelfProduct,
  sold: Sold[],
  admin: string,
  now: number,
): Row[] {
  const restocked = now - RESTOCKED * DAY
  const mine = sold.filter(({ product }) => product === id)
  const sum = (sales: Sold[]) => sales.reduce((total, { quantity }) => total + quantity, 0)
  const later = sum(mine.filter(({ at }) => at >= restocked))
  const received = (change: number, at: number, note: string) => ({
    product_id: id,
    change,
    reason: 'received',
    order_id: null,
    actor_id: admin,
    note,
    created_at: new Date(at),
  })
  const first = received(stock + sum(mine) - later, since + DAY / 4, 'First delivery')
  return later ? [first, received(later, restocked, 'Filled up')] : [first]
}

export function reviewRows(shelf: ShelfProduct[], buyers: Buyer[], now: number, chance: Chance): Row[] {
  return shelf.flatMap(({ id, reviews }) =>
    reviews.map(({ by, rating, title, text, daysAgo }) => {
      const buyer = buyers[by]
      if (!buyer) throw new Error(`A review of ${id} is by nobody`)
      const at = Math.floor(now - (daysAgo + chance.between(0, 0.8)) * DAY)
      return {
        id: chance.id('review', at),
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
