import { type CatalogLine, quote } from '#core/pricing/quote.ts'
import type { DemoCustomer } from '../customers/customers.ts'
import type { DemoProductRecord } from '../products/product-rows.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { PlacedOrder } from './placed-order.ts'
import type { PlannedOrder } from './planned-order.ts'
import { statusHistory } from './status-changes.ts'

const DAY = 24 * 3_600_000
const FIRST_NUMBER = 104_217

/** Expects the plan oldest first, so that order numbers rise with time. */
export function placeOrders(
  plan: PlannedOrder[],
  catalogProducts: DemoProductRecord[],
  customers: DemoCustomer[],
  now: number,
) {
  const random = createSeededRandom(1)
  let number = FIRST_NUMBER
  return plan.map((planned) => {
    number += random.integer(1, 40)
    return placeOrder(planned, `EB${number}`, { catalogProducts, customers, now, random })
  })
}

type PlacementContext = {
  catalogProducts: DemoProductRecord[]
  customers: DemoCustomer[]
  now: number
  random: SeededRandom
}

function placeOrder(
  planned: PlannedOrder,
  number: string,
  { catalogProducts, customers, now, random }: PlacementContext,
): PlacedOrder {
  const buyer = itemAt(customers, planned.person)
  const products = planned.lines.map(({ product }) => itemAt(catalogProducts, product))
  const cart: CatalogLine[] = products.map(({ id, price }, index) => {
    return { productId: id, quantity: planned.lines[index]?.quantity ?? 1, price }
  })
  const placedAt = Math.floor(now - planned.age * DAY)
  return {
    id: random.id('order', placedAt),
    number,
    buyer,
    shippingAddress: shippingAddress(buyer),
    quote: quote(cart, buyer.region, planned.offer),
    names: products.map(({ name }) => name),
    offerCode: planned.offer?.code ?? null,
    status: planned.status,
    paymentStatus: 'paid',
    placedAt,
    paidAt: placedAt + Math.floor(random.between(40, 240) * 1000),
    statusChanges: statusHistory(planned.status, placedAt, random),
  }
}

export function shippingAddress({ first, last, address, email, mobile }: DemoCustomer) {
  return { firstName: first, lastName: last, ...address, email, mobileNumber: mobile }
}

function itemAt<Item>(list: Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`No item at index ${index}`)
  return item
}
