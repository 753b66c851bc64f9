import type { OrderStatus } from '#core/orders/order-status.ts'
import { quote } from '#core/pricing/quote.ts'
import { type Chance, createChance } from './chance.ts'
import type { Customer } from './customers.ts'
import type { GrownProduct } from './grow-products.ts'
import { REVIEWS } from './grow-words.ts'
import type { Row } from './insert-rows.ts'
import { movesTo } from './order-moves.ts'
import { shippingAddress } from './place-orders.ts'
import type { PlacedOrder } from './placed-order.ts'

export type Fate = Pick<PlacedOrder, 'status' | 'paymentStatus'>

/** Buyer and products by their places in their lists. */
export type GrownOrder = Fate & {
  buyer: number
  lines: { product: number; quantity: number }[]
  age: number
  /** Stars that its first product gets from the buyer. */
  stars: number | null
}

const DAY = 24 * 3_600_000

/** How many there are of each, and how chance falls. */
export type Year = { orders: number; products: number; buyers: number; seed: number }

/** The orders of a year, oldest first. Asked twice it says the same, so that stock and stars are counted beforehand. */
export function* growOrders({ orders, products, buyers, seed }: Year): Generator<GrownOrder> {
  const chance = createChance(seed)
  const reviewed = new Set<number>()
  for (let nth = 0; nth < orders; nth++) {
    const age = 365 * (1 - (nth + 0.999 * chance.next()) / orders) + 0.02
    const buyer = favoured(buyers, 1.4, chance)
    const lines = linesOf(products, chance)
    const fate = fateOf(age, chance)
    const first = (lines[0]?.product ?? 0) * buyers + buyer
    const reviews = fate.status === 'delivered' && age > 30 && chance.odds(0.1) && !reviewed.has(first)
    if (reviews) reviewed.add(first)
    yield { ...fate, buyer, lines, age, stars: reviews ? chance.pick([3, 4, 4, 5, 5, 5, 2]) : null }
  }
}

/** The earlier in the list, the more often. */
function favoured(length: number, power: number, chance: Chance): number {
  return Math.floor(length * chance.next() ** power)
}

function linesOf(products: number, chance: Chance): GrownOrder['lines'] {
  const wanted = new Set<number>()
  const lines = Math.min(products, chance.pick([1, 1, 1, 2, 2, 3, 4]))
  while (wanted.size < lines) wanted.add(favoured(products, 2.2, chance))
  return [...wanted].map((product) => ({ product, quantity: chance.pick([1, 1, 1, 1, 2, 3]) }))
}

function fateOf(age: number, chance: Chance): Fate {
  if (age > 0.1 && chance.odds(0.04)) return { status: 'cancelled', paymentStatus: 'failed' }
  if (age > 30 && chance.odds(0.01)) return { status: 'refunded', paymentStatus: 'refunded' }
  return { status: statusAt(age), paymentStatus: 'paid' }
}

function statusAt(age: number): OrderStatus {
  if (age < 1) return 'pending'
  if (age < 2) return 'processing'
  return age < 6 ? 'shipped' : 'delivered'
}

export type Tally = { sold: Int32Array; stars: Int32Array; reviews: Int32Array }

/** What a year takes from the shelves and says about them, by the products' places in their list. */
export function tallyOrders(year: Year): Tally {
  const counts = () => new Int32Array(year.products)
  const tally = { sold: counts(), stars: counts(), reviews: counts() }
  const add = (to: Int32Array, product: number, amount: number) => {
    to[product] = (to[product] ?? 0) + amount
  }
  for (const { lines, paymentStatus, stars } of growOrders(year)) {
    if (paymentStatus === 'paid')
      for (const { product, quantity } of lines) add(tally.sold, product, quantity)
    const first = lines[0]
    if (stars === null || !first) continue
    add(tally.stars, first.product, stars)
    add(tally.reviews, first.product, 1)
  }
  return tally
}

export type Market = { products: GrownProduct[]; buyers: Customer[]; now: number }

export function placeGrownOrder(
  order: GrownOrder,
  number: string,
  market: Market,
  chance: Chance,
): PlacedOrder {
  const buyer = market.buyers[order.buyer]
  if (!buyer) throw new Error('An order of nobody')
  const placedAt = Math.floor(market.now - order.age * DAY)
  const lines = order.lines.map(({ product, quantity }) => ({ product: market.products[product], quantity }))
  const cart = lines.map(({ product, quantity }) => ({
    productId: product?.id ?? '',
    price: product?.price ?? 0,
    quantity,
  }))
  return {
    id: chance.id('order', placedAt),
    number,
    buyer,
    shippingAddress: shippingAddress(buyer),
    quote: quote(cart, buyer.region),
    names: lines.map(({ product }) => product?.name ?? ''),
    offerCode: null,
    status: order.status,
    paymentStatus: order.paymentStatus,
    placedAt,
    paidAt: placedAt + chance.whole(40_000, 240_000),
    moves: movesTo(order.status, placedAt, chance),
  }
}

export function grownReviewRows(
  { stars, age, buyer, lines }: GrownOrder,
  market: Market,
  chance: Chance,
): Row[] {
  const author = market.buyers[buyer]
  const product = market.products[lines[0]?.product ?? 0]
  if (stars === null || !author || !product) return []
  const at = market.now - (age - chance.between(8, 28)) * DAY
  return [
    {
      id: chance.id('review', at),
      product_id: product.id,
      profile_id: author.id,
      author: `${author.first} ${author.last.charAt(0)}.`,
      rating: stars,
      title: chance.pick(REVIEWS.titles),
      body: `${chance.pick(REVIEWS.texts)} ${chance.pick(REVIEWS.texts)}`,
      created_at: new Date(at),
    },
  ]
}
