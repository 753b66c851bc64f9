import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { sendDisputeEmail } from '../orders/emails/send-order-emails.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Dispute } from '../payments/payment.ts'
import { findPaidByIntent } from '../payments/payments.server.ts'
import { findCardRemainder } from '../payments/refund-tenders.server.ts'
import { recordOutsideRefund, syncRefunds } from './handle-refund-event.server.ts'
import type { PaymentContext } from './payment-context.ts'

/** The owner responds to a dispute in the provider's dashboard. A lost one pays the customer back. */
export async function handleDispute(
  ctx: PaymentContext,
  dispute: Dispute,
): Promise<'unknown' | 'unchanged' | 'owner notified'> {
  const payment = dispute.intentId ? await findPaidByIntent(ctx.db, dispute.intentId) : undefined
  if (!payment) return 'unknown'
  // The amount may include a refund whose failure has not been reported yet.
  if (dispute.state === 'lost') await syncRefunds(ctx, payment.intentId)
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    if (!(await saveDispute(tx, payment, dispute, ctx.now))) return 'unchanged'
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

/** Returns false if nothing changed. Events may arrive out of order, and a closed dispute stays closed. */
async function saveDispute(
  tx: Db,
  { id: paymentId, orderId, currency }: { id: string; orderId: string; currency: string },
  { id, amount, reason, state }: Dispute,
  at: Date,
): Promise<boolean> {
  const closedAt = state === 'open' ? null : at
  const saved = await execute(tx)`
    insert into disputes (id, order_id, payment_id, amount, currency, reason, state, opened_at, closed_at)
    values (${id}, ${orderId}, ${paymentId}, ${amount}, ${currency}, ${reason}, ${state}, ${at}, ${closedAt})
    on conflict (id) do update set state = excluded.state, closed_at = excluded.closed_at
      where disputes.state = 'open' and excluded.state <> 'open'`
  return saved > 0
}
