import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Profile, Role } from './account.ts'
import { profiles } from './accounts.table.ts'
import { isDesignated } from './open-account.server.ts'
import { ADMINS_ONLY, insist, mayChangeRole } from './policy.ts'
import { findProfile, PROFILE } from './profiles.server.ts'

export const DESIGNATED_STAYS =
  'The designated administrator stays one: the store would promote it again at its next sign-in.'
export const BLOCKED_FIRST = 'This customer is blocked. Unblock them first.'
export const LAST_ADMIN_STAYS = 'This is the last administrator. Make somebody else one first.'

/** Never the last administrator, never the designated one; both refusals say why. */
export async function changeRole(ctx: Context, { id, role }: { id: string; role: Role }): Promise<Profile> {
  const actor = insist(mayChangeRole, ctx.actor)
  return ctx.db.transaction(async (tx) => {
    // All of them are held, so that of two who demote each other one waits, and then is none any more.
    const admins = await lockAdmins(tx)
    if (!admins.some((admin) => admin.id === actor.id)) throw new Refusal('forbidden', ADMINS_ONLY)
    const before = await findProfile(tx, id)
    if (!before) throw new Refusal('not_found', 'There is no such profile.')
    if (before.role === role) return before
    if (role === 'admin' && before.blockedAt) throw new Refusal('conflict', BLOCKED_FIRST)
    if (role === 'user') {
      if (isDesignated(ctx, before.email)) throw new Refusal('conflict', DESIGNATED_STAYS)
      refuseWithoutAdmin(ctx, admins, id)
    }
    const [after] = await tx
      .update(profiles)
      .set({ role, updatedAt: sql`now()` })
      .where(eq(profiles.id, id))
      .returning(PROFILE)
    if (!after) throw new Error('The profile was gone before its role was changed')
    const deed = { action: 'role-changed', subject: id, before: { role: before.role }, after: { role } }
    await writeAudit(ctx, deed, tx)
    return after
  })
}

export type Admin = { id: string; isDemo: boolean }

export function lockAdmins(db: Db): Promise<Admin[]> {
  return db
    .select({ id: profiles.id, isDemo: profiles.isDemo })
    .from(profiles)
    .where(eq(profiles.role, 'admin'))
    .orderBy(asc(profiles.id))
    .for('update')
}

/** Somebody who can sign in must be left. */
export function refuseWithoutAdmin(ctx: Context, admins: Admin[], leaving: string): void {
  const left = admins.filter(
    (admin) => admin.id !== leaving && !(admin.isDemo && ctx.settings.demo === 'off'),
  )
  if (!left.length) throw new Refusal('conflict', LAST_ADMIN_STAYS)
}
