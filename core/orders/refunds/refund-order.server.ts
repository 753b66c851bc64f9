import { z } from 'zod'
import { isAdmin, requireRole } from '#core/accounts/policy.ts'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { formatMoney } from '#core/money.ts'
import { findPaidPayment } from '#core/payments/payments.server.ts'
import { findRefundIdByCause, type RefundReason, requestRefund } from '#core/payments/refunds.server.ts'
import type { Db } from '#db/connection.ts'
import { isOverReturnError } from '../constraint-errors.ts'
import { findOrder, lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { restockItems, restockRemaining, type StockItem } from '../order-stock.server.ts'
import { releaseOffer, type TransitionActor, transitionOrder } from '../order-transition.server.ts'
import { sendRefundNow } from './send-refund.server.ts'

export const RefundRequest = z.object({
  amount: z
    .int('The amount must be a whole number of minor units.')
    .positive('The amount must be greater than 0.')
    .optional(),
  restock: z
    .union([
      z.boolean(),
      z.array(z.object({ product_id: z.string(), quantity: z.int().positive() })).max(100),
    ])
    .optional(),
  note: z.string().trim().max(500).optional(),
})
export type RefundRequest = z.infer<typeof RefundRequest>

/** Refunds all that remains unless the request names an amount. The key makes a repeated request harmless. */
export async function refundOrder(
  ctx: Context,
  idOrNumber: string,
  request: RefundRequest,
  key: string = newId('refund'),
): Promise<Order> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  const { id } = await findOrder(ctx, idOrNumber)
  const refundId = await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const amount = request.amount ?? order.total - order.refunded
    const restock = itemsToRestock(order, request.restock)
    const cause = `refund:${id}:${key}`
    const requestedId = await applyRefund(tx, order, {
      amount,
      restock,
      cause,
      actorId,
      note: request.note ?? null,
    })
    await writeAudit(
      ctx,
      { action: 'order-refunded', subject: id, after: { amount, restock: restock.length > 0 } },
      tx,
    )
    return requestedId
  })
  await sendRefundNow(ctx, refundId)
  return findOrder(ctx, id)
}

type RefundInput = {
  amount: number
  restock: StockItem[]
  cause: string
  actorId: string | null
  note: string | null
  reason?: RefundReason
}

/** The caller holds the order's lock. A full refund also closes the order. */
export async function applyRefund(tx: Db, order: Order, input: RefundInput): Promise<string | undefined> {
  const { amount, restock, cause, actorId, note, reason = 'refunded' } = input
  const existingId = await findRefundIdByCause(tx, cause)
  if (existingId) return existingId
  const { id: orderId, total, refunded } = order
  const payment = await findPaidPayment(tx, orderId)
  const remaining = total - refunded
  if (!payment || order.paymentStatus !== 'paid' || amount > remaining || amount <= 0)
    throw exceedsRefundable(order, payment ? remaining : 0)
  const requestedId = await requestRefund(tx, {
    orderId,
    paymentId: payment.id,
    amount,
    reason,
    cause,
    actorId,
  })
  await restockOrRefuse(tx, orderId, restock, cause)
  if (amount === remaining) await closeRefundedOrder(tx, order, note, { actor: 'admin', actorId })
  return requestedId
}

export async function closeRefundedOrder(
  tx: Db,
  order: Order,
  note: string | null,
  by: TransitionActor,
): Promise<void> {
  const { id, status: from } = order
  if (from === 'cancelled' || from === 'refunded') return
  if (from === 'pending') {
    await restockRemaining(tx, id, 'cancelled')
    await releaseOffer(tx, id)
  }
  await transitionOrder(tx, id, { from, to: from === 'pending' ? 'cancelled' : 'refunded', note, ...by })
}

async function restockOrRefuse(tx: Db, orderId: string, restock: StockItem[], cause: string): Promise<void> {
  try {
    await restockItems(tx, orderId, restock, cause)
  } catch (error) {
    if (!isOverReturnError(error)) throw error
    throw new Refusal('conflict', 'You can’t restock more items than the order contains.')
  }
}

function exceedsRefundable({ currency }: Order, remaining: number): Refusal {
  const message =
    remaining > 0
      ? `You can refund up to ${formatMoney({ amount: remaining, currency })}.`
      : 'This order has nothing left to refund.'
  return new Refusal('conflict', message)
}

function itemsToRestock({ items }: Order, restock: RefundRequest['restock']): StockItem[] {
  if (restock === true) return items.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!restock) return []
  return restock.map(({ product_id: productId, quantity }) => ({ productId, quantity }))
}
