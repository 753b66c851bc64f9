import { z } from 'zod'
import { queryColumn } from '#db/sql.ts'
import { sendDisputeEmail } from '../orders/disputes/dispute-emails.server.ts'
import { recordDispute } from '../orders/disputes/record-dispute.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import { type Dispute, ProviderRejection } from '../payments/payment.ts'
import { findPaidByIntent } from '../payments/payments.server.ts'
import { findCardRemainder } from '../payments/refund-tenders.server.ts'
import { recordOutsideRefund, syncRefunds } from './handle-refund-event.server.ts'
import type { PaymentContext } from './payment-context.ts'

/** Staff respond to a dispute in the back office. A lost one pays the customer back. */
export async function handleDispute(
  ctx: PaymentContext,
  dispute: Dispute,
): Promise<'unknown' | 'unchanged' | 'received' | 'owner notified'> {
  const payment = dispute.intentId ? await findPaidByIntent(ctx.db, dispute.intentId) : undefined
  if (!payment) return 'unknown'
  // The amount may include a refund whose failure has not been reported yet.
  if (dispute.state === 'lost') await syncRefunds(ctx, payment.intentId)
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const change = await recordDispute(tx, payment, dispute, ctx.now)
    if (change !== 'news') return change === 'recorded' ? 'received' : 'unchanged'
    if (dispute.state === 'lost') {
      const amount = payment.surplus
        ? dispute.amount
        : Math.min(dispute.amount, await findCardRemainder(tx, payment.id))
      const refund = { providerId: dispute.id, at: ctx.now, amount, reason: 'disputed' as const }
      if (amount > 0) await recordOutsideRefund(tx, order, payment, refund)
    }
    await sendDisputeEmail({ ...ctx, db: tx }, order, dispute)
    return 'owner notified'
  })
}

/** Asks the provider about open disputes of which an earlier version stored neither status nor date. */
export async function refreshDisputes(ctx: PaymentContext): Promise<void> {
  if (!ctx.payments) return
  const ids = await queryColumn(ctx.db, z.string())`
    select id from disputes where state = 'open' and provider_status = 'unknown' order by opened_at limit 100`
  for (const id of ids) {
    try {
      await handleDispute(ctx, await ctx.payments.findDispute(id))
    } catch (error) {
      if (!(error instanceof ProviderRejection)) throw error
      ctx.log.warn('the provider doesn’t know a dispute', { id, error })
    }
  }
}
