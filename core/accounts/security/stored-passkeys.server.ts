import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'

export type Passkey = { id: string; name: string; createdAt: Date }

export const UNNAMED_PASSKEY = 'Passkey'

const StoredPasskey = z.strictObject({
  id: z.string(),
  userId: z.string(),
  email: z.string(),
  sessionEpoch: z.int(),
  name: z.string().nullable(),
  publicKey: z.string(),
  credentialId: z.string(),
  counter: z.int(),
  createdAt: z.date(),
})

const SELECT_PASSKEYS = sql`select k.id, user_id as "userId", p.email, p.session_epoch as "sessionEpoch", name, public_key as "publicKey",
  credential_id as "credentialId", counter, k.created_at as "createdAt"
  from auth_passkeys k join profiles p on p.id = k.user_id`

export function selectPasskeys(db: Db, userId: string) {
  return query(db, StoredPasskey)`${SELECT_PASSKEYS} where user_id = ${userId} order by k.created_at`
}

export async function findPasskey(db: Db, credentialId: string) {
  const [key] = await query(db, StoredPasskey)`${SELECT_PASSKEYS} where credential_id = ${credentialId}`
  return key
}

export async function listPasskeysOf(db: Db, userId: string): Promise<Passkey[]> {
  const keys = await selectPasskeys(db, userId)
  return keys.map(({ id, name, createdAt }) => ({ id, name: name ?? UNNAMED_PASSKEY, createdAt }))
}

export async function deletePasskeysOf(db: Db, userId: string): Promise<void> {
  await execute(db)`delete from auth_passkeys where user_id = ${userId}`
}
