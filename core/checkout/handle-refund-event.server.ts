import { sendDisputeEmail, sendRefundFailedEmail } from '../orders/emails/send-order-emails.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { PROVIDER_ACTOR } from '../orders/order-transition.server.ts'
import { closeRefundedOrder } from '../orders/refunds/refund-order.server.ts'
import { completeRefund, revertRefund } from '../orders/refunds/send-refund.server.ts'
import type { Dispute, ProviderRefund } from '../payments/payment.ts'
import { findPaidByIntent } from '../payments/payments.server.ts'
import { findProviderRefund, recordProviderRefund } from '../payments/refunds.server.ts'
import type { PaymentContext } from './payment-context.ts'

export type RefundOutcome = 'unknown' | 'waiting' | 'already' | 'refunded' | 'failed: told to the owner'

/** Money that went back, whoever gave it: the store, or its owner at the provider's. Booked once; unbooked if it failed. */
export async function handleRefund(ctx: PaymentContext, refund: ProviderRefund): Promise<RefundOutcome> {
  const payment = refund.intentId ? await findPaidByIntent(ctx.db, refund.intentId) : undefined
  if (!payment) return 'unknown'
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const existing = await findProviderRefund(tx, refund)
    if (refund.state === 'waiting') return 'waiting'
    if (refund.state === 'failed') {
      if (!existing || existing.state === 'failed') return 'already'
      const failure = refund.failure ?? 'The buyer’s bank did not take it.'
      await revertRefund(tx, order, existing, failure)
      await sendRefundFailedEmail({ ...ctx, db: tx }, order, { ...existing, failure })
      return 'failed: told to the owner'
    }
    if (existing && existing.state !== 'asked') return 'already'
    await completeRefund(tx, order, existing ?? (await recordProviderRefund(tx, payment, refund)), refund.id)
    const isFullRefund = refund.amount >= order.total - order.refunded
    if (!existing && !payment.surplus && isFullRefund)
      await closeRefundedOrder(tx, order, 'Given back at the provider', PROVIDER_ACTOR)
    return 'refunded'
  })
}

/** A buyer's bank wants its money back: the owner answers it at the provider's. */
export async function handleDispute(
  ctx: PaymentContext,
  dispute: Dispute,
): Promise<'unknown' | 'told to the owner'> {
  const payment = dispute.intentId ? await findPaidByIntent(ctx.db, dispute.intentId) : undefined
  if (!payment) return 'unknown'
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    await sendDisputeEmail({ ...ctx, db: tx }, order, dispute)
  })
  return 'told to the owner'
}
