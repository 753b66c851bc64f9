import { z } from 'zod'
import type { Context, KeyActor } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { SCOPE_NAMES, SCOPES } from '#core/permissions/scopes.ts'
import { query } from '#db/sql.ts'
import { hashToken } from '../sessions/tokens.ts'
import { KEY_PREFIX } from './api-keys.server.ts'

const StoredKey = z.strictObject({ id: z.string(), name: z.string(), scopes: z.array(z.enum(SCOPE_NAMES)) })

export function isApiKey(token: string): boolean {
  return token.startsWith(KEY_PREFIX)
}

/** Reads the database on each request, so that a revocation applies immediately. The refusal is the same for each reason. */
export async function findKeyActor(
  { db, now }: Pick<Context, 'db' | 'now'>,
  token: string,
): Promise<KeyActor> {
  const isWellFormed = /^[\w-]{43}$/.test(token.slice(KEY_PREFIX.length))
  const [key] = isWellFormed
    ? await query(db, StoredKey)`
        select id, name, scopes from api_keys
        where key_hash = ${hashToken(token)} and revoked_at is null and (expires_at is null or expires_at > ${now})`
    : []
  if (!key) throw new Refusal('unauthenticated', 'This API key isn’t valid.')
  const { id, name, scopes } = key
  return {
    kind: 'key',
    id,
    name,
    permissions: [...new Set(scopes.flatMap((scope) => SCOPES[scope].permissions))],
  }
}
