import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import { later } from '../outbox/outbox.server.ts'
import { type Payments, Unsure } from '../payments/payment.ts'
import {
  countAttempt,
  findRefund,
  markFailed,
  markRefunded,
  type Refund,
} from '../payments/refunds.server.ts'
import { lockOrder } from './find-order.server.ts'
import { markPayment } from './move-order.server.ts'
import type { Order } from './order.ts'

type Till = Pick<Context, 'db' | 'payments'>

/** Asks the provider to give money back, and writes down that it did; asked again, it is given once. */
export async function sendRefund(till: Till, id: string): Promise<void> {
  const refund = await findRefund(till.db, id)
  if (refund?.state !== 'asked') return
  const { intentId } = refund
  if (!till.payments || !intentId)
    throw new Error(`Refund ${id} can't be sent: there is no card provider to ask`)
  const providerId = await give(till, till.payments, { ...refund, intentId })
  await till.db.transaction(async (tx) => {
    await finishRefund(tx, await lockOrder(tx, refund.orderId), refund, providerId)
  })
}

/** The money is on its way, whoever says so first: told to the buyer, and booked. */
export async function finishRefund(tx: Db, order: Order, refund: Refund, providerId: string): Promise<void> {
  const { id, paymentId, surplus } = refund
  if (!(await markRefunded(tx, id, providerId))) return
  await later(tx, 'refund-letter', { id }, { key: `refund-letter:${id}` })
  if (!surplus) await later(tx, 'book-refund', { id }, { key: `book-refund:${id}` })
  const [{ done } = { done: 0 }] = await sumDone(tx, paymentId)
  if (done < order.total) return
  await markPaymentAs(tx, paymentId, 'refunded')
  if (!surplus) await markPayment(tx, order.id, 'refunded')
}

/** It failed days later, and the money came back: the order is paid for again, and the books say so. */
export async function undoRefund(
  tx: Db,
  order: Order,
  { id, state, paymentId, surplus }: Refund,
): Promise<void> {
  await markFailed(tx, id)
  if (state !== 'done') return
  await markPaymentAs(tx, paymentId, 'paid')
  if (surplus) return
  await later(tx, 'book-refund', { id }, { key: `unbook-refund:${id}` })
  if (order.paymentStatus === 'refunded') await markPayment(tx, order.id, 'paid')
}

async function give(till: Till, provider: Payments, refund: Refund & { intentId: string }): Promise<string> {
  const { id: refundId, orderId, intentId, amount, attempt } = refund
  // An earlier attempt may have been carried out without our hearing of it.
  if (attempt > 1) {
    const made = (await provider.refundsOf(intentId)).find((other) => other.refundId === refundId)
    if (made) return made.id
  }
  try {
    const { id } = await provider.refund({ refundId, orderId, intentId, amount }, `${refundId}:${attempt}`)
    return id
  } catch (error) {
    if (error instanceof Unsure) await countAttempt(till.db, refundId)
    throw error
  }
}

const sumDone = statement<{ done: number }>(
  'refunds_done',
  `select coalesce(sum(amount), 0)::bigint as done from refunds where payment_id = $1 and state = 'done'`,
)
const markPaymentAs = statement('payment_state', 'update payments set state = $2 where id = $1')
