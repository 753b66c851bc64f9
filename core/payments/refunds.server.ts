import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import type { Currency } from '../money.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { ProviderRefund } from './payment.ts'
import type { Payment } from './payments.server.ts'

export type RefundReason = 'cancelled' | 'late' | 'surplus' | 'refunded' | 'returned' | 'elsewhere'
export type NewRefund = {
  orderId: string
  paymentId: string
  amount: number
  reason: RefundReason
  /** Idempotency key: a second request with the same cause is the same refund. */
  cause: string
  actorId: string | null
}

export type Refund = {
  id: string
  orderId: string
  paymentId: string
  amount: number
  currency: Currency
  state: 'asked' | 'done' | 'failed'
  reason: RefundReason
  attempt: number
  intentId: string | null
  surplus: boolean
  failure: string | null
}

/** Runs in the transaction that causes the refund. A database constraint refuses more than was paid. */
export async function requestRefund(
  tx: Db,
  { orderId, paymentId, amount, reason, cause, actorId }: NewRefund,
) {
  const id = newId('refund')
  const [inserted] = await insertRefund(tx, id, orderId, paymentId, amount, reason, cause, actorId)
  if (inserted) await enqueueJob(tx, 'send-refund', { id }, { key: `send-refund:${id}` })
  return inserted?.id
}

export async function findRefundIdByCause(tx: Db, cause: string): Promise<string | undefined> {
  return (await selectCause(tx, cause))[0]?.id
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await selectRefund(db, id)
  return refund
}

export async function findProviderRefund(
  tx: Db,
  { id, refundId }: ProviderRefund,
): Promise<Refund | undefined> {
  const [refund] = await selectProviderRefund(tx, id, refundId)
  return refund
}

/** Supersedes the store's pending refunds that no longer fit: the provider refunds no more than was paid. */
export async function recordProviderRefund(
  tx: Db,
  { id: paymentId, orderId }: Payment,
  providerRefund: ProviderRefund,
) {
  await supersedeRefunds(tx, paymentId, providerRefund.amount)
  await setCoveredResolved(tx, paymentId, providerRefund.amount)
  const id = newId('refund')
  await insertRefund(
    tx,
    id,
    orderId,
    paymentId,
    providerRefund.amount,
    'elsewhere',
    `elsewhere:${providerRefund.id}`,
    null,
  )
  const refund = await findRefund(tx, id)
  if (!refund) throw new Error(`Refund ${providerRefund.id} of the provider could not be recorded`)
  return refund
}

export async function markRefundFailed(tx: Db, id: string, failure: string | null): Promise<void> {
  await setFailed(tx, id, failure)
}

export type FailedRefund = Pick<Refund, 'id' | 'amount' | 'currency' | 'reason' | 'failure'> & {
  failedAt: string
}

/** Lists failed refunds that are unresolved and that the payment can still cover. */
export async function listFailedRefunds(db: Db, orderId: string): Promise<FailedRefund[]> {
  return selectFailed(db, orderId)
}

/** Returns false if the refund was already resolved. */
export async function markRefundResolved(tx: Db, id: string): Promise<boolean> {
  return (await setResolved(tx, id)).length > 0
}

/** Returns false if the refund was already done. */
export async function markRefundDone(tx: Db, id: string, providerId: string): Promise<boolean> {
  const [completed] = await setDone(tx, id, providerId)
  return completed !== undefined
}

export async function countRefundAttempt(db: Db, id: string): Promise<void> {
  await incrementAttempt(db, id)
}

/** A condition on a refund `r`. A failed refund that was since paid out in another way is not unresolved. */
export const UNRESOLVED_REFUND = `r.state = 'failed' and r.settled_at is null and r.amount <= (select p.amount -
  (select coalesce(sum(o.amount), 0) from refunds o where o.payment_id = p.id and o.state <> 'failed')
  from payments p where p.id = r.payment_id)`

const insertRefund = statement<{ id: string }>(
  'refund_ask',
  `insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, actor_id)
   select $1, $2, p.id, $4, p.currency, $5, $6, $7 from payments p where p.id = $3
   on conflict (cause) do nothing returning id`,
)
const selectCause = statement<{ id: string }>('refund_cause', 'select id from refunds where cause = $1')
const REFUND_QUERY = `select r.id, r.order_id as "orderId", r.payment_id as "paymentId", r.amount, r.currency, r.state, r.reason,
  r.attempt, r.failure, p.intent_id as "intentId", p.surplus from refunds r join payments p on p.id = r.payment_id`
const selectRefund = statement<Refund>('refund', `${REFUND_QUERY} where r.id = $1`)
const selectProviderRefund = statement<Refund>(
  'refund_of',
  `${REFUND_QUERY} where r.provider_id = $1 or r.id = $2`,
)
const supersedeRefunds = statement(
  'refund_yield',
  `update refunds set state = 'failed', failed_at = now(), settled_at = now() where payment_id = $1 and state = 'asked' and $2 >
     (select p.amount - (select coalesce(sum(amount), 0) from refunds r where r.payment_id = p.id and r.state <> 'failed')
      from payments p where p.id = $1)`,
)
const setFailed = statement(
  'refund_failed',
  `update refunds set state = 'failed', done_at = null, failed_at = now(), failure = left($2, 500) where id = $1`,
)
const selectFailed = statement<FailedRefund>(
  'refunds_failed',
  `select r.id, r.amount, r.currency, r.reason, r.failure, r.failed_at as "failedAt" from refunds r
   where r.order_id = $1 and ${UNRESOLVED_REFUND} order by r.failed_at, r.id`,
)
const setResolved = statement(
  'refund_settle',
  `update refunds set settled_at = now() where id = $1 and state = 'failed' and settled_at is null returning id`,
)
const setCoveredResolved = statement(
  'refunds_cover',
  `update refunds set settled_at = now() where payment_id = $1 and amount <= $2 and state = 'failed' and settled_at is null`,
)
const setDone = statement<{ id: string }>(
  'refund_done',
  `update refunds set state = 'done', done_at = now(), provider_id = $2 where id = $1 and state = 'asked' returning id`,
)
const incrementAttempt = statement('refund_again', 'update refunds set attempt = attempt + 1 where id = $1')
