import { randomBytes } from 'node:crypto'
import { KEY_PREFIX } from '#core/accounts/api-keys/api-keys.server.ts'
import { findSessionEpoch } from '#core/accounts/sessions/end-sessions.server.ts'
import { startApiSession } from '#core/accounts/sessions/issue-session.server.ts'
import { hashToken } from '#core/accounts/sessions/tokens.ts'
import type { Context } from '#core/context.ts'
import { newId } from '#core/ids.ts'
import { ROLE_PERMISSIONS } from '#core/permissions/permissions.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from '#core/permissions/scopes.ts'
import { STAFF_ROLES } from '#core/permissions/staff-roles.ts'
import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { secretsFrom } from './accounts.ts'
import type { Attacker } from './fuzz-api.ts'

export const signInAs = (ctx: Context, userId: string) => async () => {
  const sessionEpoch = await findSessionEpoch(ctx.db, userId)
  const { accessToken } = await startApiSession({ ...ctx, now: new Date() }, { userId, sessionEpoch })
  return { authorization: `Bearer ${accessToken}` }
}

/** One member of the staff for each role. */
export function buildStaff(ctx: Context): Promise<Attacker[]> {
  return Promise.all(
    STAFF_ROLES.map(async (staffRole) => {
      const { id } = await buildActor(ctx.db, { staffRole })
      return {
        role: staffRole,
        signIn: signInAs(ctx, id),
        secrets: secretsFrom(ROLE_PERMISSIONS[staffRole]),
      }
    }),
  )
}

/** One program for each scope. Its key is new for each operation, because a key has a limit of its own. */
export function buildPrograms(ctx: Context, ownerId: string): Attacker[] {
  return SCOPE_NAMES.map((scope) => ({
    role: `key with ${scope}`,
    signIn: async () => ({ authorization: `Bearer ${await insertKey(ctx, ownerId, scope)}` }),
    secrets: secretsFrom(SCOPES[scope].permissions),
  }))
}

async function insertKey({ db }: Context, ownerId: string, scope: Scope): Promise<string> {
  const key = KEY_PREFIX + randomBytes(32).toString('base64url')
  await execute(db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
    values (${newId('apiKey')}, ${scope}, ${hashToken(key)}, ${key.slice(-4)}, ${[scope]}, ${ownerId}, now())`
  return key
}
