import { createHash } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

/** The key and the request are stored as hashes; the response as it is, for 24 hours. */
export type IdempotencyKey = { keyHash: string; requestHash: string }
export type StoredResponse = { orderId: string | null; response: unknown }

const KEY_REQUIRED =
  'The Idempotency-Key header is required. Send the same key each time you retry the same request.'

/** Keys are scoped to the account, or else to the browser if it is known. */
export function createIdempotencyKey(
  ctx: Context,
  operation: string,
  key: string | undefined,
  request: unknown,
): IdempotencyKey {
  requireKey(key)
  const { actor, visitor } = ctx
  const owner = actor.kind === 'user' ? actor.id : (visitor.device ?? '')
  return { keyHash: digest([owner, operation, key]), requestHash: digest(request) }
}

export function requireKey(key: string | undefined): string {
  if (!key) throw new Refusal('invalid_input', KEY_REQUIRED, { 'idempotency-key': KEY_REQUIRED })
  return key
}

/** Claims the key, or returns the response stored under it. A concurrent request with the same key waits here. */
export async function claimIdempotencyKey(
  tx: Db,
  { keyHash, requestHash }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  for (;;) {
    const [claimed] = await insertKey(tx, keyHash, requestHash)
    if (claimed) return undefined
    const stored = await findStoredResponse(tx, { keyHash, requestHash })
    // The request that held the key failed and freed it, so this one may claim it.
    if (stored) return stored
  }
}

export async function isKnownKey(db: Db, { keyHash }: IdempotencyKey): Promise<boolean> {
  return (await selectKey(db, keyHash)).length > 0
}

async function findStoredResponse(
  db: Db,
  { keyHash, requestHash }: IdempotencyKey,
): Promise<StoredResponse | undefined> {
  const [stored] = await selectKey(db, keyHash)
  if (!stored) return undefined
  if (stored.request_hash !== requestHash) {
    const message = 'This Idempotency-Key was already used for a different order. Use a new key.'
    throw new Refusal('idempotency_mismatch', message)
  }
  return { orderId: stored.order_id, response: stored.answer }
}

export async function releaseIdempotencyKey(tx: Db, orderId: string): Promise<void> {
  await deleteOrderKey(tx, orderId)
}

export async function pruneIdempotencyKeys(db: Db): Promise<void> {
  await deleteOldKeys(db)
}

export function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url')
}

const insertKey = statement<{ key_hash: string }>(
  'key_claim',
  `insert into idempotency_keys (key_hash, request_hash) values ($1, $2) on conflict (key_hash) do update
     set request_hash = excluded.request_hash, order_id = null, answer = null, created_at = now()
     where idempotency_keys.created_at < now() - interval '24 hours'
   returning key_hash`,
)
const selectKey = statement<{ request_hash: string; order_id: string | null; answer: unknown }>(
  'key',
  'select request_hash, order_id, answer from idempotency_keys where key_hash = $1',
)
const deleteOrderKey = statement('key_free', 'delete from idempotency_keys where order_id = $1')
const deleteOldKeys = statement(
  'key_forget',
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
)
