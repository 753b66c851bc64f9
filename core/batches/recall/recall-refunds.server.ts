import { findSubjectsWaiting, runOrRequestApproval } from '#core/approvals/approval-requests.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Currency } from '#core/money.ts'
import { readOrdersById } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { proposeRefund, remainingRefund } from '#core/orders/refunds/refund-amounts.ts'
import { recordRefund, refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import type { RefundRequest } from '#core/orders/refunds/refund-request.ts'
import { NOTHING_REFUNDED, type RefundedParts } from '#core/payments/refund.ts'
import { findRefundedPartsOfOrders } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { type Batch, readRecalledBatch } from '../batches.server.ts'
import { findRecipientOfOrder, listRecipientsAfter, type Recipient } from './recall-recipients.server.ts'

/** What is left to refund for the recalled units of an order. Test orders have nothing. */
export type RecallRefund = {
  state: 'due' | 'waiting' | 'refunded' | 'none'
  quantity: number
  amount: number
  currency: Currency
}

type RecalledUnits = Pick<Recipient, 'orderId' | 'quantity'>

/** By order. */
export async function planRecallRefunds(
  ctx: Context,
  batch: Pick<Batch, 'productId'>,
  recipients: readonly RecalledUnits[],
): Promise<Record<string, RecallRefund>> {
  requirePermission(ctx.actor, 'orders.refund')
  const ids = recipients.map(({ orderId }) => orderId)
  const [orders, refunded, waiting] = await Promise.all([
    readOrdersById(ctx.db, ids),
    findRefundedPartsOfOrders(ctx.db, ids),
    findSubjectsWaiting(ctx, 'refund-order', ids),
  ])
  const quantities = new Map(recipients.map(({ orderId, quantity }) => [orderId, quantity]))
  const plans = orders.map((order) => {
    const plan = planRefund(
      order,
      refunded.get(order.id) ?? NOTHING_REFUNDED,
      batch.productId,
      quantities.get(order.id) ?? 0,
    )
    return [order.id, plan.state === 'due' && waiting.has(order.id) ? { ...plan, state: 'waiting' } : plan]
  })
  return Object.fromEntries(plans)
}

function planRefund(order: Order, refunded: RefundedParts, productId: string, units: number): RecallRefund {
  const { currency } = order
  const remaining = remainingRefund(order, refunded)
  const left = remaining.lines.find((line) => line.productId === productId)?.quantity ?? 0
  const quantity = Math.min(units, left)
  if (order.paymentMethod === 'demo') return { state: 'none', quantity: 0, amount: 0, currency }
  if (quantity === 0 || remaining.amount <= 0 || order.paymentStatus !== 'paid')
    return { state: order.refunded > 0 ? 'refunded' : 'none', quantity: 0, amount: 0, currency }
  const lines = [{ productId, quantity }]
  const { amount } = proposeRefund(order, refunded, { lines, shipping: false })
  return amount > 0
    ? { state: 'due', quantity, amount: Math.min(amount, remaining.amount), currency }
    : { state: 'refunded', quantity: 0, amount: 0, currency }
}

/** The approval rules of refunds apply. A second request refunds nothing more. */
export async function refundRecalled(ctx: Context, batchId: string, orderId: string): Promise<void> {
  requirePermission(ctx.actor, 'orders.refund')
  const batch = await readRecalledBatch(ctx.db, batchId)
  const recipient = await findRecipientOfOrder(ctx.db, batchId, orderId)
  const { [orderId]: plan } = recipient ? await planRecallRefunds(ctx, batch, [recipient]) : {}
  if (plan?.state === 'waiting') throw new Refusal('conflict', 'This refund is waiting for approval.')
  if (plan?.state !== 'due') throw new Refusal('conflict', 'This order has nothing left to refund.')
  await refundOrder(ctx, orderId, toRequest(batch, plan), refundKey(batch))
}

export const MAX_RECALL_REFUNDS = 50

export type RecallRefundsResult = { refunded: number; requested: number; refused: string[]; hasMore: boolean }

/** Refunds, or with a reason requests the refunds of, the next orders that are due. The jobs of the refunds send them. */
export async function refundAllRecalled(
  ctx: Context,
  batchId: string,
  reason: string | undefined,
): Promise<RecallRefundsResult> {
  requirePermission(ctx.actor, 'orders.refund')
  const batch = await readRecalledBatch(ctx.db, batchId)
  const { due, hasMore } = await findDue(ctx, batch)
  const result: RecallRefundsResult = { refunded: 0, requested: 0, refused: [], hasMore }
  for (const [orderId, plan] of due) {
    try {
      const { request } = await runOrRequestApproval(ctx, reason, () =>
        recordRefund(ctx, orderId, toRequest(batch, plan), refundKey(batch)),
      )
      result[request ? 'requested' : 'refunded']++
    } catch (error) {
      if (!(error instanceof Refusal) || error.fields?.approval_reason) throw error
      result.refused.push(error.message)
    }
  }
  return result
}

const PAGE_SIZE = 200

async function findDue(
  ctx: Context,
  batch: Batch,
): Promise<{ due: [orderId: string, RecallRefund][]; hasMore: boolean }> {
  const due: [string, RecallRefund][] = []
  for (let after = ''; ; ) {
    const recipients = await listRecipientsAfter(ctx.db, batch.id, after, PAGE_SIZE)
    const plans = await planRecallRefunds(ctx, batch, recipients)
    due.push(...Object.entries(plans).filter(([, { state }]) => state === 'due'))
    const last = recipients.at(-1)
    if (due.length > MAX_RECALL_REFUNDS) return { due: due.slice(0, MAX_RECALL_REFUNDS), hasMore: true }
    if (!last || recipients.length < PAGE_SIZE) return { due, hasMore: false }
    after = last.id
  }
}

const refundKey = ({ id }: Pick<Batch, 'id'>) => `recall:${id}`

function toRequest(
  { productId, number }: Pick<Batch, 'productId' | 'number'>,
  { quantity }: RecallRefund,
): RefundRequest {
  return { lines: [{ productId, quantity }], note: `Recall of batch ${number}` }
}
