import type { OrderStatus } from '#core/orders/order-status.ts'
import { quote } from '#core/pricing/quote.ts'
import { shippingAddress } from '#demo/customers/customers.ts'
import { createSeededRandom, type SeededRandom } from '#demo/seeded-random.ts'
import type { TableRow } from './copy-rows.ts'
import type { GeneratedProduct } from './generated-product.ts'
import type { GeneratedCustomer } from './grow-customers.ts'
import type { PlacedOrder } from './placed-order.ts'
import { REVIEWS } from './product-vocabulary.ts'
import { randomId } from './random-id.ts'
import { statusHistory } from './status-changes.ts'

export type OrderOutcome = Pick<PlacedOrder, 'status' | 'paymentStatus'>

/** `buyer` and `product` are indexes into the market's lists. */
export type GeneratedOrder = OrderOutcome & {
  buyer: number
  lines: { product: number; quantity: number }[]
  age: number
  /** The buyer's rating of the first product. */
  stars: number | null
}

const DAY = 24 * 3_600_000

export type YearPlan = { orders: number; products: number; buyers: number; seed: number }

/** Oldest orders first. Deterministic, so that a first pass can count stock and ratings before the orders are copied. */
export function* generateOrders({ orders, products, buyers, seed }: YearPlan): Generator<GeneratedOrder> {
  const random = createSeededRandom(seed)
  const reviewedPairs = new Set<number>()
  for (let index = 0; index < orders; index++) {
    const age = 365 * (1 - (index + 0.999 * random.next()) / orders) + 0.02
    const buyer = earlyBiasedIndex(buyers, 1.4, random)
    const lines = randomLines(products, random)
    const outcome = randomOutcome(age, random)
    const reviewKey = (lines[0]?.product ?? 0) * buyers + buyer
    const hasReview =
      outcome.status === 'delivered' && age > 30 && random.odds(0.1) && !reviewedPairs.has(reviewKey)
    if (hasReview) reviewedPairs.add(reviewKey)
    yield { ...outcome, buyer, lines, age, stars: hasReview ? random.pick([3, 4, 4, 5, 5, 5, 2]) : null }
  }
}

function earlyBiasedIndex(length: number, power: number, random: SeededRandom): number {
  return Math.floor(length * random.next() ** power)
}

function randomLines(products: number, random: SeededRandom): GeneratedOrder['lines'] {
  const productIndexes = new Set<number>()
  const lines = Math.min(products, random.pick([1, 1, 1, 2, 2, 3, 4]))
  while (productIndexes.size < lines) productIndexes.add(earlyBiasedIndex(products, 2.2, random))
  return [...productIndexes].map((product) => ({ product, quantity: random.pick([1, 1, 1, 1, 2, 3]) }))
}

function randomOutcome(age: number, random: SeededRandom): OrderOutcome {
  if (age > 0.1 && random.odds(0.04)) return { status: 'cancelled', paymentStatus: 'failed' }
  if (age > 30 && random.odds(0.01)) return { status: 'refunded', paymentStatus: 'refunded' }
  return { status: statusForAge(age), paymentStatus: 'paid' }
}

function statusForAge(age: number): OrderStatus {
  if (age < 1) return 'pending'
  if (age < 2) return 'processing'
  return age < 6 ? 'shipped' : 'delivered'
}

export type OrderTally = { sold: Int32Array; stars: Int32Array; reviews: Int32Array }

/** Units sold and ratings per product index. */
export function tallyOrders(year: YearPlan): OrderTally {
  const counts = () => new Int32Array(year.products)
  const tally = { sold: counts(), stars: counts(), reviews: counts() }
  const add = (to: Int32Array, product: number, amount: number) => {
    to[product] = (to[product] ?? 0) + amount
  }
  for (const { lines, paymentStatus, stars } of generateOrders(year)) {
    if (paymentStatus === 'paid')
      for (const { product, quantity } of lines) add(tally.sold, product, quantity)
    const first = lines[0]
    if (stars === null || !first) continue
    add(tally.stars, first.product, stars)
    add(tally.reviews, first.product, 1)
  }
  return tally
}

export type GeneratedMarket = { products: GeneratedProduct[]; buyers: GeneratedCustomer[]; now: number }

export function toPlacedOrder(
  order: GeneratedOrder,
  number: string,
  market: GeneratedMarket,
  random: SeededRandom,
): PlacedOrder {
  const buyer = market.buyers[order.buyer]
  if (!buyer) throw new Error(`No buyer at index ${order.buyer}`)
  const placedAt = Math.floor(market.now - order.age * DAY)
  const lines = order.lines.map(({ product, quantity }) => ({ product: market.products[product], quantity }))
  const cart = lines.map(({ product, quantity }) => ({
    productId: product?.id ?? '',
    price: product?.price ?? 0,
    quantity,
  }))
  return {
    id: randomId(random, 'order', placedAt),
    number,
    buyer,
    shippingAddress: shippingAddress(buyer),
    quote: quote(cart, buyer.region),
    names: lines.map(({ product }) => product?.name ?? ''),
    status: order.status,
    paymentStatus: order.paymentStatus,
    placedAt,
    paidAt: placedAt + random.integer(40_000, 240_000),
    statusChanges: statusHistory(order.status, placedAt, random),
  }
}

export function reviewRowsFor(
  { stars, age, buyer, lines }: GeneratedOrder,
  market: GeneratedMarket,
  random: SeededRandom,
): TableRow[] {
  const author = market.buyers[buyer]
  const product = market.products[lines[0]?.product ?? 0]
  if (stars === null || !author || !product) return []
  const at = market.now - (age - random.between(8, 28)) * DAY
  return [
    {
      id: randomId(random, 'review', at),
      product_id: product.id,
      profile_id: author.id,
      author: `${author.first} ${author.last.charAt(0)}.`,
      rating: stars,
      title: random.pick(REVIEWS.titles),
      body: `${random.pick(REVIEWS.texts)} ${random.pick(REVIEWS.texts)}`,
      created_at: new Date(at),
    },
  ]
}
