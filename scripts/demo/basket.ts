import { catalogue } from './catalogue.ts'
import type { Chance } from './chance.ts'
import type { PlannedOrder } from './planned-order.ts'

/** These products and perhaps one or two more, one to four lines in all. */
export function basket(chance: Chance, products: number[]): PlannedOrder['lines'] {
  const wanted = new Set(products)
  const more = products.length ? chance.pick([0, 0, 0, 1, 1, 2]) : chance.pick([1, 1, 2, 2, 3, 4])
  const lines = Math.min(4, products.length + more)
  while (wanted.size < lines) wanted.add(chance.whole(0, catalogue.length - 1))
  return [...wanted].map((product) => ({ product, quantity: chance.odds(0.12) ? 2 : 1 }))
}
