import { ORDER_STATUSES, type OrderStatus } from '#core/orders/order-status.ts'
import { DAY_MS, HOUR_MS } from '#core/time-units.ts'
import type { DemoCustomer } from '../customers/customers.ts'
import { createSeededRandom, type SeededRandom } from '../seeded-random.ts'
import { type PlannedOrder, productAt } from './planned-order.ts'

/** Times are in milliseconds since the epoch. */
export type DemoOrder = {
  number: string
  buyer: DemoCustomer
  lines: { slug: string; quantity: number }[]
  /** Empty if the order has no offer. */
  code: string
  status: OrderStatus
  placedAt: number
  paidAt: number
  statusChanges: { to: FulfillmentStatus; at: number }[]
}

const FULFILLMENT = ['processing', 'shipped', 'delivered'] as const
type FulfillmentStatus = (typeof FULFILLMENT)[number]

const FIRST_NUMBER = 104_217

/** Expects the plan oldest first, so that order numbers rise with time. */
export function demoOrders(plan: PlannedOrder[], customers: DemoCustomer[], now: number): DemoOrder[] {
  const random = createSeededRandom(1)
  let number = FIRST_NUMBER
  return plan.map(({ person, lines, offer, age, status }) => {
    const buyer = customers[person]
    if (!buyer) throw new Error(`No demo customer at index ${person}`)
    number += random.integer(1, 40)
    const placedAt = timeForNumber(number, now - age * DAY_MS)
    return {
      number: `EB${number}`,
      buyer,
      lines: lines.map(({ product, quantity }) => ({ slug: productAt(product).slug, quantity })),
      code: offer?.code ?? '',
      status,
      placedAt,
      paidAt: placedAt + random.integer(40_000, 240_000),
      statusChanges: statusChanges(status, placedAt, random),
    }
  })
}

/** An order's number is the last six digits of the time at which it is placed, so this is at most 17 minutes off. */
function timeForNumber(number: number, at: number): number {
  return at - (at % 1_000_000) + number
}

/** Packed within a day, shipped within two, delivered within six. */
function statusChanges(
  status: OrderStatus,
  placedAt: number,
  random: SeededRandom,
): DemoOrder['statusChanges'] {
  const hours = [random.between(2, 22), random.between(26, 46), random.between(70, 132)]
  const changes = FULFILLMENT.map((to, index) => ({
    to,
    at: placedAt + Math.floor((hours[index] ?? 0) * HOUR_MS),
  }))
  return status === 'cancelled' ? [] : changes.slice(0, ORDER_STATUSES.indexOf(status))
}
