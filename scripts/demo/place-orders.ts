import { type PricedLine, quote } from '#core/pricing/quote.ts'
import { type Chance, createChance } from './chance.ts'
import type { Customer } from './customers.ts'
import { movesTo } from './order-moves.ts'
import type { PlacedOrder } from './placed-order.ts'
import type { PlannedOrder } from './planned-order.ts'
import type { ShelfProduct } from './shelf.ts'

const DAY = 24 * 3_600_000
const FIRST_NUMBER = 104_217

/** The plan, with real products, people and moments; oldest first, so that the numbers rise. */
export function placeOrders(plan: PlannedOrder[], shelf: ShelfProduct[], customers: Customer[], now: number) {
  const chance = createChance(1)
  let number = FIRST_NUMBER
  return plan.map((planned) => {
    number += chance.whole(1, 40)
    return placeOrder(planned, `EB${number}`, { shelf, customers, now, chance })
  })
}

type Shop = { shelf: ShelfProduct[]; customers: Customer[]; now: number; chance: Chance }

function placeOrder(
  planned: PlannedOrder,
  number: string,
  { shelf, customers, now, chance }: Shop,
): PlacedOrder {
  const buyer = at(customers, planned.person)
  const products = planned.lines.map(({ product }) => at(shelf, product))
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
    moves: movesTo(planned.status, placedAt, chance),
  }
}

export function shippingAddress({ first, last, place, email, mobile }: Customer) {
  return { firstName: first, lastName: last, ...place, email, mobileNumber: mobile }
}

function at<Item>(list: Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`Nothing at ${place}`)
  return item
}
