import { people } from '../customers/people.ts'
import { AMOUNT_OFFER, WELCOME_OFFER } from '../offers.ts'
import { catalog } from '../products/catalog.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { balanceRevenue } from './balance-revenue.ts'
import { ageOutsideQuietDays, orderSubtotal, type PlannedOrder } from './planned-order.ts'
import { randomCart } from './random-cart.ts'

/** Orders that count on the dashboard. */
export const ORDER_COUNT = 156
/** Fully refunded orders don't count as orders or revenue. */
export const REFUNDED_ORDERS: PlannedOrder[] = [
  { person: 6, lines: [{ product: 4, quantity: 1 }], age: 69.2, status: 'cancelled' },
  { person: 12, lines: [{ product: 9, quantity: 1 }], age: 104.6, status: 'refunded' },
]
export const GRACE_INDEX = 0

/** Ages are relative, so the plan is the same on every day. Oldest orders come first. */
export function planOrders(): PlannedOrder[] {
  for (let seed = ORDER_COUNT; seed < 2 * ORDER_COUNT; seed++) {
    const orders = tryPlan(createSeededRandom(seed))
    if (orders) return [...orders, ...REFUNDED_ORDERS].sort((a, b) => b.age - a.age)
  }
  throw new Error(
    `No plan of ${ORDER_COUNT} orders reaches the growth target with this catalog and its reviews`,
  )
}

/** Fails if one month gets so much revenue that a final order cannot balance it. */
function tryPlan(random: SeededRandom): PlannedOrder[] | undefined {
  const planned = [...reviewedOrders(random), ...graceOrders(random), ...openOrders(random)]
  for (const order of planned) order.offer ??= maybeOffer(order, random)
  return balanceRevenue(planned, ORDER_COUNT, random)
}

type ReviewedPurchase = { by: number; product: number; daysAgo: number }

/** Only buyers can review, so each review needs an earlier order. */
function reviewedOrders(random: SeededRandom): PlannedOrder[] {
  return people.flatMap((_, person) =>
    groupIntoParcels(reviewsBy(person)).map(({ oldest, products }, index) => ({
      person,
      lines: randomCart(random, products),
      age: ageOutsideQuietDays(oldest + random.between(7, 14)),
      status: 'delivered' as const,
      offer: index === 0 && random.odds(0.3) && person !== GRACE_INDEX ? WELCOME_OFFER : undefined,
    })),
  )
}

function reviewsBy(person: number): ReviewedPurchase[] {
  return catalog
    .flatMap(({ reviews }, product) => reviews.map(({ by, daysAgo }) => ({ by, product, daysAgo })))
    .filter(({ by }) => by === person)
    .sort((a, b) => b.daysAgo - a.daysAgo)
}

/** Products reviewed within six weeks of each other share an order. */
function groupIntoParcels(reviews: ReviewedPurchase[]): { oldest: number; products: number[] }[] {
  const parcels: { oldest: number; products: number[] }[] = []
  for (const { daysAgo, product } of reviews) {
    const last = parcels.at(-1)
    if (last && last.oldest - daysAgo <= 42) last.products.push(product)
    else parcels.push({ oldest: daysAgo, products: [product] })
  }
  return parcels
}

/** Visitors sign in as Grace, so her orders show several statuses. */
function graceOrders(random: SeededRandom): PlannedOrder[] {
  const order = (age: number, status: PlannedOrder['status']) => ({
    person: GRACE_INDEX,
    lines: randomCart(random, []),
    age: ageOutsideQuietDays(age),
    status,
  })
  return [
    order(0.4, 'pending'),
    order(3.6, 'shipped'),
    order(17.3, 'delivered'),
    order(116.2, 'delivered'),
    order(203.7, 'delivered'),
  ]
}

/** Together with Grace's: eight pending, five processing, and seven shipped. */
function openOrders(random: SeededRandom): PlannedOrder[] {
  const otherCustomers = people.map((_, person) => person).filter((person) => person !== GRACE_INDEX)
  const spread = (count: number, from: number, to: number, status: PlannedOrder['status']) =>
    Array.from({ length: count }, (_, index) => ({
      person: otherCustomers.splice(random.integer(0, otherCustomers.length - 1), 1)[0] ?? GRACE_INDEX,
      lines: randomCart(random, []),
      age: from + ((index + random.next()) / count) * (to - from),
      status,
    }))
  return [
    ...spread(7, 0.1, 1.5, 'pending'),
    ...spread(5, 1.7, 2.9, 'processing'),
    ...spread(6, 3.1, 5.8, 'shipped'),
  ]
}

function maybeOffer(order: PlannedOrder, random: SeededRandom) {
  const isEligible = order.age < AMOUNT_OFFER.days - 1 && orderSubtotal(order) >= AMOUNT_OFFER.minimum
  return isEligible && random.odds(0.4) ? AMOUNT_OFFER : undefined
}
