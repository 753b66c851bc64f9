import { basket } from './basket.ts'
import { catalogue } from './catalogue.ts'
import type { Chance } from './chance.ts'
import { people } from './people.ts'
import { MONTH, type PlannedOrder, revenueOf, settledAge } from './planned-order.ts'

/** Revenue of the last 30 days over that of the 30 before: 12.5 % more. */
export const GROWTH = 1.125

/** What the last order of the plan may cost, in US cents: so much, some basket costs within a dollar. */
const REACH = { least: 10_000, most: 30_000 }

/** The orders given and as many more as make up the count, placed so that the last month grew as it should. */
export function balanceGrowth(
  orders: PlannedOrder[],
  count: number,
  chance: Chance,
): PlannedOrder[] | undefined {
  const all = [...orders]
  while (all.length < count - 1) {
    const missing = missingRevenue(all)
    if (missing > REACH.most) all.push(anotherOrder(chance, 7, MONTH - 2))
    else if (missing < REACH.least) all.push(anotherOrder(chance, MONTH + 1, 2 * MONTH - 2))
    else all.push(anotherOrder(chance, 2 * MONTH + 2, 300))
  }
  const missing = missingRevenue(all)
  const within = missing >= REACH.least && missing <= REACH.most && all.length === count - 1
  return within ? [...all, orderCosting(missing)] : undefined
}

/** How much the last 30 days are short of the growth. */
function missingRevenue(orders: PlannedOrder[]): number {
  const revenue = (from: number, to: number) =>
    orders
      .filter(({ age }) => age >= from && age < to)
      .map(revenueOf)
      .reduce((sum, amount) => sum + amount, 0)
  return Math.round(revenue(MONTH, 2 * MONTH) * GROWTH) - revenue(0, MONTH)
}

function anotherOrder(chance: Chance, from: number, to: number): PlannedOrder {
  return {
    person: chance.whole(1, people.length - 1),
    lines: basket(chance, []),
    age: settledAge(chance.between(from, to)),
    status: 'delivered',
  }
}

/** Of all baskets of three products, the one whose total comes nearest to this amount. */
function orderCosting(amount: number): PlannedOrder {
  let best = { away: Number.POSITIVE_INFINITY, order: costing([]) }
  for (const lines of threesomes()) {
    const order = costing(lines)
    const away = Math.abs(revenueOf(order) - amount)
    if (away < best.away) best = { away, order }
  }
  return best.order
}

function costing(lines: PlannedOrder['lines']): PlannedOrder {
  const american = people.findIndex(({ region }, person) => person > 0 && region === 'US')
  return { person: american, lines, age: 12.6, status: 'delivered' }
}

function* threesomes(): Generator<PlannedOrder['lines']> {
  const products = catalogue.map((_, product) => product)
  for (const first of products) {
    for (const second of products.slice(first + 1)) {
      for (const third of products.slice(second + 1)) {
        for (const [one, two, three] of QUANTITIES) {
          yield [
            { product: first, quantity: one },
            { product: second, quantity: two },
            { product: third, quantity: three },
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
