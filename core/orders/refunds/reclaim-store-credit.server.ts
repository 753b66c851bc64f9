import { z } from 'zod'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Payment } from '#core/payments/payments.server.ts'
import type { Refund } from '#core/payments/refund.ts'
import { findRefund, listRefunds, markRefundDone, requestRefund } from '#core/payments/refunds.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import type { Order } from '../order.ts'
import { enqueueBooking } from './send-refund.server.ts'

type ProviderPayout = { amount: number; at: Date; exceptId?: string | null }

/**
 * The bank can pay back a payment whose value the customer already got as store credit. Then the credit is taken back, the
 * newest first. What was spent of it is a loss. Returns whether there was any.
 */
export async function reclaimStoreCredit(
  tx: Db,
  order: Order,
  payment: Payment,
  { amount, at, exceptId = null }: ProviderPayout,
): Promise<boolean> {
  if (payment.surplus) return false
  const refunds = (await listRefunds(tx, order.id)).filter(
    ({ state, surplus, id }) => state !== 'failed' && !surplus && id !== exceptId,
  )
  let excess = refunds.reduce((sum, refund) => sum + refund.amount, amount) - order.total
  const credited = refunds.filter(({ tender }) => tender === 'store_credit').reverse()
  const hasExcess = excess > 0 && credited.length > 0
  for (const refund of credited) {
    if (excess <= 0) break
    const taken = Math.min(refund.amount, excess)
    excess -= taken
    await reduceCredit(tx, order, refund, { amount: refund.amount - taken, at })
  }
  return hasExcess
}

/** Replaces the refund with one of the rest, so that the ledger follows. */
async function reduceCredit(
  tx: Db,
  order: Order,
  refund: Refund,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  const { id, state } = refund
  await execute(tx)`
    update refunds set state = 'failed', done_at = null, base_amount = null, failed_at = ${at}, settled_at = ${at},
      failure = 'Replaced by a refund made at the card provider' where id = ${id}`
  if (amount > 0) await creditRest(tx, order, refund, { amount, at })
  if (state !== 'done') return
  await takeBackCredit(tx, refund, at)
  await enqueueBooking(tx, order, `unbook-refund:${id}`, id)
}

async function creditRest(
  tx: Db,
  order: Order,
  refund: Refund,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  const { orderId, paymentId, reason, lines, note, noteShared, tender, creditId, state } = refund
  const shipping = Math.min(refund.shipping, amount)
  const details = { orderId, paymentId, reason, lines, note, noteShared, tender, creditId, shipping }
  const restId = await requestRefund(tx, {
    ...details,
    ...{ amount, at, cause: `rest:${refund.id}`, actorId: null },
  })
  await execute(tx)`update returns set refund_id = ${restId ?? null} where refund_id = ${refund.id}`
  const rest = restId && (await findRefund(tx, restId))
  if (!rest || state !== 'done') return
  // The customer had it before, so there is no email.
  await markRefundDone(tx, rest.id, { providerId: `gift_card_${rest.id}`, at })
  await enqueueBooking(tx, order, `book-refund:${rest.id}`, rest.id)
}

/** What was spent is booked as a loss. */
export async function takeBackCredit(tx: Db, { id, amount, creditId }: Refund, at: Date): Promise<void> {
  const [balance = 0] = await queryColumn(tx, z.int())`
    select balance from gift_cards where id = ${creditId} for no key update`
  if (balance < amount) {
    await execute(tx)`
      insert into gift_card_movements (gift_card_id, change, reason, note, created_at, to_book)
      values (${creditId}, ${amount - balance}, 'written_off', 'Spent before the bank took the payment back', ${at}, true)`
    await enqueueJob(tx, 'book-gift-cards', {}, { key: 'book-gift-cards' })
  }
  await execute(tx)`
    insert into gift_card_movements (gift_card_id, change, reason, refund_id, created_at)
    values (${creditId}, ${-amount}, 'taken_back', ${id}, ${at})`
}
