import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { openReturnCredit } from '#core/gift-cards/return-credit.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { findPaidPayment } from '#core/payments/payments.server.ts'
import { findRefund, findRefundedParts, requestRefund } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { unrefundedLines } from '../refunds/refund-amounts.ts'
import { applyRefund, closeRefundedOrder } from '../refunds/refund-order.server.ts'
import { type PlannedRefund, planRefund, type RefundRequest } from '../refunds/refund-request.ts'
import { requireRefundApproval } from '../refunds/require-refund-approval.server.ts'
import { completeGiftCardRefund, sendRefundNow } from '../refunds/send-refund.server.ts'
import { moveReturn } from '../returns/process-return.server.ts'
import { OPEN_RETURN_STATES } from '../returns/return.ts'
import { type Return, requireReturn } from '../returns/returns.server.ts'
import { type ExchangePrice, priceExchange, requirePaid } from './exchange-price.ts'
import { releaseReplacements } from './hold-replacements.server.ts'
import { createReplacementOrder } from './replacement-order.server.ts'

export type ExchangeCompletion = Pick<RefundRequest, 'restock'>
export type CompletedExchange = { closed: Return; refundId: string | undefined }

/** Sends the replacements as an order of their own. What they cost less is refunded; what they cost more is due. */
export async function completeExchange(
  ctx: Context,
  id: string,
  completion: ExchangeCompletion,
): Promise<Return> {
  const { closed, refundId } = await recordExchange(ctx, id, completion)
  await sendRefundNow(ctx, refundId)
  return closed
}

/** The caller sends the refund, if there is one, after its transaction. */
export async function recordExchange(
  ctx: Context,
  id: string,
  completion: ExchangeCompletion,
): Promise<CompletedExchange> {
  requirePermission(ctx.actor, 'orders.refund')
  return staffTransaction(ctx, 'returns.process', async (tx) => {
    const { orderId } = await requireReturn(tx, id)
    return exchangeInTransaction({ ...ctx, db: tx }, await lockOrder(tx, orderId), { id, ...completion })
  })
}

/** The caller holds the order's lock. */
export async function exchangeInTransaction(
  ctx: Context,
  order: Order,
  { id, restock }: ExchangeCompletion & { id: string },
): Promise<CompletedExchange> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.refund')
  let refundId: string | undefined
  const transition = { id, from: OPEN_RETURN_STATES, to: 'closed' } as const
  const closed = await moveReturn(ctx, ctx.db, order, transition, async (tx, _, current) => {
    const { plan, price } = await planExchange(tx, order, current, restock)
    if (price.leftover > 0)
      await requireRefundApproval(ctx, order, price.leftover, {
        action: 'complete-exchange',
        payload: { id, restock },
      })
    const creditId = await openReturnCredit(ctx, order, actorId)
    await lockInOrder(tx, creditId, current)
    const refund = { plan, price, creditId, cause: `return:${id}`, actorId, at: ctx.now }
    const exchanged = await refundToCredit(tx, order, refund)
    refundId = await refundLeftover(tx, order, refund)
    await closeIfRefunded(tx, order, refund)
    await releaseReplacements(tx, { id, at: ctx.now })
    const replacement = await createReplacementOrder(ctx, { order, price, creditId, actorId })
    await enqueueJob(tx, 'return-email', { id, kind: 'exchanged' }, { key: `return-exchanged:${id}` })
    return { resolution: 'exchange', refundId: exchanged, replacementOrderId: replacement.id }
  })
  return { closed, refundId }
}

async function planExchange(
  tx: Db,
  order: Order,
  { items, resolution }: Return,
  restock: RefundRequest['restock'],
): Promise<{ plan: PlannedRefund; price: ExchangePrice }> {
  if (resolution !== 'exchange') throw new Refusal('conflict', 'This return isn’t an exchange.')
  const refunded = await findRefundedParts(tx, order.id)
  const lines = unrefundedLines(order, refunded, items)
  const count = (all: { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)
  if (count(lines) < count(items))
    throw new Refusal('conflict', 'Some of these items were refunded since. Refund or decline the return.')
  const plan = planRefund(order, refunded, { lines, restock })
  return { plan, price: requirePaid(priceExchange(order, refunded, items.map(toReplacement))) }
}

function toReplacement(item: Return['items'][number]) {
  const { productId, quantity, replacementId, replacementName, replacementPrice } = item
  if (!replacementId || !replacementName || !replacementPrice)
    throw new Error(`The replacement of ${productId} was not found`)
  return { productId, quantity, replacementId, name: replacementName, price: replacementPrice }
}

/** As checkout does: gift cards first, then stock in the order of products. */
async function lockInOrder(tx: Db, creditId: string, { items }: Return): Promise<void> {
  await execute(tx)`select from gift_cards where id = ${creditId} for no key update`
  const ids = items.flatMap(({ productId, replacementId }) => [productId, replacementId ?? productId])
  await execute(tx)`
    select from stock_levels where product_id = any(${ids}::text[]) order by product_id for update`
}

type ExchangeRefund = {
  plan: PlannedRefund
  price: ExchangePrice
  creditId: string
  cause: string
  actorId: string
  at: Date
}

/** The value that pays for the replacements. Only its refund names the items, so that each counts once. */
async function refundToCredit(
  tx: Db,
  order: Order,
  { plan, price, creditId, ...by }: ExchangeRefund,
): Promise<string | undefined> {
  const id = await applyRefund(tx, order, {
    ...{ ...plan, amount: price.credit, ...by, note: 'Items exchanged' },
    ...{ tender: 'store_credit', creditId, reason: 'exchanged' },
  })
  const refund = id && (await findRefund(tx, id))
  if (refund) await completeGiftCardRefund(tx, order, refund, by.at)
  return id
}

async function refundLeftover(
  tx: Db,
  order: Order,
  { price: { leftover }, cause, actorId, at }: ExchangeRefund,
): Promise<string | undefined> {
  if (leftover === 0) return undefined
  const payment = await findPaidPayment(tx, order.id)
  if (!payment) throw new Error(`Order ${order.id} has no payment`)
  const reason = 'returned' as const
  const refund = { orderId: order.id, paymentId: payment.id, amount: leftover, reason, actorId, at }
  return requestRefund(tx, { ...refund, cause: `${cause}:rest`, note: 'Difference', isSentByCaller: true })
}

/** Neither of the two refunds is for all that is left, but together they are. */
async function closeIfRefunded(
  tx: Db,
  order: Order,
  { price: { value, leftover }, actorId, at }: ExchangeRefund,
): Promise<void> {
  if (leftover > 0 && value === order.total - order.refunded)
    await closeRefundedOrder(tx, order, 'Items exchanged', { actor: 'admin', actorId, at })
}
