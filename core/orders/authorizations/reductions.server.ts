import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { formatMoney } from '#core/money.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { isBeingCaptured } from '#core/payments/captures/captures.server.ts'
import { UNCAPTURED } from '#core/payments/captures/uncaptured.ts'
import { findAuthorizedPayment, type Payment } from '#core/payments/payments.server.ts'
import { findRefund, recordProviderRefund } from '#core/payments/refunds.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import type { Order } from '../order.ts'
import { completeRefund } from '../refunds/send-refund.server.ts'

/** Refunds of a payment that isn't captured yet. The card is charged less by them. */
async function listReductions(tx: Db, paymentId: string): Promise<string[]> {
  return queryColumn(tx, z.string())`
    select id from refunds where payment_id = ${paymentId} and state = 'pending' and tender = 'card' order by created_at, id`
}

export async function amountToCapture(
  tx: Db,
  { id, amount }: Pick<Payment, 'id' | 'amount'>,
): Promise<number> {
  const [reduced = 0] = await queryColumn(tx, z.int())`
    select coalesce(sum(amount), 0)::bigint as reduced from refunds
    where payment_id = ${id} and state = 'pending' and tender = 'card'`
  return amount - reduced
}

/** The payment, if the amount can still be taken off it. */
export async function requireReducible(tx: Db, order: Order, amount: number): Promise<Payment> {
  const payment = await findAuthorizedPayment(tx, order.id)
  if (!payment) throw new Error(`The authorization of order ${order.id} was not found`)
  if (await isBeingCaptured(tx, order.id))
    throw new Refusal('conflict', 'The customer is being charged right now. Try again in a minute.')
  const left = await amountToCapture(tx, payment)
  if (amount < left) return payment
  const message = `The customer hasn’t been charged yet, so at most ${formatMoney({ amount: left - 1, currency: order.currency })} can be taken off. To charge nothing, cancel the order.`
  throw new Refusal('conflict', message, { amount: message })
}

/** Nothing is charged, so nothing is taken off it. */
export async function withdrawReductions(tx: Db, paymentId: string, at: Date): Promise<void> {
  await execute(tx)`
    update refunds set state = 'failed', failed_at = ${at}, settled_at = ${at}, failure = 'Nothing was charged'
    where payment_id = ${paymentId} and state = 'pending'`
}

/**
 * What the provider captured is less than what it held. The order's sale is booked in full, and what wasn't charged as its
 * refund, so that the books have the amount that was charged.
 */
export async function completeReductions(
  tx: Db,
  order: Order,
  payment: Payment,
  { captured, at }: { captured: number; at: Date },
): Promise<void> {
  let uncaptured = payment.amount - captured
  for (const id of await listReductions(tx, payment.id)) {
    const refund = await findRefund(tx, id)
    if (!refund) continue
    if (refund.amount <= uncaptured) {
      uncaptured -= refund.amount
      await completeRefund(tx, order, refund, { providerId: `${UNCAPTURED}${id}`, at })
    } else {
      // It was charged after all, in the provider's dashboard.
      await enqueueJob(tx, 'send-refund', { id }, { key: `send-refund:${id}` })
    }
  }
  if (uncaptured <= 0) return
  const difference = { orderId: order.id, paymentId: payment.id, amount: uncaptured, at }
  const cause = `${UNCAPTURED}${payment.id}`
  const refund = await recordProviderRefund(tx, { ...difference, cause, reason: 'elsewhere' })
  await completeRefund(tx, order, refund, { providerId: cause, at })
}
