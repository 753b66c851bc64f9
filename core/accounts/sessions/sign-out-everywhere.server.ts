import { z } from 'zod'
import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { isStaff } from '#core/permissions/policy.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { queryColumn } from '#db/sql.ts'
import { findProfile } from '../profiles.server.ts'
import { logSecurityEvent } from '../security/security-events.server.ts'
import { endAllSessions } from './end-sessions.server.ts'

export async function countSessions(ctx: Context, profileId: string): Promise<number> {
  requirePermission(ctx.actor, 'customers.view')
  const [count] = await queryColumn(ctx.db, z.int())`
    select count(*) from auth_sessions where user_id = ${profileId} and expires_at > ${ctx.now}`
  return count ?? 0
}

export async function signOutEverywhere(ctx: Context, profileId: string): Promise<void> {
  await staffTransaction(ctx, 'customers.edit', async (tx) => {
    const profile = await findProfile(tx, profileId)
    if (profile && isStaff(profile)) requirePermission(ctx.actor, 'staff.edit')
    await endAllSessions(tx, profileId)
    await writeAudit(ctx, { action: 'sessions-ended', subject: profileId }, tx)
  })
  logSecurityEvent(ctx, { action: 'sessions-ended', account: profileId })
}
