import { completeReductions } from '#core/orders/authorizations/reductions.server.ts'
import type { Order } from '#core/orders/order.ts'
import { remainingRefund } from '#core/orders/refunds/refund-amounts.ts'
import { jobRows } from '#core/outbox/outbox.server.ts'
import { recordCaptured } from '#core/payments/captures/captures.server.ts'
import type { CheckoutSession } from '#core/payments/payment.ts'
import { type Payment, updateToPaid } from '#core/payments/payments.server.ts'
import { findRefundedParts, requestRefund } from '#core/payments/refunds.server.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** The card was charged: now the order is paid, and its sale is booked. The caller holds the order's lock. */
export async function completeCapture(
  tx: Db,
  order: Order,
  payment: Payment,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  const { id: orderId } = order
  const { id: paymentId, currency, intentId, providerId } = payment
  if (providerId === null) throw new Error(`Payment ${paymentId} has no session`)
  await recordCaptured(tx, { orderId, paymentId, currency, amount, at })
  const bookSale = { name: 'book-sale', payload: { orderId }, key: `book-sale:${orderId}` } as const
  await execute(tx)`
    with payment as (${updateToPaid(paymentId, { id: providerId, intentId, at })}),
      paid as (
        update orders set payment_status = 'paid', authorization_state = null, authorized_until = null, updated_at = ${at}
        where id = ${orderId})
    select outbox_add(${jobRows([bookSale])})`
  await completeReductions(tx, { ...order, paymentStatus: 'paid' }, payment, { captured: amount, at })
}

/** A part was captured after the order was cancelled, and is refunded. The caller holds the order's lock. */
export async function returnCapture(
  tx: Db,
  order: Order,
  payment: Payment,
  { session, captured, at }: { session: CheckoutSession; captured: number; at: Date },
): Promise<void> {
  const { id: sessionId, intentId } = session
  await completeCapture(tx, order, { ...payment, intentId, providerId: sessionId }, { amount: captured, at })
  const remaining = remainingRefund(order, await findRefundedParts(tx, order.id))
  const refund = { ...remaining, orderId: order.id, paymentId: payment.id, actorId: null, at }
  await requestRefund(tx, { ...refund, reason: 'late', cause: `late:${payment.id}` })
}
