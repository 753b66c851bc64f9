import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { isAdmin, requireRole } from '../accounts/policy.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { formatMoney } from '../money.ts'
import { findPaidPayment } from '../payments/payments.server.ts'
import { findRefundIdByCause, type RefundReason, requestRefund } from '../payments/refunds.server.ts'
import { isTooMuchBack } from './database-reason.ts'
import { findOrder, lockOrder } from './find-order.server.ts'
import { giveOfferBack, type Mover, moveOrder } from './move-order.server.ts'
import type { Order } from './order.ts'
import { type Goods, takeAllBack, takeBack } from './order-stock.server.ts'
import { sendNow } from './send-refund.server.ts'

export const RefundWish = z.object({
  amount: z.int('An amount is whole minor units.').positive('Give back more than nothing.').optional(),
  restock: z
    .union([
      z.boolean(),
      z.array(z.object({ product_id: z.string(), quantity: z.int().positive() })).max(100),
    ])
    .optional(),
  note: z.string().trim().max(500).optional(),
})
export type RefundWish = z.infer<typeof RefundWish>

/** An administrator gives money back: all that is left, or a part of it, with the goods or without. */
export async function refundOrder(
  ctx: Context,
  idOrNumber: string,
  wish: RefundWish,
  key: string = newId('refund'),
): Promise<Order> {
  const { id: actorId } = requireRole(isAdmin, ctx.actor)
  const { id } = await findOrder(ctx, idOrNumber)
  const refundId = await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const amount = wish.amount ?? order.total - order.refunded
    const restock = goodsOf(order, wish.restock)
    const cause = `refund:${id}:${key}`
    const asked = await refundWithin(tx, order, { amount, restock, cause, actorId, note: wish.note ?? null })
    await writeAudit(
      ctx,
      { action: 'order-refunded', subject: id, after: { amount, restock: restock.length > 0 } },
      tx,
    )
    return asked
  })
  await sendNow(ctx, refundId)
  return findOrder(ctx, id)
}

type Refunding = {
  amount: number
  restock: Goods[]
  cause: string
  actorId: string | null
  note: string | null
  reason?: RefundReason
}

/** Under the order's lock: the money, the goods, and where the order stands when all of its price is gone. */
export async function refundWithin(tx: Db, order: Order, refunding: Refunding): Promise<string | undefined> {
  const { amount, restock, cause, actorId, note, reason = 'refunded' } = refunding
  const before = await findRefundIdByCause(tx, cause)
  if (before) return before
  const { id: orderId, total, refunded } = order
  const payment = await findPaidPayment(tx, orderId)
  const left = total - refunded
  if (!payment || order.paymentStatus !== 'paid' || amount > left || amount <= 0)
    throw tooMuch(order, payment ? left : 0)
  const asked = await requestRefund(tx, { orderId, paymentId: payment.id, amount, reason, cause, actorId })
  await comeBack(tx, orderId, restock, cause)
  if (amount === left) await priceIsGone(tx, order, note, { actor: 'admin', actorId })
  return asked
}

/** An order whose whole price went back before anyone packed it is cancelled, not refunded: its goods never left. */
export async function priceIsGone(tx: Db, order: Order, note: string | null, by: Mover): Promise<void> {
  const { id, status: from } = order
  if (from === 'cancelled' || from === 'refunded') return
  if (from === 'pending') {
    await takeAllBack(tx, id, 'cancelled')
    await giveOfferBack(tx, id)
  }
  await moveOrder(tx, id, { from, to: from === 'pending' ? 'cancelled' : 'refunded', note, ...by })
}

async function comeBack(tx: Db, orderId: string, restock: Goods[], cause: string): Promise<void> {
  try {
    await takeBack(tx, orderId, restock, cause)
  } catch (error) {
    if (!isTooMuchBack(error)) throw error
    throw new Refusal('conflict', 'More would come back than this order took.')
  }
}

function tooMuch({ currency }: Order, left: number): Refusal {
  const most =
    left > 0
      ? `At most ${formatMoney({ amount: left, currency })} can still go back.`
      : 'Nothing was paid for this order, or all of it went back.'
  return new Refusal('conflict', most)
}

function goodsOf({ items }: Order, restock: RefundWish['restock']): Goods[] {
  if (restock === true) return items.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!restock) return []
  return restock.map(({ product_id: productId, quantity }) => ({ productId, quantity }))
}
