import type { Db } from '#db/connection.ts'
import { execute, sql } from '#db/sql.ts'
import { statement } from '#db/statement.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { ProviderRefund } from './payment.ts'
import type { Refund, RefundDetails, RefundedParts, RefundReason } from './refund.ts'

export type NewRefund = Partial<RefundDetails> & {
  orderId: string
  paymentId: string
  amount: number
  reason: RefundReason
  /** Idempotency key: a second request with the same cause is the same refund. */
  cause: string
  actorId: string | null
  requestHash?: string | undefined
  /** The caller sends the refund itself; the job runs later, in case the process dies. */
  isSentByCaller?: boolean
}

/** Longer than the provider's client takes to give up, so that a refund is never sent twice at a time. */
const SEND_FALLBACK_MS = 60_000

/** Runs in the transaction that causes the refund. A database constraint refuses more than was paid. */
export async function requestRefund(tx: Db, refund: NewRefund): Promise<string | undefined> {
  const id = await insert(tx, refund)
  const at = new Date(Date.now() + (refund.isSentByCaller ? SEND_FALLBACK_MS : 0))
  if (id) await enqueueJob(tx, 'send-refund', { id }, { key: `send-refund:${id}`, at })
  return id
}

async function insert(tx: Db, refund: NewRefund): Promise<string | undefined> {
  const { lines = [], shipping = 0, note = null, noteShared = false, requestHash = null, ...rest } = refund
  const { orderId, paymentId, amount, reason, cause, actorId } = rest
  const id = newId('refund')
  const request = [orderId, paymentId, amount, reason, cause, actorId, requestHash]
  const [inserted] = await insertRefund(tx, id, ...request, shipping, note, noteShared, JSON.stringify(lines))
  return inserted?.id
}

export async function findRefundByCause(
  tx: Db,
  cause: string,
): Promise<{ id: string; requestHash: string | null } | undefined> {
  return (await selectCause(tx, cause))[0]
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await selectRefund(db, id)
  return refund
}

export async function listRefunds(db: Db, orderId: string): Promise<Refund[]> {
  return selectRefunds(db, orderId)
}

/** What the order's refunds cover: all that did not fail, or only those that are done. */
export async function findRefundedParts(
  db: Db,
  orderId: string,
  states: Refund['state'][] = ['asked', 'done'],
): Promise<RefundedParts> {
  const [parts] = await selectRefundedParts(db, orderId, states)
  return { items: parts?.items ?? 0, shipping: parts?.shipping ?? 0, quantities: parts?.quantities ?? {} }
}

/** Another refund with the store's ID in its metadata is a second one: it paid the customer again. */
export async function findProviderRefund(
  tx: Db,
  { id, refundId }: ProviderRefund,
): Promise<Refund | undefined> {
  const [refund] = await selectProviderRefund(tx, id, refundId)
  return refund?.providerId && refund.providerId !== id ? undefined : refund
}

/** Records money that the provider paid back without a request of the store. */
export async function recordProviderRefund(
  tx: Db,
  refund: Pick<NewRefund, 'orderId' | 'paymentId' | 'amount' | 'shipping' | 'cause' | 'reason'>,
): Promise<Refund> {
  const id = await insert(tx, { ...refund, actorId: null })
  const inserted = id && (await findRefund(tx, id))
  if (!inserted) throw new Error(`Refund ${refund.cause} of the provider could not be recorded`)
  return inserted
}

/** For a refund of which the failure is reported first: its creation, reported later, must not count. */
export async function recordFailedProviderRefund(
  tx: Db,
  { id: paymentId, orderId }: { id: string; orderId: string },
  { id: providerId, amount, failure }: ProviderRefund,
): Promise<void> {
  const cause = `elsewhere:${providerId}`
  await execute(
    tx,
    sql`insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, provider_id, state, failure, failed_at, settled_at)
      select ${newId('refund')}, ${orderId}, id, ${amount}, currency, 'elsewhere', ${cause}, ${providerId}, 'failed', ${failure}, now(), now()
      from payments where id = ${paymentId}
      on conflict do nothing`,
  )
}

/**
 * The provider refunds no more than was paid, so pending refunds that no longer fit can't succeed:
 * the newest first, and only as many as needed. Returns whether there were any.
 */
export async function supersedeRefunds(
  tx: Db,
  { paymentId, amount, exceptId = null }: { paymentId: string; amount: number; exceptId?: string | null },
): Promise<boolean> {
  await setCoveredResolved(tx, paymentId, amount)
  const superseded = await setSuperseded(tx, paymentId, amount, exceptId)
  return superseded.length > 0
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

/** Returns false if the refund was already done. A refund that failed before the provider had it can still be done. */
export async function markRefundDone(tx: Db, id: string, providerId: string): Promise<boolean> {
  const [completed] = await setDone(tx, id, providerId)
  return completed !== undefined
}

/** Call after a refund is done or fails. */
export async function updateBaseAmounts(tx: Db, orderId: string): Promise<void> {
  await setBaseAmounts(tx, orderId)
}

export async function countRefundAttempt(db: Db, id: string): Promise<void> {
  await incrementAttempt(db, id)
}

/** A condition on a refund `r`. A failed refund that was since paid out in another way is not unresolved. */
export const UNRESOLVED_REFUND = `r.state = 'failed' and r.settled_at is null and r.amount <= (select p.amount -
  (select coalesce(sum(o.amount), 0) from refunds o where o.payment_id = p.id and o.state <> 'failed')
  from payments p where p.id = r.payment_id)`

const insertRefund = statement<{ id: string }>(
  'refund_insert',
  `with inserted as (
    insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, actor_id, request_hash, shipping, note, note_shared)
    select $1, $2, p.id, $4, p.currency, $5, $6, $7, $8, $9, $10, $11 from payments p where p.id = $3
    on conflict (cause) do nothing returning id
  ), items as (
    insert into refund_items (refund_id, product_id, quantity)
    select inserted.id, i."productId", sum(i.quantity) from inserted,
      json_to_recordset($12) as i ("productId" text, quantity integer) group by 1, 2
  ) select id from inserted`,
)
const selectCause = statement<{ id: string; requestHash: string | null }>(
  'refund_cause',
  'select id, request_hash as "requestHash" from refunds where cause = $1',
)
const REFUND_QUERY = `select r.id, r.order_id as "orderId", r.payment_id as "paymentId", r.amount, r.currency, r.state, r.reason,
  r.attempt, r.failure, r.shipping, r.note, r.note_shared as "noteShared", r.provider_id as "providerId",
  r.created_at as "createdAt", p.intent_id as "intentId", p.surplus,
  coalesce((select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity) order by i.product_id)
    from refund_items i where i.refund_id = r.id), '[]') as lines
  from refunds r join payments p on p.id = r.payment_id`
const selectRefund = statement<Refund>('refund', `${REFUND_QUERY} where r.id = $1`)
const selectRefunds = statement<Refund>(
  'refunds',
  `${REFUND_QUERY} where r.order_id = $1 order by r.created_at, r.id`,
)
const selectProviderRefund = statement<Refund>(
  'refund_of_provider',
  `${REFUND_QUERY} where r.provider_id = $1 or r.id = $2 order by r.provider_id = $1 desc nulls last limit 1`,
)
const selectRefundedParts = statement<{
  items: number
  shipping: number
  quantities: Record<string, number> | null
}>(
  'refunded_parts',
  `with live as (
    select r.id, r.amount, r.shipping from refunds r join payments p on p.id = r.payment_id
    where r.order_id = $1 and r.state = any($2::text[]) and not p.surplus
  ) select coalesce(sum(amount - shipping), 0)::bigint as items, coalesce(sum(shipping), 0)::bigint as shipping,
    (select json_object_agg(product_id, quantity) from (
      select i.product_id, sum(i.quantity) as quantity from refund_items i join live on live.id = i.refund_id group by 1
    ) lines) as quantities
  from live`,
)
const setSuperseded = statement<{ id: string }>(
  'refunds_supersede',
  `with remaining as (
    select p.amount - coalesce(sum(r.amount), 0) as amount from payments p
    left join refunds r on r.payment_id = p.id and r.state <> 'failed' where p.id = $1 group by p.id
  ), pending as (
    select id, sum(amount) over (order by created_at desc, id desc) - amount as freed_before from refunds
    where payment_id = $1 and state = 'asked' and id is distinct from $3
  ) update refunds set state = 'failed', failed_at = now(), settled_at = now(), failure = 'Replaced by a refund made at the card provider'
  from pending, remaining where refunds.id = pending.id and $2 - remaining.amount > pending.freed_before returning refunds.id`,
)
const setFailed = statement(
  'refund_failed',
  `update refunds set state = 'failed', done_at = null, base_amount = null, failed_at = now(), failure = left($2, 500) where id = $1`,
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
  'refund_mark_done',
  `update refunds set state = 'done', done_at = now(), provider_id = $2, failure = null, settled_at = null
   where id = $1 and (state = 'asked' or (state = 'failed' and provider_id is null)) returning id`,
)
const setBaseAmounts = statement(
  'refunds_base',
  `with running as (
    select r.id, r.amount, o.rate, sum(r.amount) over (order by r.done_at, r.id) as done
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
    where r.order_id = $1 and r.state = 'done' and not p.surplus
  ), updated as (
    update refunds r set base_amount = round(running.done / running.rate) - round((running.done - running.amount) / running.rate)
    from running where running.id = r.id returning base_amount
  ) update orders set base_refunded = (select coalesce(sum(base_amount), 0) from updated) where id = $1`,
)
const incrementAttempt = statement('refund_again', 'update refunds set attempt = attempt + 1 where id = $1')
