import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { closePayments, findPaidPayment } from '../payments/payments.server.ts'
import { findRefundedParts, requestRefund } from '../payments/refunds.server.ts'
import { cancelAuthorizedOrder } from './authorizations/write-authorization.server.ts'
import { refundUnpaidExchange } from './exchanges/unpaid-exchange.server.ts'
import { findOrder, findOrderByLink, lockOrder, lookUpOrder, readOrder } from './find-order.server.ts'
import type { Order } from './order.ts'
import { getNextStatuses } from './order-status.ts'
import { releaseHolds, restockRemaining } from './order-stock.server.ts'
import {
  releaseOffer,
  type TransitionActor,
  toTransitionActor,
  transitionOrder,
} from './order-transition.server.ts'
import { remainingRefund } from './refunds/refund-amounts.ts'
import { requireCancellationApproval } from './refunds/require-refund-approval.server.ts'

/** Customers and staff can cancel until an order ships. Payments are refunded and stock is returned. */
export async function cancelOrder(ctx: Context, idOrNumber: string): Promise<Order> {
  const { id, userId } = await lookUpOrder(ctx, idOrNumber, 'orders.edit')
  const isOwn = ctx.actor.kind === 'user' && ctx.actor.id === userId
  if (isOwn) return cancelById(ctx, id)
  await staffTransaction(ctx, 'orders.edit', async (db) => {
    const order = await lockCancellable(db, id)
    await requireCancellationApproval({ ...ctx, db }, order, null)
    await reverseOrder(db, order, toTransitionActor(ctx))
  })
  return findOrder(ctx, id)
}

export async function cancelOrderByLink(ctx: Context, number: string, token: string): Promise<Order> {
  const { id } = await findOrderByLink(ctx, number, token)
  return cancelById(ctx, id)
}

async function cancelById(ctx: Context, id: string): Promise<Order> {
  await ctx.db.transaction(async (tx) => {
    const order = await lockCancellable(tx, id)
    await reverseOrder(tx, order, toTransitionActor(ctx))
  })
  const order = await readOrder(ctx.db, id)
  if (!order) throw new Error(`Order ${id} not found after it was cancelled`)
  return order
}

async function lockCancellable(tx: Db, id: string): Promise<Order> {
  const order = await lockOrder(tx, id)
  if (!getNextStatuses(order).includes('cancelled')) throw notCancellable(order)
  return order
}

/** The caller holds the order's lock. */
export async function reverseOrder(
  tx: Db,
  order: Order,
  actor: TransitionActor,
  note: string | null = null,
): Promise<void> {
  const { id, status: from, paymentStatus, paymentMethod } = order
  if (order.authorization) return cancelAuthorizedOrder(tx, order, { ...actor, note })
  if (paymentMethod === 'card' && paymentStatus === 'pending') {
    return cancelUnpaidOrder(tx, order, { ...actor, note, paymentState: 'failed' })
  }
  await restockRemaining(tx, id, { cause: 'cancelled', at: actor.at })
  if (paymentStatus === 'paid') await refundRemaining(tx, order, actor)
  await releaseOffer(tx, id)
  await transitionOrder(tx, id, { from, to: 'cancelled', note, ...actor })
}

type UnpaidCancellation = TransitionActor & { note: string | null; paymentState: 'failed' | 'expired' }

export async function cancelUnpaidOrder(
  tx: Db,
  order: Order,
  cancellation: UnpaidCancellation,
): Promise<void> {
  await cancelHoldingStock(tx, order, cancellation)
  // Last, because other orders of these products wait from here on.
  await releaseHolds(tx, [order.id], cancellation.at)
  if (order.giftCardAmount > 0) await refundUnpaidExchange(tx, order.id, cancellation.at)
}

/** The caller releases the order's stock. */
export async function cancelHoldingStock(
  tx: Db,
  { id, status: from }: Order,
  { paymentState, ...transition }: UnpaidCancellation,
): Promise<void> {
  await closePayments(tx, id, paymentState)
  await releaseOffer(tx, id)
  await transitionOrder(tx, id, { from, to: 'cancelled', paymentStatus: 'failed', ...transition })
}

async function refundRemaining(tx: Db, order: Order, { actorId, at }: TransitionActor): Promise<void> {
  const { id: orderId } = order
  const payment = await findPaidPayment(tx, orderId)
  const remaining = remainingRefund(order, await findRefundedParts(tx, orderId))
  if (!payment || remaining.amount <= 0) return
  const refund = { ...remaining, orderId, paymentId: payment.id, actorId, at }
  await requestRefund(tx, { ...refund, reason: 'cancelled', cause: `cancelled:${orderId}` })
}

function notCancellable({ status }: Order): Refusal {
  const isShipped = status === 'shipped' || status === 'delivered'
  return new Refusal(
    'conflict',
    isShipped
      ? 'This order has already shipped. You can return it after it arrives.'
      : `This order is already ${status}.`,
  )
}
