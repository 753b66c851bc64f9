import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { writeAudit } from '../audit/audit.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { isDesignatedAdmin } from './account.server.ts'
import { profiles } from './accounts.table.ts'
import { canChangeRoles, requireRole } from './policy.ts'
import { findProfile } from './profiles.server.ts'
import { endAllSessions } from './sessions/sessions.server.ts'

export const CANNOT_BLOCK_ADMIN = 'You can’t block an administrator. Change their role to User first.'

export async function blockCustomer(ctx: Context, id: string): Promise<void> {
  requireRole(canChangeRoles, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const profile = await findProfile(tx, id)
    if (!profile) throw new Refusal('not_found', 'Customer not found.')
    if (profile.role === 'admin' || isDesignatedAdmin(ctx, profile.email))
      throw new Refusal('conflict', CANNOT_BLOCK_ADMIN)
    const changed = await tx
      .update(profiles)
      .set({ blockedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(profiles.id, id), eq(profiles.role, 'user'), isNull(profiles.blockedAt)))
      .returning({ id: profiles.id })
    // Waits for a concurrent sign-in's lock on its session, then ends that session too.
    await endAllSessions(tx, id)
    if (changed.length) await writeAudit(ctx, { action: 'customer-blocked', subject: id }, tx)
  })
}

export async function unblockCustomer(ctx: Context, id: string): Promise<void> {
  requireRole(canChangeRoles, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(profiles)
      .set({ blockedAt: null, updatedAt: sql`now()` })
      .where(and(eq(profiles.id, id), isNotNull(profiles.blockedAt)))
      .returning({ id: profiles.id })
    if (changed.length) await writeAudit(ctx, { action: 'customer-unblocked', subject: id }, tx)
  })
}
