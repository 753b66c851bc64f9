import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import {
  type PaymentProvider,
  ProviderAuthFailure,
  type ProviderRefund,
  ProviderRejection,
  UncertainOutcome,
} from '../payments/payment.ts'
import {
  countRefundAttempt,
  findRefund,
  markRefundDone,
  markRefundFailed,
  type Refund,
} from '../payments/refunds.server.ts'
import { lockOrder } from './find-order.server.ts'
import { markPayment } from './move-order.server.ts'
import type { Order } from './order.ts'
import { tellOfFailedRefund } from './write-letters.server.ts'

type Till = Pick<Context, 'db' | 'payments' | 'settings'>

/** Asks the provider to give money back, and writes down what it said; asked again, it is given once. A plain no ends it. */
export async function sendRefund(till: Till, id: string): Promise<void> {
  const refund = await findRefund(till.db, id)
  if (refund?.state !== 'asked') return
  const { intentId } = refund
  if (!till.payments || !intentId)
    throw new Error(`Refund ${id} can't be sent: there is no card provider to ask`)
  const given = await give(till, till.payments, { ...refund, intentId })
  await till.db.transaction(async (tx) => {
    const order = await lockOrder(tx, refund.orderId)
    if (given.made !== undefined) return finishRefund(tx, order, refund, given.made)
    // Somebody else may have heard of it meanwhile.
    const now = await findRefund(tx, id)
    if (now?.state !== 'asked') return
    await undoRefund(tx, order, now, given.refused)
    await tellOfFailedRefund({ ...till, db: tx }, order, { ...now, failure: given.refused })
  })
}

/**
 * Tried at once, so that whoever asked sees it, and is told of a plain no. Without a sure answer the job that was written
 * goes on trying.
 */
export async function sendNow(ctx: Context, refundId: string | undefined): Promise<void> {
  if (!refundId) return
  await sendRefund(ctx, refundId).catch((error) =>
    ctx.log.warn('refund will be sent later', { refundId, error }),
  )
  const refund = await findRefund(ctx.db, refundId)
  if (refund?.state !== 'failed') return
  const why = refund.failure ?? 'no reason was told'
  throw new Refusal('conflict', `The card provider does not give the money back: ${why}`)
}

/** The money is on its way, whoever says so first: told to the buyer, and booked. */
export async function finishRefund(tx: Db, order: Order, refund: Refund, providerId: string): Promise<void> {
  const { id, paymentId, surplus } = refund
  if (!(await markRefundDone(tx, id, providerId))) return
  await enqueueJob(tx, 'refund-letter', { id }, { key: `refund-letter:${id}` })
  if (!surplus) await enqueueJob(tx, 'book-refund', { id }, { key: `book-refund:${id}` })
  const [{ done } = { done: 0 }] = await sumDone(tx, paymentId)
  if (done < order.total) return
  await markPaymentAs(tx, paymentId, 'refunded')
  if (!surplus) await markPayment(tx, order.id, 'refunded')
}

/** Refused, or it failed days later and the money came back: the order is paid for again, and the books say so. */
export async function undoRefund(
  tx: Db,
  order: Order,
  { id, state, paymentId, surplus }: Refund,
  failure: string | null,
): Promise<void> {
  await markRefundFailed(tx, id, failure)
  if (state !== 'done') return
  await markPaymentAs(tx, paymentId, 'paid')
  if (surplus) return
  await enqueueJob(tx, 'book-refund', { id }, { key: `unbook-refund:${id}` })
  if (order.paymentStatus === 'refunded') await markPayment(tx, order.id, 'paid')
}

type Given = { made: string; refused?: never } | { made?: never; refused: string }

async function give(
  till: Till,
  provider: PaymentProvider,
  refund: Refund & { intentId: string },
): Promise<Given> {
  const { id: refundId, orderId, intentId, amount, attempt } = refund
  // An earlier attempt may have been carried out without our hearing of it.
  const madeOf = (refunds: ProviderRefund[]) => refunds.find((other) => other.refundId === refundId)?.id
  const made = attempt > 1 ? madeOf(await provider.listRefunds(intentId)) : undefined
  if (made) return { made }
  try {
    const { id } = await provider.refund({ refundId, orderId, intentId, amount }, `${refundId}:${attempt}`)
    return { made: id }
  } catch (error) {
    if (error instanceof UncertainOutcome) await countRefundAttempt(till.db, refundId)
    if (!(error instanceof ProviderRejection) || error instanceof ProviderAuthFailure) throw error
    const refunds = await provider.listRefunds(intentId)
    const earlier = madeOf(refunds)
    if (earlier) return { made: earlier }
    // Given back at the provider's own desk: once that is heard of, this one gives way to it.
    if (await isUnheard(till.db, refunds)) throw new UncertainOutcome(error.message, { cause: error })
    return { refused: error.message }
  }
}

async function isUnheard(db: Db, refunds: ProviderRefund[]): Promise<boolean> {
  const ids = refunds.filter(({ state }) => state !== 'failed').map(({ id }) => id)
  const [heard] = await countHeard(db, ids)
  return (heard?.count ?? 0) < ids.length
}

const countHeard = statement<{ count: number }>(
  'refunds_heard',
  'select count(*) as count from refunds where provider_id = any($1::text[])',
)
const sumDone = statement<{ done: number }>(
  'refunds_done',
  `select coalesce(sum(amount), 0)::bigint as done from refunds where payment_id = $1 and state = 'done'`,
)
const markPaymentAs = statement('payment_state', 'update payments set state = $2 where id = $1')
