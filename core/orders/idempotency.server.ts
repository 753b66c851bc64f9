import { hash } from 'node:crypto'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { RETENTION } from '../retention.ts'

/** The key and the request are stored as hashes; the response as it is, for a day. */
export type IdempotencyKey = { keyHash: string; requestHash: string }
export type StoredResponse = { orderId: string | null; response: unknown }

/** Keys are scoped to the account, or else to the browser if it is known. */
export function createIdempotencyKey(
  ctx: Context,
  operation: string,
  key: string | undefined,
  request: unknown,
): IdempotencyKey {
  requireKey(key)
  const { actor, visitor } = ctx
  const owner = actor.kind === 'user' || actor.kind === 'key' ? actor.id : (visitor.device ?? '')
  return { keyHash: digest([owner, operation, key]), requestHash: digest(request) }
}

export function requireKey(key: string | undefined): string {
  if (!key)
    throw invalidInput(
      'idempotency-key',
      'The Idempotency-Key header is required. Send the same key each time you retry the same request.',
    )
  return key
}

/** Claims the key, or returns the response stored under it. A concurrent request with the same key waits here. */
export async function claimIdempotencyKey(tx: Db, key: IdempotencyKey): Promise<StoredResponse | undefined> {
  for (;;) {
    if (await insertKey(tx, key)) return undefined
    const stored = await findStoredResponse(tx, key)
    // The request that held the key failed and freed it, so this one may claim it.
    if (stored) return stored
  }
}

/** An old key can be used again. Returns whether it was claimed. */
async function insertKey(tx: Db, { keyHash, requestHash }: IdempotencyKey): Promise<boolean> {
  const claimed = await execute(tx)`
    insert into idempotency_keys (key_hash, request_hash) values (${keyHash}, ${requestHash})
    on conflict (key_hash) do update
      set request_hash = excluded.request_hash, order_id = null, response = null, created_at = now()
      where idempotency_keys.created_at < now() - ${RETENTION.idempotencyHours} * interval '1 hour'`
  return claimed > 0
}

export async function isKnownKey(db: Db, { keyHash }: IdempotencyKey): Promise<boolean> {
  return (await selectKey(db, keyHash)).length > 0
}

const IdempotencyKeyRow = z.strictObject({
  requestHash: z.string(),
  orderId: z.string().nullable(),
  // The response of any operation, as it was sent.
  response: z.unknown(),
})

function selectKey(db: Db, keyHash: string) {
  return query(db, IdempotencyKeyRow)`
    select request_hash as "requestHash", order_id as "orderId", response
    from idempotency_keys where key_hash = ${keyHash}`
}

async function findStoredResponse(
  db: Db,
  { keyHash, requestHash }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const [stored] = await selectKey(db, keyHash)
  if (!stored) return undefined
  if (stored.requestHash !== requestHash) {
    const message = 'This Idempotency-Key was already used for a different order. Use a new key.'
    throw new Refusal('idempotency_mismatch', message)
  }
  return { orderId: stored.orderId, response: stored.response }
}

export async function releaseIdempotencyKey(tx: Db, orderId: string): Promise<void> {
  await execute(tx)`delete from idempotency_keys where order_id = ${orderId}`
}

export async function pruneIdempotencyKeys(db: Db): Promise<void> {
  await execute(
    db,
  )`delete from idempotency_keys where created_at < now() - ${RETENTION.idempotencyHours} * interval '1 hour'`
}

export function digest(value: unknown): string {
  return hash('sha256', JSON.stringify(value), 'base64url')
}
