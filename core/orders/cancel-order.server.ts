import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { closePayments, findPaidPayment } from '../payments/payments.server.ts'
import { requestRefund } from '../payments/refunds.server.ts'
import { findOrder, findOrderByLink, lockOrder, readOrder } from './find-order.server.ts'
import { giveOfferBack, type Mover, moveOrder, moverOf } from './move-order.server.ts'
import type { Order } from './order.ts'
import { nextSteps } from './order-status.ts'
import { releaseHold, takeAllBack } from './order-stock.server.ts'

/** By its owner or an administrator, until it is shipped: what was paid goes back, and so do the goods. */
export async function cancelOrder(ctx: Context, idOrNumber: string): Promise<Order> {
  const { id } = await findOrder(ctx, idOrNumber)
  return cancelled(ctx, id)
}

/** By a guest who has the order's link. */
export async function cancelOrderByLink(ctx: Context, number: string, token: string): Promise<Order> {
  const { id } = await findOrderByLink(ctx, number, token)
  return cancelled(ctx, id)
}

async function cancelled(ctx: Context, id: string): Promise<Order> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!nextSteps(order).includes('cancelled')) throw tooLate(order)
    await undoOrder(tx, order, moverOf(ctx.actor))
  })
  const order = await readOrder(ctx.db, id)
  if (!order) throw new Error(`Order ${id} is gone after it was cancelled`)
  return order
}

/** What a cancellation means for goods, money and offer, under the order's lock. */
export async function undoOrder(
  tx: Db,
  order: Order,
  mover: Mover,
  note: string | null = null,
): Promise<void> {
  const { id, status: from, paymentStatus, paymentMethod } = order
  if (paymentMethod === 'card' && paymentStatus === 'pending') {
    return undoUnpaid(tx, order, { ...mover, note, paymentState: 'failed' })
  }
  await takeAllBack(tx, id, 'cancelled')
  if (paymentStatus === 'paid') await giveMoneyBack(tx, order, mover)
  await giveOfferBack(tx, id)
  await moveOrder(tx, id, { from, to: 'cancelled', note, ...mover })
}

type Undoing = Mover & { note: string | null; paymentState: 'failed' | 'expired' }

/** Nobody pays for it any more: what was held can be bought again. */
export async function undoUnpaid(tx: Db, order: Order, { paymentState, ...by }: Undoing): Promise<void> {
  await closePayments(tx, order.id, paymentState)
  await releaseHold(tx, order.id)
  await giveOfferBack(tx, order.id)
  await moveOrder(tx, order.id, { from: order.status, to: 'cancelled', paymentStatus: 'failed', ...by })
}

async function giveMoneyBack(tx: Db, { id, total, refunded }: Order, { actorId }: Mover): Promise<void> {
  const payment = await findPaidPayment(tx, id)
  const amount = total - refunded
  if (!payment || amount <= 0) return
  const cause = `cancelled:${id}`
  await requestRefund(tx, { orderId: id, paymentId: payment.id, amount, reason: 'cancelled', cause, actorId })
}

function tooLate({ status }: Order): Refusal {
  const gone = status === 'shipped' || status === 'delivered'
  return new Refusal(
    'conflict',
    gone
      ? 'This order is on its way already. You can send it back once it is there.'
      : `This order is ${status} already.`,
  )
}
