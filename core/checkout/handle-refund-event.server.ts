import type { Db } from '#db/connection.ts'
import { sendRefundFailedEmail } from '../orders/emails/send-order-emails.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { providerActor } from '../orders/order-transition.server.ts'
import { reclaimStoreCredit } from '../orders/refunds/reclaim-store-credit.server.ts'
import { remainingRefund, shippingPart } from '../orders/refunds/refund-amounts.ts'
import { closeRefundedOrder } from '../orders/refunds/refund-order.server.ts'
import { completeRefund, revertRefund } from '../orders/refunds/send-refund.server.ts'
import type { ProviderRefund } from '../payments/payment.ts'
import { findPaidByIntent, type Payment } from '../payments/payments.server.ts'
import type { Refund } from '../payments/refund.ts'
import {
  findProviderRefund,
  findRefundedParts,
  recordFailedProviderRefund,
  recordProviderRefund,
  requestRefund,
  supersedeRefunds,
} from '../payments/refunds.server.ts'
import type { PaymentContext } from './payment-context.ts'

export type RefundOutcome = 'unknown' | 'waiting' | 'unchanged' | 'refunded' | 'failed: owner notified'

/** Handles refunds made by the store and in the provider's dashboard. Each is booked once, and reversed if it fails. */
export async function handleRefund(ctx: PaymentContext, refund: ProviderRefund): Promise<RefundOutcome> {
  const payment = refund.intentId ? await findPaidByIntent(ctx.db, refund.intentId) : undefined
  if (!payment) return 'unknown'
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const existing = await findProviderRefund(tx, refund)
    if (refund.state === 'waiting') return 'waiting'
    if (refund.state === 'failed') {
      if (!existing) await recordFailedProviderRefund(tx, payment, refund, ctx.now)
      if (!existing || existing.state === 'failed') return 'unchanged'
      const failure = refund.failure ?? 'The customer’s bank rejected the refund.'
      await revertRefund(tx, order, existing, { failure, at: ctx.now })
      await sendRefundFailedEmail({ ...ctx, db: tx }, order, { ...existing, failure })
      return 'failed: owner notified'
    }
    if (existing?.state === 'done' || (existing?.state === 'failed' && existing.providerId))
      return 'unchanged'
    const completion = { providerId: refund.id, at: ctx.now }
    const { amount } = refund
    if (existing) await completeExistingRefund(tx, order, payment, { ...completion, refund: existing })
    else await recordOutsideRefund(tx, order, payment, { ...completion, amount, reason: 'elsewhere' })
    return 'refunded'
  })
}

/** Brings all refunds of a payment up to date; each counts once. */
export async function syncRefunds(
  ctx: PaymentContext,
  intentId: string | null,
): Promise<RefundOutcome | undefined> {
  let outcome: RefundOutcome | undefined
  if (!ctx.payments || !intentId) return outcome
  for (const refund of await ctx.payments.listRefunds(intentId)) outcome = await handleRefund(ctx, refund)
  return outcome
}

type OutsideRefund = { providerId: string; at: Date; amount: number; reason: 'elsewhere' | 'disputed' }

/** Money that the provider paid back without the store's request: in its dashboard, or for a lost dispute. */
export async function recordOutsideRefund(
  tx: Db,
  order: Order,
  payment: Payment,
  { providerId, at, amount, reason }: OutsideRefund,
): Promise<void> {
  const { id: paymentId, orderId } = payment
  const hasSuperseded = await makeRoom(tx, order, payment, { amount, at })
  const refunded = await findRefundedParts(tx, orderId)
  const shipping = payment.surplus ? 0 : shippingPart(order, refunded, { amount, selectedShipping: 0 })
  const cause = `${reason}:${providerId}`
  const refund = await recordProviderRefund(tx, { orderId, paymentId, amount, shipping, cause, reason, at })
  await finish(tx, order, payment, { refund, providerId, at, hasSuperseded })
}

/** For money that the provider paid back: what the store refunds itself no longer fits. */
async function makeRoom(
  tx: Db,
  order: Order,
  payment: Payment,
  payout: { amount: number; at: Date; exceptId?: string },
): Promise<boolean> {
  const hasSuperseded = await supersedeRefunds(tx, { ...payout, paymentId: payment.id })
  return (await reclaimStoreCredit(tx, order, payment, payout)) || hasSuperseded
}

/** The store may have given up on a refund that was carried out; then later refunds may not fit anymore. */
async function completeExistingRefund(
  tx: Db,
  order: Order,
  payment: Payment,
  { refund, providerId, at }: { refund: Refund; providerId: string; at: Date },
): Promise<void> {
  const { id: exceptId, amount, state } = refund
  const hasSuperseded = state === 'failed' && (await makeRoom(tx, order, payment, { amount, at, exceptId }))
  await finish(tx, order, payment, { refund, providerId, at, hasSuperseded })
}

type FinishedRefund = { refund: Refund; providerId: string; at: Date; hasSuperseded: boolean }

async function finish(
  tx: Db,
  order: Order,
  payment: Payment,
  { refund, providerId, at, hasSuperseded }: FinishedRefund,
): Promise<void> {
  const done = await completeRefund(tx, order, refund, { providerId, at })
  if (payment.surplus) return
  const note = refund.reason === 'disputed' ? 'Dispute lost' : 'Refunded in the provider’s dashboard'
  if (done >= order.total) await closeRefundedOrder(tx, order, note, providerActor(at))
  else if (hasSuperseded) await refundRestOfClosedOrder(tx, order, { payment, providerId, at })
}

/** A superseded refund had already closed the order, so the customer is owed the rest. */
async function refundRestOfClosedOrder(
  tx: Db,
  order: Order,
  { payment, providerId, at }: { payment: Payment; providerId: string; at: Date },
): Promise<void> {
  const { id: orderId, status } = order
  if (status !== 'cancelled' && status !== 'refunded') return
  const rest = remainingRefund(order, await findRefundedParts(tx, orderId))
  if (rest.amount <= 0) return
  const reason = status === 'cancelled' ? 'cancelled' : 'refunded'
  const cause = `rest:${providerId}`
  await requestRefund(tx, { ...rest, orderId, paymentId: payment.id, reason, cause, actorId: null, at })
}
