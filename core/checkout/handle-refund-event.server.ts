import { sendDisputeEmail, sendRefundFailedEmail } from '../orders/emails/send-order-emails.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { PROVIDER_ACTOR } from '../orders/order-transition.server.ts'
import { closeRefundedOrder } from '../orders/refunds/refund-order.server.ts'
import { completeRefund, revertRefund } from '../orders/refunds/send-refund.server.ts'
import type { Dispute, ProviderRefund } from '../payments/payment.ts'
import { findPaidByIntent } from '../payments/payments.server.ts'
import { findProviderRefund, recordProviderRefund } from '../payments/refunds.server.ts'
import type { PaymentContext } from './payment-context.ts'

export type RefundOutcome = 'unknown' | 'waiting' | 'already' | 'refunded' | 'failed: owner notified'

/** Handles refunds made by the store and in the provider's dashboard. Each is booked once, and reversed if it fails. */
export async function handleRefund(ctx: PaymentContext, refund: ProviderRefund): Promise<RefundOutcome> {
  const payment = refund.intentId ? await findPaidByIntent(ctx.db, refund.intentId) : undefined
  if (!payment) return 'unknown'
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const existing = await findProviderRefund(tx, refund)
    if (refund.state === 'waiting') return 'waiting'
    if (refund.state === 'failed') {
      if (!existing || existing.state === 'failed') return 'already'
      const failure = refund.failure ?? 'The customer’s bank rejected the refund.'
      await revertRefund(tx, order, existing, failure)
      await sendRefundFailedEmail({ ...ctx, db: tx }, order, { ...existing, failure })
      return 'failed: owner notified'
    }
    if (existing && existing.state !== 'asked') return 'already'
    await completeRefund(tx, order, existing ?? (await recordProviderRefund(tx, payment, refund)), refund.id)
    const isFullRefund = refund.amount >= order.total - order.refunded
    if (!existing && !payment.surplus && isFullRefund)
      await closeRefundedOrder(tx, order, 'Refunded in the provider’s dashboard', PROVIDER_ACTOR)
    return 'refunded'
  })
}

/** The owner responds to a dispute in the provider's dashboard. */
export async function handleDispute(
  ctx: PaymentContext,
  dispute: Dispute,
): Promise<'unknown' | 'owner notified'> {
  const payment = dispute.intentId ? await findPaidByIntent(ctx.db, dispute.intentId) : undefined
  if (!payment) return 'unknown'
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    await sendDisputeEmail({ ...ctx, db: tx }, order, dispute)
  })
  return 'owner notified'
}
