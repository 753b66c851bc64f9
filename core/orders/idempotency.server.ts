import { createHash } from 'node:crypto'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'

/** What somebody asks once: who, under which key, and what. Nothing of it is kept but hashes. */
export type Once = { keyHash: string; requestHash: string }
export type Answered = { orderId: string | null; answer: unknown }

const MISSING = 'Send an Idempotency-Key header: the same key for the same order, however often you send it.'

/** A key belongs to the account or the known browser that sends it; else it stands alone. */
export function onceOnly(ctx: Context, call: string, key: string | undefined, request: unknown): Once {
  if (!key) throw new Refusal('invalid_input', MISSING, { 'idempotency-key': MISSING })
  const { actor, visitor } = ctx
  const owner = actor.kind === 'user' ? actor.id : (visitor.device ?? '')
  return { keyHash: digest([owner, call, key]), requestHash: digest(request) }
}

/** Claims the key in this transaction, or tells what was answered under it. Whoever comes second waits here. */
export async function claimKey(tx: Db, { keyHash, requestHash }: Once): Promise<Answered | undefined> {
  const [claimed] = await insertKey(tx, keyHash, requestHash)
  return claimed ? undefined : answerUnder(tx, { keyHash, requestHash })
}

async function answerUnder(db: Db, { keyHash, requestHash }: Once): Promise<Answered> {
  const [known] = await selectKey(db, keyHash)
  if (!known) throw new Error('A claimed key is gone before its answer could be read')
  if (known.request_hash !== requestHash) {
    const used = 'This Idempotency-Key was used for another order. Take a new one.'
    throw new Refusal('idempotency_mismatch', used)
  }
  return { orderId: known.order_id, answer: known.answer }
}

/** What came to nothing may be tried again under its key. */
export async function freeKeyOf(tx: Db, orderId: string): Promise<void> {
  await deleteKeyOf(tx, orderId)
}

export async function forgetOldKeys(db: Db): Promise<void> {
  await deleteOldKeys(db)
}

function digest(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('base64url')
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
const deleteKeyOf = statement('key_free', 'delete from idempotency_keys where order_id = $1')
const deleteOldKeys = statement(
  'key_forget',
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
)
