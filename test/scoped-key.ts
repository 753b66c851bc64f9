import { hashToken } from '#core/accounts/sessions/tokens.ts'
import type { Scope } from '#core/permissions/scopes.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'

/** An API key with one scope, as a program sends it. */
export async function insertScopedKey(db: Db, owner: string, scope: Scope): Promise<string> {
  const key = `eb_live_${scope.padEnd(43, 'x').replace(':', '-')}`
  await execute(db)`
    insert into api_keys (id, name, key_hash, hint, scopes, created_by, created_at)
    values (${`key_${scope}`}, ${scope}, ${hashToken(key)}, 'xxxx', ${[scope]}, ${owner}, now())`
  return key
}
