import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { FailedRefund, Refund } from '#core/payments/refund.ts'
import {
  findRefund,
  listFailedRefunds,
  markRefundResolved,
  requestRefund,
} from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { isGiftCardUsedError, isOverRefundError } from '../constraint-errors.ts'
import { lockOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { requireRefundApproval } from './require-refund-approval.server.ts'
import { sendRefundNow } from './send-refund.server.ts'

/** Takes a loaded order because loading it checks permissions. */
export async function findFailedRefunds(ctx: Context, { id }: Order): Promise<FailedRefund[]> {
  requirePermission(ctx.actor, 'orders.view')
  return listFailedRefunds(ctx.db, id)
}

export async function retryRefund(ctx: Context, id: string): Promise<void> {
  await sendRefundNow(ctx, await recordRetry(ctx, id))
}

/**
 * Creates a new refund for the same amount, which the caller sends after its transaction. A second click finds the failed
 * refund resolved and is refused.
 */
export async function recordRetry(ctx: Context, id: string): Promise<string | undefined> {
  const { id: actorId } = requirePermission(ctx.actor, 'orders.refund')
  return resolveFailedRefund(ctx, id, 'refund-retried', async (tx, refund, order) => {
    const approval = { action: 'retry-refund', payload: { id } } as const
    await requireRefundApproval({ ...ctx, db: tx }, order, refund.amount, approval)
    const { orderId, paymentId, amount, reason, lines, shipping, note, noteShared, tender } = refund
    const details = { amount, reason, lines, shipping, note, noteShared, tender }
    const sending = { cause: `again:${id}`, actorId, at: ctx.now, isSentByCaller: true }
    const newRefund = { ...details, ...sending, orderId, paymentId }
    const refundId = await requestRefundAgain(tx, newRefund)
    await execute(tx)`update returns set refund_id = ${refundId ?? null} where refund_id = ${id}`
    return refundId
  })
}

/** For refunds that the owner settled outside the store. */
export async function resolveRefund(ctx: Context, id: string): Promise<void> {
  await resolveFailedRefund(ctx, id, 'refund-settled', async () => undefined)
}

async function resolveFailedRefund(
  ctx: Context,
  id: string,
  action: string,
  createReplacement: (tx: Db, refund: Refund, order: Order) => Promise<string | undefined>,
): Promise<string | undefined> {
  return staffTransaction(ctx, 'orders.refund', async (tx) => {
    const refund = await findRefund(tx, id)
    if (!refund) throw new Refusal('not_found', 'Refund not found.')
    const order = await lockOrder(tx, refund.orderId)
    if (!(await markRefundResolved(tx, id, ctx.now)))
      throw new Refusal('conflict', 'This refund has already been resolved.')
    await writeAudit(
      ctx,
      { action, subject: refund.orderId, after: { refund: id, amount: refund.amount } },
      tx,
    )
    return createReplacement(tx, refund, order)
  })
}

async function requestRefundAgain(
  tx: Db,
  refund: Parameters<typeof requestRefund>[1],
): Promise<string | undefined> {
  try {
    return await requestRefund(tx, refund)
  } catch (error) {
    if (isGiftCardUsedError(error))
      throw new Refusal('conflict', 'The gift card was used since, so less of it is left than this refund.')
    if (!isOverRefundError(error)) throw error
    throw new Refusal(
      'conflict',
      'This payment doesn’t have enough left to refund. It may have been refunded another way.',
    )
  }
}
