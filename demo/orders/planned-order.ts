import type { OrderStatus } from '#core/orders/order-status.ts'
import { type CatalogLine, type Quote, quote, toBaseAmount } from '#core/pricing/quote.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { type DemoPerson, people } from '../customers/people.ts'
import type { DemoOffer } from '../offers.ts'
import { catalog, type DemoProduct } from '../products/catalog.ts'

/** `person` and `product` are indexes into `people` and `catalog`. */
export type PlannedOrder = {
  person: number
  lines: { product: number; quantity: number }[]
  /** In days. */
  age: number
  status: OrderStatus
  offer?: DemoOffer | undefined
}

export const MONTH = 30
/** No orders this close to the end of a month, so that the growth figure stays the same for a day and a half. */
const QUIET_DAYS = 1.6

export function ageOutsideQuietDays(age: number): number {
  const isQuiet = [MONTH, 2 * MONTH].some((end) => age > end - QUIET_DAYS && age <= end + 0.1)
  return isQuiet ? age + QUIET_DAYS + 0.1 : age
}

export function quotePlannedOrder({ person, lines, offer }: PlannedOrder): Quote {
  return quote(lines.map(cartLine), DEFAULT_REGIONS[personAt(person).region], offer)
}

/** In US cents. */
export function orderRevenue(planned: PlannedOrder): number {
  const { total, rate } = quotePlannedOrder(planned)
  return toBaseAmount(total, rate)
}

export function orderSubtotal({ lines }: PlannedOrder): number {
  return lines.reduce((sum, line) => sum + productAt(line.product).price * line.quantity, 0)
}

export function personAt(index: number): DemoPerson {
  const person = people[index]
  if (!person) throw new Error(`No demo customer at index ${index}`)
  return person
}

export function productAt(index: number): DemoProduct {
  const product = catalog[index]
  if (!product) throw new Error(`No demo product at index ${index}`)
  return product
}

function cartLine({ product, quantity }: { product: number; quantity: number }): CatalogLine {
  const { slug, price } = productAt(product)
  return { productId: slug, quantity, price }
}
