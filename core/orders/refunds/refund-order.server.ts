import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { findRefundableBalance, findSoldGiftCard } from '#core/gift-cards/sell-gift-card.server.ts'
import { newId } from '#core/ids.ts'
import { formatMoney } from '#core/money.ts'
import { findPaidPayment } from '#core/payments/payments.server.ts'
import type { RefundReason } from '#core/payments/refund.ts'
import { findRefundByCause, findRefundedParts, requestRefund } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { requireReducible } from '../authorizations/reductions.server.ts'
import { isOverReturnError } from '../constraint-errors.ts'
import { findOrder, lockOrder, lookUpOrder } from '../find-order.server.ts'
import { digest, requireKey } from '../idempotency.server.ts'
import type { Order } from '../order.ts'
import { restockItems, restockRemaining } from '../order-stock.server.ts'
import { releaseOffer, type TransitionActor, transitionOrder } from '../order-transition.server.ts'
import {
  proposeRefund,
  type RefundProposal,
  type RefundSelection,
  remainingRefund,
} from './refund-amounts.ts'
import { type PlannedRefund, planRefund, type RefundRequest, refundToHash } from './refund-request.ts'
import { requireRefundApproval } from './require-refund-approval.server.ts'
import { sendRefundNow } from './send-refund.server.ts'

/** What the back office proposes for these lines, or for all that is left. */
export async function findRefundProposal(
  ctx: Context,
  idOrNumber: string,
  selection?: RefundSelection,
): Promise<RefundProposal> {
  requirePermission(ctx.actor, 'orders.refund')
  const order = await lookUpOrder(ctx, idOrNumber)
  const refunded = await findRefundedParts(ctx.db, order.id)
  const { amount, lines } = remainingRefund(order, refunded)
  if (selection) return proposeRefund(order, refunded, selection)
  if (order.kind === 'gift_card') {
    const giftCard = await findSoldGiftCard(ctx.db, order.id)
    return { amount: Math.min(amount, giftCard?.balance ?? 0), shipping: 0, tax: 0, discount: 0 }
  }
  return { ...proposeRefund(order, refunded, { lines, shipping: true }), amount }
}

/** Refunds all that remains unless the request names lines or an amount. The key makes a repeated request harmless. */
export async function refundOrder(
  ctx: Context,
  idOrNumber: string,
  request: RefundRequest,
  key: string = newId('refund'),
): Promise<Order> {
  const { orderId, refundId } = await recordRefund(ctx, idOrNumber, request, key)
  await sendRefundNow(ctx, refundId)
  return findOrder(ctx, orderId)
}

/** The caller sends the refund after its transaction. */
export async function recordRefund(
  ctx: Context,
  idOrNumber: string,
  request: RefundRequest,
  key: string,
): Promise<{ orderId: string; refundId: string | undefined }> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.refund')
  requireKey(key)
  const { id } = await lookUpOrder(ctx, idOrNumber)
  const refundId = await staffTransaction(ctx, 'orders.refund', async (tx) => {
    const order = await lockOrder(tx, id)
    const cause = `refund:${id}:${key}`
    const requestHash = digest(refundToHash(request))
    const existing = await findRefundByCause(tx, cause)
    if (existing) return requireSameRequest(existing, requestHash)
    const plan = planRefund(order, await findRefundedParts(tx, id), request)
    await requireRefundApproval({ ...ctx, db: tx }, order, plan.amount, {
      action: 'refund-order',
      payload: { ...request },
    })
    const { note = null, share_note: noteShared = false } = request
    const input = { cause, actorId, at: ctx.now, note: note || null, noteShared, requestHash }
    const requestedId = await applyRefund(tx, order, { ...plan, ...input, isSentByCaller: true })
    await writeAudit(ctx, { action: 'order-refunded', subject: id, after: plan }, tx)
    return requestedId
  })
  return { orderId: id, refundId }
}

function requireSameRequest(
  existing: { id: string; requestHash: string | null },
  requestHash: string,
): string {
  if (existing.requestHash === requestHash) return existing.id
  throw new Refusal(
    'idempotency_mismatch',
    'This Idempotency-Key was already used for a different refund. Use a new key.',
  )
}

type RefundInput = PlannedRefund & {
  cause: string
  actorId: string | null
  at: Date
  note: string | null
  noteShared?: boolean
  reason?: RefundReason
  requestHash?: string
  isSentByCaller?: boolean
  /** By default, the money goes where it came from. */
  tender?: 'store_credit'
  creditId?: string
}

/** The caller holds the order's lock. A full refund also closes the order. */
export async function applyRefund(tx: Db, order: Order, input: RefundInput): Promise<string | undefined> {
  const { restock, reason = 'refunded', at, ...refund } = input
  const isReduction = order.authorization === 'authorized'
  const payment = isReduction
    ? await requireReducible(tx, order, refund.amount)
    : await findPaidPayment(tx, order.id)
  if (!payment || !(isReduction || order.paymentStatus === 'paid'))
    throw new Refusal('conflict', 'This order has nothing left to refund.')
  if (order.kind === 'gift_card') await requireUnused(tx, order, refund.amount)
  const requestedId = await requestRefund(tx, {
    ...refund,
    at,
    reason,
    orderId: order.id,
    paymentId: payment.id,
  })
  await restockOrRefuse(tx, order.id, restock, { cause: refund.cause, at })
  const by = { actor: 'admin', actorId: refund.actorId, at } as const
  if (refund.amount === order.total - order.refunded) await closeRefundedOrder(tx, order, refund.note, by)
  return requestedId
}

async function requireUnused(tx: Db, { id, currency }: Order, amount: number): Promise<void> {
  const balance = await findRefundableBalance(tx, id)
  if (amount <= balance) return
  const message = `The gift card was used; at most ${formatMoney({ amount: balance, currency })} can be refunded.`
  throw new Refusal('conflict', message, { amount: message })
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
    await restockRemaining(tx, id, { cause: 'cancelled', at: by.at })
    await releaseOffer(tx, id)
  }
  await transitionOrder(tx, id, { from, to: from === 'pending' ? 'cancelled' : 'refunded', note, ...by })
}

async function restockOrRefuse(
  tx: Db,
  orderId: string,
  restock: PlannedRefund['restock'],
  by: { cause: string; at: Date },
): Promise<void> {
  if (restock === 'remaining') return restockRemaining(tx, orderId, by)
  try {
    await restockItems(tx, { ...by, orderId, items: restock })
  } catch (error) {
    if (!isOverReturnError(error)) throw error
    const message =
      'You can’t restock more items than the order took from stock. Some were restocked earlier.'
    throw new Refusal('conflict', message, { restock: message })
  }
}
