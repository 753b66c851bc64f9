import { z } from 'zod'
import { findPaidPayment } from '#core/payments/payments.server.ts'
import type { Refund } from '#core/payments/refund.ts'
import { findRefund, markRefundResolved, requestRefund } from '#core/payments/refunds.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { lockOrder } from '../find-order.server.ts'
import { takeBackCredit } from '../refunds/reclaim-store-credit.server.ts'
import { revertRefund } from '../refunds/send-refund.server.ts'

export async function isReplacementOrder(db: Db, orderId: string): Promise<boolean> {
  return (await execute(db)`select from returns where replacement_order_id = ${orderId}`) > 0
}

const UnpaidExchange = z.strictObject({ id: z.string(), orderId: z.string(), refundId: z.string() })

/**
 * The difference of an exchange was not paid, so its replacements aren't sent. What was returned is refunded to where the
 * money came from. Call after the order of the replacements was cancelled, which returned the credit that it used.
 */
export async function refundUnpaidExchange(tx: Db, replacementOrderId: string, at: Date): Promise<void> {
  const [exchange] = await query(tx, UnpaidExchange)`
    update returns set resolution = 'refund' where replacement_order_id = ${replacementOrderId} and resolution = 'exchange'
    returning id, order_id as "orderId", refund_id as "refundId"`
  if (!exchange) return
  const order = await lockOrder(tx, exchange.orderId)
  const credit = await findRefund(tx, exchange.refundId)
  const payment = await findPaidPayment(tx, order.id)
  if (credit?.state !== 'done' || !payment) return
  await revertRefund(tx, order, credit, { failure: 'The difference of the exchange was not paid', at })
  await markRefundResolved(tx, credit.id, at)
  await takeBackCredit(tx, credit, at)
  const refundId = await requestRefund(tx, {
    ...refundOf(credit),
    ...{ cause: `exchange-unpaid:${exchange.id}`, actorId: null, at },
  })
  await execute(tx)`update returns set refund_id = ${refundId ?? null} where id = ${exchange.id}`
}

function refundOf({ orderId, paymentId, amount, lines, shipping }: Refund) {
  return { orderId, paymentId, amount, lines, shipping, reason: 'returned' as const, note: 'Items returned' }
}
