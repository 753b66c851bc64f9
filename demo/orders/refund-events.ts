import { bookRefund } from '#core/accounting/post-entries.server.ts'
import { handleDispute } from '#core/checkout/handle-dispute-event.server.ts'
import { store as storeActor } from '#core/context.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { sendRefund } from '#core/orders/refunds/send-refund.server.ts'
import type { Dispute } from '#core/payments/payment.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { DAY_MS, MINUTE_MS } from '#core/time-units.ts'
import { GRACE_EMAIL } from '../customers/customers.ts'
import {
  accountContext,
  adminContext,
  buildContext,
  lookUp,
  type SeedEvent,
  type SeedStore,
} from '../seed-store.ts'
import type { DemoOrder } from './demo-orders.ts'
import { MONTH } from './planned-order.ts'

/** Only for orders older than the two months that the growth figure compares. */
export function refundEvents(orders: DemoOrder[], now: number): SeedEvent[] {
  const delivered = orders
    .filter(({ status, placedAt }) => status === 'delivered' && placedAt < now - (2 * MONTH + 5) * DAY_MS)
    .filter(({ buyer }) => buyer.email !== GRACE_EMAIL)
    .toReversed()
  const refundable = requireOrder(delivered.find(({ lines }) => lines.length > 1))
  return [
    ...cancellation(requireOrder(orders.find(({ status }) => status === 'cancelled'))),
    ...partialRefund(refundable),
    ...disputeEvents(requireOrder(delivered.find((order) => order !== refundable)), 'won'),
    ...disputeEvents(requireOrder(orders.find(({ status }) => status === 'refunded')), 'lost'),
    openDispute(requireOrder(delivered.findLast((order) => order !== refundable)), now),
  ]
}

function cancellation(order: DemoOrder): SeedEvent[] {
  const at = order.placedAt + 50 * MINUTE_MS
  return [
    {
      at,
      async run(store) {
        await cancelOrder(accountContext(store, order.buyer.email, at), order.number)
      },
    },
    settlement(order, at + MINUTE_MS),
  ]
}

function partialRefund(order: DemoOrder): SeedEvent[] {
  const at = order.placedAt + 8 * DAY_MS
  return [
    {
      at,
      async run(store) {
        const lines = order.lines.slice(0, 1).map(({ slug }) => {
          return { productId: lookUp(store.productIds, slug), quantity: 1 }
        })
        const request = { lines, note: 'Arrived damaged, no need to send it back', share_note: true }
        await refundOrder(adminContext(store, at), order.number, request)
      },
    },
    settlement(order, at + MINUTE_MS),
  ]
}

function disputeEvents(order: DemoOrder, outcome: 'won' | 'lost'): SeedEvent[] {
  const reportDispute = (at: number, state: Dispute['state']): SeedEvent => ({
    at,
    async run(store) {
      const { session } = lookUp(store.checkouts, order.number)
      const { amount, intentId } = session
      const reason = outcome === 'won' ? 'product_not_received' : 'fraudulent'
      const status = state === 'open' ? 'needs_response' : state
      const dueBy = new Date(openedAt + 7 * DAY_MS)
      const id = `du_demo_${order.number}_${amount}`
      const dispute = { id, intentId, amount, reason, state, status, dueBy, answerable: true }
      await handleDispute(storeContext(store, at), dispute)
    },
  })
  const openedAt = order.placedAt + 12 * DAY_MS
  const closedAt = openedAt + 19 * DAY_MS
  return [
    reportDispute(openedAt, 'open'),
    reportDispute(closedAt, outcome),
    settlement(order, closedAt + MINUTE_MS),
  ]
}

/** The bank waits for evidence. */
function openDispute({ number }: DemoOrder, now: number): SeedEvent {
  const at = now - 2 * DAY_MS
  return {
    at,
    async run(store) {
      const { session } = lookUp(store.checkouts, number)
      const { amount, intentId } = session
      await handleDispute(storeContext(store, at), {
        ...{ id: `du_demo_${number}_${amount}`, intentId, amount, reason: 'product_not_received' },
        ...{ state: 'open', status: 'needs_response', dueBy: new Date(now + 5 * DAY_MS), answerable: true },
      })
    },
  }
}

/** What jobs do after a refund. */
function settlement({ number }: DemoOrder, at: number): SeedEvent {
  return {
    at,
    async run(store) {
      const ctx = storeContext(store, at)
      for (const { id } of await listRefunds(ctx.db, lookUp(store.checkouts, number).orderId)) {
        await sendRefund(ctx, id)
        await bookRefund(ctx, id)
      }
    },
  }
}

const storeContext = (store: SeedStore, at: number) => buildContext(store, storeActor, at)

function requireOrder(order: DemoOrder | undefined): DemoOrder {
  if (!order) throw new Error('The demo has no order for a refund or a dispute')
  return order
}
