import { z } from 'zod'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { CURRENCIES } from '#core/money.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Db } from '#db/connection.ts'
import { violates } from '#db/database-error.ts'
import { execute, query, queryColumn, type Sql, sql } from '#db/sql.ts'

const Capture = z.strictObject({
  id: z.string(),
  orderId: z.string(),
  paymentId: z.string(),
  /** Of the payment that was authorized. */
  intentId: z.string(),
  amount: z.int(),
  currency: z.enum(CURRENCIES),
  state: z.enum(['pending', 'done', 'failed']),
  attempt: z.int(),
  submittedAt: z.date().nullable(),
  failedAt: z.date().nullable(),
  failure: z.string().nullable(),
})
export type Capture = z.infer<typeof Capture>

function selectCaptures(db: Db, clauses: Sql): Promise<Capture[]> {
  return query(db, Capture)`
    select c.id, c.order_id as "orderId", c.payment_id as "paymentId", p.intent_id as "intentId", c.amount, c.currency, c.state,
      c.attempt, c.submitted_at as "submittedAt", c.failed_at as "failedAt", c.failure
    from captures c join payments p on p.id = c.payment_id ${clauses}`
}

export async function findCapture(db: Db, id: string): Promise<Capture | undefined> {
  const [capture] = await selectCaptures(db, sql`where c.id = ${id}`)
  return capture
}

/** Newest first. */
export function listCaptures(db: Db, orderId: string): Promise<Capture[]> {
  return selectCaptures(db, sql`where c.order_id = ${orderId} order by c.created_at desc, c.id desc`)
}

type NewCapture = { orderId: string; paymentId: string; amount: number; currency: string; at: Date }

/**
 * Runs in the transaction that ships the order; a job asks the provider. A database constraint refuses more than was
 * authorized.
 */
export async function requestCapture(
  tx: Db,
  { runAt, ...capture }: NewCapture & { runAt?: Date | undefined },
): Promise<string> {
  const id = await insertCapture(tx, capture)
  await enqueueJob(tx, 'capture-payment', { id }, { key: `capture:${id}`, ...(runAt && { at: runAt }) })
  return id
}

async function insertCapture(
  tx: Db,
  { orderId, paymentId, amount, currency, at }: NewCapture,
): Promise<string> {
  const id = newId('capture')
  try {
    await execute(tx)`
      insert into captures (id, order_id, payment_id, amount, currency, created_at)
      values (${id}, ${orderId}, ${paymentId}, ${amount}, ${currency}, ${at})`
  } catch (error) {
    if (!violates(error, 'captures_within_authorization')) throw error
    throw new Refusal('conflict', 'The customer authorized less than this, so it can’t be charged.')
  }
  return id
}

/** From here on, the provider may have captured it. */
export async function submitCapture(
  tx: Db,
  id: string,
  { amount, at }: { amount: number; at: Date },
): Promise<void> {
  await execute(tx)`
    update captures set amount = ${amount}, submitted_at = coalesce(submitted_at, ${at}) where id = ${id}`
}

/** After a failure that the provider stored under the key. */
export async function countCaptureAttempt(db: Db, id: string): Promise<void> {
  await execute(db)`update captures set attempt = attempt + 1 where id = ${id}`
}

export async function failCaptures(
  tx: Db,
  paymentId: string,
  { failure, at }: { failure: string; at: Date },
): Promise<void> {
  await execute(tx)`
    update captures set state = 'failed', failed_at = ${at}, failure = left(${failure}, 500)
    where payment_id = ${paymentId} and state = 'pending'`
}

/** The provider reports what it captured, also of a capture in its dashboard, which the store didn't request. */
export async function recordCaptured(
  tx: Db,
  { orderId, paymentId, currency, amount, at }: NewCapture,
): Promise<void> {
  await execute(tx)`
    with done as (
      update captures set state = 'done', done_at = ${at}, amount = ${amount} where payment_id = ${paymentId} and state = 'pending'
      returning id
    ) insert into captures (id, order_id, payment_id, amount, currency, state, created_at, done_at)
      select ${newId('capture')}, ${orderId}, ${paymentId}, ${amount}, ${currency}, 'done', ${at}::timestamptz, ${at}
      where not exists (select from done)`
}

/** Whether the provider may have heard of it. Under the order's lock, this stays so. */
export async function isBeingCaptured(tx: Db, orderId: string): Promise<boolean> {
  return (
    (await execute(tx)`
      select from captures where order_id = ${orderId} and state = 'pending' and submitted_at is not null`) >
    0
  )
}

/** The order didn't ship after all. */
export async function withdrawCapture(tx: Db, orderId: string): Promise<void> {
  await execute(tx)`
    delete from captures where order_id = ${orderId} and state = 'pending' and submitted_at is null`
}

/** What the provider holds must be released, because nothing will be captured of it. */
export function releaseIntentLater(tx: Db, intentId: string): Promise<void> {
  return enqueueJob(tx, 'release-authorization', { intentId }, { key: `release:${intentId}` })
}

type Authorization = { intentId: string; sessionId: string; at: Date }

export function updateToAuthorized(id: string, { intentId, sessionId, at }: Authorization): Sql {
  return sql`
    update payments set state = 'authorized', provider_id = ${sessionId}, intent_id = ${intentId}, authorized_at = ${at},
      declined_at = null, network = null
    where id = ${id}`
}

/** Ends the authorization here. Returns the provider's IDs of what it holds. */
export function endAuthorization(tx: Db, orderId: string, state: 'failed' | 'expired'): Promise<string[]> {
  return queryColumn(tx, z.string())`
    update payments set state = ${state} where order_id = ${orderId} and state = 'authorized'
    returning intent_id as "intentId"`
}
