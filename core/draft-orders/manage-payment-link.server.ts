import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { reverseOrder } from '../orders/cancel-order.server.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { toTransitionActor } from '../orders/order-transition.server.ts'
import { type DraftOrder, requireDraft } from './find-draft-order.server.ts'
import { enqueueLinkEmail } from './payment-link-email.server.ts'

/** Cancels the order of the link, which releases its stock. A paid order is cancelled on its own page. */
export async function cancelPaymentLink(ctx: Context, id: string): Promise<DraftOrder> {
  await staffTransaction(ctx, 'orders.create', async (tx) => {
    const { order } = await lockUnpaidOrder(tx, id)
    await reverseOrder(tx, order, toTransitionActor(ctx), 'Payment link cancelled')
    await writeAudit(
      ctx,
      { action: 'order-draft-cancelled', subject: id, after: { order: order.number } },
      tx,
    )
  })
  return requireDraft(ctx.db, id)
}

/** Emails the link again. */
export async function resendPaymentLink(ctx: Context, id: string): Promise<void> {
  await staffTransaction(ctx, 'orders.create', async (tx) => {
    const { draft, order } = await lockUnpaidOrder(tx, id)
    await enqueueLinkEmail({ ...ctx, db: tx }, draft, order)
    await writeAudit(ctx, { action: 'order-draft-resent', subject: id, after: { order: order.number } }, tx)
  })
}

async function lockUnpaidOrder(tx: Db, id: string): Promise<{ draft: DraftOrder; order: Order }> {
  const draft = await requireDraft(tx, id)
  if (!draft.orderId) throw new Refusal('conflict', 'This draft wasn’t sent yet.')
  const order = await lockOrder(tx, draft.orderId)
  if (order.status === 'cancelled') throw new Refusal('conflict', 'This payment link is closed already.')
  if (order.status !== 'pending' || order.paymentStatus !== 'pending')
    throw new Refusal('conflict', `Order #${order.number} is paid already. Cancel or refund it on its page.`)
  return { draft, order }
}
