import { and, count, eq, gt } from 'drizzle-orm'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { authSessions } from '../accounts.table.ts'
import { canChangeRoles, canViewProfiles, requireRole } from '../policy.ts'
import { endAllSessions } from './sessions.server.ts'

export async function countSessions(ctx: Context, profileId: string): Promise<number> {
  requireRole(canViewProfiles, ctx.actor)
  const [row] = await ctx.db
    .select({ sessionCount: count() })
    .from(authSessions)
    .where(and(eq(authSessions.userId, profileId), gt(authSessions.expiresAt, ctx.now)))
  return row?.sessionCount ?? 0
}

export async function signOutEverywhere(ctx: Context, profileId: string): Promise<void> {
  requireRole(canChangeRoles, ctx.actor)
  await ctx.db.transaction(async (tx) => {
    await endAllSessions(tx, profileId)
    await writeAudit(ctx, { action: 'sessions-ended', subject: profileId }, tx)
  })
}
