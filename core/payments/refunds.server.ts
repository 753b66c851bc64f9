import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'
import { newId } from '../ids.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { ProviderRefund } from './payment.ts'
import {
  FailedRefund,
  NOTHING_REFUNDED,
  Refund,
  type RefundDetails,
  RefundedParts,
  type RefundReason,
} from './refund.ts'
import { divideRefund, findTenders, giftCardCause } from './refund-tenders.server.ts'

export type NewRefund = Partial<RefundDetails> & {
  orderId: string
  paymentId: string
  amount: number
  reason: RefundReason
  /** Idempotency key: a second request with the same cause is the same refund. */
  cause: string
  actorId: string | null
  at: Date
  requestHash?: string | undefined
  /** Retries go where the failed refund went. By default, the card gets back what it paid, and gift cards the rest. */
  tender?: Refund['tender'] | undefined
  creditId?: string | null
  /** The caller sends the refund itself; the job runs later, in case the process dies. */
  isSentByCaller?: boolean
}

/** Longer than the provider's client takes to give up, so that a refund is never sent twice at a time. */
const SEND_FALLBACK_MS = 60_000

/**
 * Runs in the transaction that causes the refund. A database constraint refuses more than was paid. If a gift card gets a
 * part of it, that part is a refund of its own, and the ID of the card's refund is returned.
 */
export async function requestRefund(tx: Db, refund: NewRefund): Promise<string | undefined> {
  const [first, rest] = refund.tender
    ? [refund]
    : divideRefund(refund, await findTenders(tx, refund.paymentId))
  const id = first && (await insertRefund(tx, first))
  if (!id) return undefined
  const sendAt = new Date(Date.now() + (refund.isSentByCaller ? SEND_FALLBACK_MS : 0))
  await enqueueJob(tx, 'send-refund', { id }, { key: `send-refund:${id}`, at: sendAt })
  const restId = rest && (await insertRefund(tx, { ...rest, cause: giftCardCause(id) }))
  if (restId)
    await enqueueJob(tx, 'send-refund', { id: restId }, { key: `send-refund:${restId}`, at: sendAt })
  return id
}

async function insertRefund(tx: Db, refund: NewRefund): Promise<string | undefined> {
  const { lines = [], shipping = 0, note = null, noteShared = false, requestHash = null, ...rest } = refund
  const { orderId, paymentId, amount, reason, cause, actorId, at, tender = 'card', creditId = null } = rest
  const [id] = await queryColumn(tx, z.string())`
    with inserted as (
      insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, actor_id, request_hash, shipping,
        note, note_shared, tender, credit_id, created_at)
      select ${newId('refund')}, ${orderId}, p.id, ${amount}, p.currency, ${reason}, ${cause}, ${actorId}, ${requestHash},
        ${shipping}, ${note}, ${noteShared}, ${tender}, ${creditId}, ${at}::timestamptz from payments p where p.id = ${paymentId}
      on conflict (cause) do nothing returning id
    ), items as (
      insert into refund_items (refund_id, product_id, quantity)
      select inserted.id, i."productId", sum(i.quantity) from inserted,
        json_to_recordset(${sql.json(lines)}) as i ("productId" text, quantity integer) group by 1, 2
    ) select id from inserted`
  return id
}

const RefundRequest = z.strictObject({ id: z.string(), requestHash: z.string().nullable() })

export async function findRefundByCause(
  tx: Db,
  cause: string,
): Promise<z.infer<typeof RefundRequest> | undefined> {
  const [refund] = await query(tx, RefundRequest)`
    select id, request_hash as "requestHash" from refunds where cause = ${cause}`
  return refund
}

export async function findRefund(db: Db, id: string): Promise<Refund | undefined> {
  const [refund] = await selectRefunds(db, sql`where r.id = ${id}`)
  return refund
}

export function listRefunds(db: Db, orderId: string): Promise<Refund[]> {
  return selectRefunds(db, sql`where r.order_id = ${orderId} order by r.created_at, r.id`)
}

function selectRefunds(db: Db, clauses: Sql): Promise<Refund[]> {
  return query(db, Refund)`
    select r.id, r.order_id as "orderId", r.payment_id as "paymentId", r.amount, r.currency, r.state, r.reason,
      r.attempt, r.failure, r.shipping, r.note, r.note_shared as "noteShared", r.provider_id as "providerId",
      r.created_at as "createdAt", r.tender, r.credit_id as "creditId", p.intent_id as "intentId", p.surplus,
      coalesce((select json_agg(json_build_object('productId', i.product_id, 'quantity', i.quantity) order by i.product_id)
        from refund_items i where i.refund_id = r.id), '[]') as lines
    from refunds r join payments p on p.id = r.payment_id ${clauses}`
}

/** What the order's refunds cover: all that did not fail, or only those that are done. */
export async function findRefundedParts(
  db: Db,
  orderId: string,
  states: Refund['state'][] = ['pending', 'done'],
): Promise<RefundedParts> {
  const [parts] = await query(db, RefundedParts)`
    with live as (
      select r.id, r.amount, r.shipping from refunds r join payments p on p.id = r.payment_id
      where r.order_id = ${orderId} and r.state = any(${states}::text[]) and not p.surplus
    ) select coalesce(sum(amount - shipping), 0)::bigint as items, coalesce(sum(shipping), 0)::bigint as shipping,
      coalesce((select json_object_agg(product_id, quantity) from (
        select i.product_id, sum(i.quantity) as quantity from refund_items i join live on live.id = i.refund_id group by 1
      ) lines), '{}') as quantities
    from live`
  return parts ?? NOTHING_REFUNDED
}

const PartsOfOrder = RefundedParts.extend({ orderId: z.string() })

/** What the refunds of several orders cover, apart from those that failed. Orders without refunds are left out. */
export async function findRefundedPartsOfOrders(
  db: Db,
  orderIds: readonly string[],
): Promise<Map<string, RefundedParts>> {
  const parts = await query(db, PartsOfOrder)`
    with live as (
      select r.id, r.order_id, r.amount, r.shipping from refunds r join payments p on p.id = r.payment_id
      where r.order_id = any(${orderIds}::text[]) and r.state <> 'failed' and not p.surplus
    ), quantities as (
      select l.order_id, i.product_id, sum(i.quantity)::int as quantity
      from live l join refund_items i on i.refund_id = l.id group by 1, 2
    )
    select l.order_id as "orderId", sum(l.amount - l.shipping)::bigint as items, sum(l.shipping)::bigint as shipping,
      coalesce((select json_object_agg(q.product_id, q.quantity) from quantities q where q.order_id = l.order_id), '{}')
        as quantities
    from live l group by l.order_id`
  return new Map(parts.map(({ orderId, ...rest }) => [orderId, rest]))
}

/** Another refund with the store's ID in its metadata is a second one: it paid the customer again. */
export async function findProviderRefund(
  tx: Db,
  { id, refundId }: ProviderRefund,
): Promise<Refund | undefined> {
  const [refund] = await selectRefunds(
    tx,
    sql`where r.provider_id = ${id} or r.id = ${refundId} order by r.provider_id = ${id} desc nulls last limit 1`,
  )
  return refund?.providerId && refund.providerId !== id ? undefined : refund
}

/** Records money that the provider paid back without a request of the store. */
export async function recordProviderRefund(
  tx: Db,
  refund: Pick<NewRefund, 'orderId' | 'paymentId' | 'amount' | 'shipping' | 'cause' | 'reason' | 'at'>,
): Promise<Refund> {
  const id = await insertRefund(tx, { ...refund, actorId: null })
  const inserted = id && (await findRefund(tx, id))
  if (!inserted) throw new Error(`Refund ${refund.cause} of the provider could not be recorded`)
  return inserted
}

/** For a refund of which the failure is reported first: its creation, reported later, must not count. */
export async function recordFailedProviderRefund(
  tx: Db,
  { id: paymentId, orderId }: { id: string; orderId: string },
  { id: providerId, amount, failure }: ProviderRefund,
  at: Date,
): Promise<void> {
  const cause = `elsewhere:${providerId}`
  await execute(tx)`
    insert into refunds (id, order_id, payment_id, amount, currency, reason, cause, provider_id, state, failure,
      created_at, failed_at, settled_at)
    select ${newId('refund')}, ${orderId}, id, ${amount}, currency, 'elsewhere', ${cause}, ${providerId}, 'failed',
      ${failure}, ${at}::timestamptz, ${at}, ${at}
    from payments where id = ${paymentId}
    on conflict do nothing`
}

type SupersedingRefund = { paymentId: string; amount: number; at: Date; exceptId?: string | null }

/**
 * The provider refunds no more than was paid, so pending refunds that no longer fit can't succeed:
 * the newest first, and only as many as needed. Returns whether there were any.
 */
export async function supersedeRefunds(
  tx: Db,
  { paymentId, amount, at, exceptId = null }: SupersedingRefund,
): Promise<boolean> {
  await execute(tx)`
    update refunds set settled_at = ${at}
    where payment_id = ${paymentId} and amount <= ${amount} and state = 'failed' and settled_at is null and tender = 'card'`
  const superseded = await execute(tx)`
    with remaining as (
      select p.amount - coalesce(sum(r.amount), 0) as amount from payments p
      left join refunds r on r.payment_id = p.id and r.state <> 'failed' and r.tender = 'card' where p.id = ${paymentId} group by p.id
    ), pending as (
      select id, sum(amount) over (order by created_at desc, id desc) - amount as freed_before from refunds
      where payment_id = ${paymentId} and state = 'pending' and tender = 'card' and id is distinct from ${exceptId}
    ) update refunds set state = 'failed', failed_at = ${at}, settled_at = ${at},
      failure = 'Replaced by a refund made at the card provider'
    from pending, remaining
    where refunds.id = pending.id and ${amount} - remaining.amount > pending.freed_before`
  return superseded > 0
}

export async function markRefundFailed(
  tx: Db,
  id: string,
  { failure, at }: { failure: string | null; at: Date },
): Promise<void> {
  await execute(tx)`
    update refunds set state = 'failed', done_at = null, base_amount = null, failed_at = ${at},
    failure = left(${failure}, 500) where id = ${id}`
}

/** Lists failed refunds that are unresolved and that the payment can still cover. */
export function listFailedRefunds(db: Db, orderId: string): Promise<FailedRefund[]> {
  return query(db, FailedRefund)`
    select r.id, r.amount, r.currency, r.reason, r.failure, r.failed_at as "failedAt" from refunds r
    where r.order_id = ${orderId} and ${sql.raw(UNRESOLVED_REFUND)} order by r.failed_at, r.id`
}

/** Returns false if the refund was already resolved. */
export async function markRefundResolved(tx: Db, id: string, at: Date): Promise<boolean> {
  const resolved = await execute(tx)`
    update refunds set settled_at = ${at} where id = ${id} and state = 'failed' and settled_at is null`
  return resolved > 0
}

/** Returns false if the refund was already done. A refund that failed before the provider had it can still be done. */
export async function markRefundDone(
  tx: Db,
  id: string,
  { providerId, at }: { providerId: string; at: Date },
): Promise<boolean> {
  const completed = await execute(tx)`
    update refunds
    set state = 'done', done_at = ${at}, provider_id = ${providerId}, failure = null, settled_at = null
    where id = ${id} and (state = 'pending' or (state = 'failed' and provider_id is null))`
  return completed > 0
}

/** Call after a refund is done or fails. */
export async function updateBaseAmounts(tx: Db, orderId: string): Promise<void> {
  await execute(tx)`
    with running as (
      select r.id, r.amount, o.rate, sum(r.amount) over (order by r.done_at, r.id) as done
      from refunds r join payments p on p.id = r.payment_id join orders o on o.id = r.order_id
      where r.order_id = ${orderId} and r.state = 'done' and not p.surplus
    ), updated as (
      update refunds r
      set base_amount = round(running.done / running.rate) - round((running.done - running.amount) / running.rate)
      from running where running.id = r.id returning base_amount
    ) update orders set base_refunded = (select coalesce(sum(base_amount), 0) from updated)
      where id = ${orderId} and kind = 'products'`
}

export async function countRefundAttempt(db: Db, id: string): Promise<void> {
  await execute(db)`update refunds set attempt = attempt + 1 where id = ${id}`
}

/** A condition on a refund `r`. A failed refund that was since paid out in another way is not unresolved. */
export const UNRESOLVED_REFUND = `r.state = 'failed' and r.settled_at is null and r.amount <= (select least(
    p.amount - coalesce(sum(o.amount) filter (where o.tender = 'card'), 0),
    p.amount + (select gift_card_amount from orders where id = p.order_id) - coalesce(sum(o.amount), 0))
  from payments p left join refunds o on o.payment_id = p.id and o.state <> 'failed' where p.id = r.payment_id group by p.id)`
