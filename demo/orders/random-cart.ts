import { LISTING_COUNT, listingProducts } from '../products/catalog.ts'
import type { SeededRandom } from '../seeded-random.ts'
import type { PlannedOrder } from './planned-order.ts'

/** One to four lines: the given products and up to two more. */
export function randomCart(random: SeededRandom, products: number[]): PlannedOrder['lines'] {
  const productIndexes = new Set(products)
  const additionalCount = products.length ? random.pick([0, 0, 0, 1, 1, 2]) : random.pick([1, 1, 2, 2, 3, 4])
  const lineCount = Math.min(4, products.length + additionalCount)
  while (productIndexes.size < lineCount)
    productIndexes.add(random.pick(listingProducts(random.integer(0, LISTING_COUNT - 1))))
  return [...productIndexes].map((product) => ({ product, quantity: random.odds(0.12) ? 2 : 1 }))
}
