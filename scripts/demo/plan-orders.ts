import { basket } from './basket.ts'
import { catalogue } from './catalogue.ts'
import { type Chance, createChance } from './chance.ts'
import { GENEROUS, WELCOME } from './offers.ts'
import { people } from './people.ts'
import { balanceGrowth } from './plan-growth.ts'
import { basketOf, type PlannedOrder, settledAge } from './planned-order.ts'

export const ORDERS = 156
export const GRACE = 0

/** Who bought what and how long ago, oldest first: the same on every day that it is asked. */
export function planOrders(): PlannedOrder[] {
  for (let seed = ORDERS; seed < 2 * ORDERS; seed++) {
    const orders = tryPlan(createChance(seed))
    if (orders) return orders.sort((one, other) => other.age - one.age)
  }
  throw new Error(`No ${ORDERS} orders of this catalogue and these reviews grow as they should`)
}

/** Chance may put so much into one month that no last order mends it. */
function tryPlan(chance: Chance): PlannedOrder[] | undefined {
  const bought = [...reviewed(chance), ...ofGrace(chance), ...underWay(chance)]
  for (const order of bought) order.offer ??= offerFor(order, chance)
  return balanceGrowth(bought, ORDERS, chance)
}

type Bought = { by: number; product: number; daysAgo: number }

/** Who reviews a product has bought it: each customer's reviews, and what they ordered before writing them. */
function reviewed(chance: Chance): PlannedOrder[] {
  return people.flatMap((_, person) =>
    together(reviewsBy(person)).map(({ oldest, products }, nth) => ({
      person,
      lines: basket(chance, products),
      age: settledAge(oldest + chance.between(7, 14)),
      status: 'delivered' as const,
      offer: nth === 0 && chance.odds(0.3) ? WELCOME : undefined,
    })),
  )
}

function reviewsBy(person: number): Bought[] {
  return catalogue
    .flatMap(({ reviews }, product) => reviews.map(({ by, daysAgo }) => ({ by, product, daysAgo })))
    .filter(({ by }) => by === person)
    .sort((one, other) => other.daysAgo - one.daysAgo)
}

/** Reviews within six weeks of each other come from one parcel. */
function together(reviews: Bought[]): { oldest: number; products: number[] }[] {
  const parcels: { oldest: number; products: number[] }[] = []
  for (const { daysAgo, product } of reviews) {
    const last = parcels.at(-1)
    if (last && last.oldest - daysAgo <= 42) last.products.push(product)
    else parcels.push({ oldest: daysAgo, products: [product] })
  }
  return parcels
}

/** Grace signs in first, so that there is something to look at: her orders stand in several states. */
function ofGrace(chance: Chance): PlannedOrder[] {
  const order = (age: number, status: PlannedOrder['status']) => ({
    person: GRACE,
    lines: basket(chance, []),
    age: settledAge(age),
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

/** With Grace's: eight to pack, five on the packing table, seven on their way. */
function underWay(chance: Chance): PlannedOrder[] {
  const strangers = people.map((_, person) => person).filter((person) => person !== GRACE)
  const spread = (count: number, from: number, to: number, status: PlannedOrder['status']) =>
    Array.from({ length: count }, (_, nth) => ({
      person: strangers.splice(chance.whole(0, strangers.length - 1), 1)[0] ?? GRACE,
      lines: basket(chance, []),
      age: from + ((nth + chance.next()) / count) * (to - from),
      status,
    }))
  return [
    ...spread(7, 0.1, 1.5, 'pending'),
    ...spread(5, 1.7, 2.9, 'processing'),
    ...spread(6, 3.1, 5.8, 'shipped'),
  ]
}

function offerFor(order: PlannedOrder, chance: Chance) {
  const asked = order.age < GENEROUS.days && basketOf(order) >= GENEROUS.minimum
  return asked && chance.odds(0.4) ? GENEROUS : undefined
}
