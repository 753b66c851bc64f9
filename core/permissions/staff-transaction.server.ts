import type { Db } from '#db/connection.ts'
import { isDeadlockError } from '#db/database-error.ts'
import { execute } from '#db/sql.ts'
import type { Context, KeyActor, SignedInActor } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type Permission, requirePermission } from './permissions.ts'

/**
 * Every change by staff or by an API key runs in one. The request read the role when it began; if it was changed since,
 * nothing is saved. The role can't change until the transaction ends. It requires the permission itself, so only a function
 * that reads or refuses something before it calls `requirePermission` too.
 */
export async function staffTransaction<Result>(
  ctx: Context,
  permission: Permission,
  change: (tx: Db, actor: SignedInActor | KeyActor) => Promise<Result>,
): Promise<Result> {
  const actor = requirePermission(ctx.actor, permission)
  const run = () =>
    ctx.db.transaction(async (tx) => {
      await requireCurrentRole(ctx, tx)
      return change(tx, actor)
    })
  // Two owners who change each other's roles at once: the database cancels one, which then finds its role changed.
  return run().catch((error) => (isDeadlockError(error) ? run() : Promise.reject(error)))
}

async function requireCurrentRole({ actor, now }: Context, tx: Db): Promise<void> {
  if (actor.kind === 'user') {
    const { id, role, staffRole = null } = actor
    const isCurrent = await execute(tx)`
      select from profiles where id = ${id} and role = ${role} and staff_role is not distinct from ${staffRole}
        and blocked_at is null for share`
    if (!isCurrent) throw new Refusal('forbidden', ROLE_CHANGED)
  }
  if (actor.kind === 'key') {
    const isCurrent = await execute(tx)`
      select from api_keys where id = ${actor.id} and revoked_at is null and (expires_at is null or expires_at > ${now})
        for share`
    if (!isCurrent) throw new Refusal('unauthenticated', 'This API key isn’t valid.')
  }
}

export const ROLE_CHANGED = 'Your role has just been changed, so nothing was saved. Sign in again.'
