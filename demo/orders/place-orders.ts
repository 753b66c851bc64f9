import { type PricedLine, quote } from '#core/pricing/quote.ts'
import type { DemoCustomer } from '../customers/customers.ts'
import type { DemoProductRecord } from '../products/product-rows.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import type { PlacedOrder } from './placed-order.ts'
import type { PlannedOrder } from './planned-order.ts'
import { statusHistory } from './status-changes.ts'

const DAY = 24 * 3_600_000
const FIRST_NUMBER = 104_217

/** The plan, with real products, people and moments; oldest first, so that the numbers rise. */
export function placeOrders(
  plan: PlannedOrder[],
  catalogProducts: DemoProductRecord[],
  customers: DemoCustomer[],
  now: number,
) {
  const chance = createSeededRandom(1)
  let number = FIRST_NUMBER
  return plan.map((planned) => {
    number += chance.integer(1, 40)
    return placeOrder(planned, `EB${number}`, { shelf: catalogProducts, customers, now, chance })
  })
}

type PlacementContext = {
  shelf: DemoProductRecord[]
  customers: DemoCustomer[]
  now: number
  chance: SeededRandom
}

function placeOrder(
  planned: PlannedOrder,
  number: string,
  { shelf: catalogProducts, customers, now, chance }: PlacementContext,
): PlacedOrder {
  const buyer = itemAt(customers, planned.person)
  const products = planned.lines.map(({ product }) => itemAt(catalogProducts, product))
  const cart: PricedLine[] = products.map(({ id, price }, nth) => {
    return { productId: id, quantity: planned.lines[nth]?.quantity ?? 1, price }
  })
  const placedAt = Math.floor(now - planned.age * DAY)
  return {
    id: chance.id('order', placedAt),
    number,
    buyer,
    shippingAddress: shippingAddress(buyer),
    quote: quote(cart, buyer.region, planned.offer),
    names: products.map(({ name }) => name),
    offerCode: planned.offer?.code ?? null,
    status: planned.status,
    paymentStatus: 'paid',
    placedAt,
    paidAt: placedAt + Math.floor(chance.between(40, 240) * 1000),
    statusChanges: statusHistory(planned.status, placedAt, chance),
  }
}

export function shippingAddress({ first, last, place, email, mobile }: DemoCustomer) {
  return { firstName: first, lastName: last, ...place, email, mobileNumber: mobile }
}

function itemAt<Item>(list: Item[], index: number): Item {
  const item = list[index]
  if (item === undefined) throw new Error(`Nothing at ${index}`)
  return item
}
