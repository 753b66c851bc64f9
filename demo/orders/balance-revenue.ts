import { people } from '../customers/people.ts'
import { LISTING_COUNT } from '../products/catalog.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { ageOutsideQuietDays, MONTH, orderRevenue, type PlannedOrder } from './planned-order.ts'
import { randomCart } from './random-cart.ts'

/** Revenue of the last 30 days relative to the 30 days before. */
export const GROWTH = 1.125

/** US cents. In this range, some three-product cart comes within a dollar of any amount. */
const FINAL_ORDER_RANGE = { min: 10_000, max: 30_000 }

/** Adds orders until there are `count` and revenue has grown by exactly `GROWTH`. */
export function balanceRevenue(
  orders: PlannedOrder[],
  count: number,
  random: SeededRandom,
): PlannedOrder[] | undefined {
  const planned = [...orders]
  while (planned.length < count - 1) {
    const missing = missingRevenue(planned)
    if (missing > FINAL_ORDER_RANGE.max) planned.push(randomOrder(random, 7, MONTH - 2))
    else if (missing < FINAL_ORDER_RANGE.min) planned.push(randomOrder(random, MONTH + 1, 2 * MONTH - 2))
    else planned.push(randomOrder(random, 2 * MONTH + 2, 300))
  }
  const missing = missingRevenue(planned)
  const isWithinRange =
    missing >= FINAL_ORDER_RANGE.min && missing <= FINAL_ORDER_RANGE.max && planned.length === count - 1
  return isWithinRange ? [...planned, orderClosestTo(missing)] : undefined
}

function missingRevenue(orders: PlannedOrder[]): number {
  const revenue = (from: number, to: number) =>
    orders
      .filter(({ age }) => age >= from && age < to)
      .map(orderRevenue)
      .reduce((sum, amount) => sum + amount, 0)
  return Math.round(revenue(MONTH, 2 * MONTH) * GROWTH) - revenue(0, MONTH)
}

function randomOrder(random: SeededRandom, from: number, to: number): PlannedOrder {
  return {
    person: random.integer(1, people.length - 1),
    lines: randomCart(random, []),
    age: ageOutsideQuietDays(random.between(from, to)),
    status: 'delivered',
  }
}

function orderClosestTo(amount: number): PlannedOrder {
  let best = { difference: Number.POSITIVE_INFINITY, order: orderWithLines([]) }
  for (const lines of threeProductCarts()) {
    const order = orderWithLines(lines)
    const difference = Math.abs(orderRevenue(order) - amount)
    if (difference < best.difference) best = { difference, order }
  }
  return best.order
}

function orderWithLines(lines: PlannedOrder['lines']): PlannedOrder {
  const customerIndex = people.findIndex(({ region }, person) => person > 0 && region === 'US')
  return { person: customerIndex, lines, age: 12.6, status: 'delivered' }
}

function* threeProductCarts(): Generator<PlannedOrder['lines']> {
  const products = Array.from({ length: LISTING_COUNT }, (_, product) => product)
  for (const first of products) {
    for (const second of products.slice(first + 1)) {
      for (const third of products.slice(second + 1)) {
        for (const [firstQuantity, secondQuantity, thirdQuantity] of QUANTITIES) {
          yield [
            { product: first, quantity: firstQuantity },
            { product: second, quantity: secondQuantity },
            { product: third, quantity: thirdQuantity },
          ]
        }
      }
    }
  }
}

const QUANTITIES = [
  [1, 1, 1],
  [2, 1, 1],
  [1, 2, 1],
  [1, 1, 2],
] as const
