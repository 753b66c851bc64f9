import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute, query } from '#db/sql.ts'
import type { ActiveSession, BrowserSession } from '../account.ts'
import { logSecurityEvent } from '../security/security-events.server.ts'
import { type OwnerProof, verifyOwner } from '../security/verify-owner.server.ts'
import { deviceName } from './device-name.ts'
import { restartSession } from './issue-session.server.ts'

export async function listSessions(ctx: Context): Promise<ActiveSession[]> {
  const { id, sessionId } = requireSignedIn(ctx.actor)
  const rows = await query(ctx.db, SessionRow)`
    select id, user_agent as "userAgent", ip_address as address, created_at as since, updated_at as "seenAt"
    from auth_sessions where user_id = ${id} and expires_at > ${ctx.now} order by updated_at desc`
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    current: row.id === sessionId,
    device: deviceName(userAgent),
  }))
}

const SessionRow = z.strictObject({
  id: z.string(),
  userAgent: z.string().nullable(),
  address: z.string().nullable(),
  since: z.date(),
  seenAt: z.date(),
})

export async function endSession(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  const userId = requireSignedIn(ctx.actor).id
  await verifyOwner(ctx, proof)
  const ended = await execute(ctx.db)`delete from auth_sessions where id = ${id} and user_id = ${userId}`
  if (!ended) throw new Refusal('not_found', 'This session has already ended.')
  logSecurityEvent(ctx, { action: 'sessions-ended', account: userId })
}

/** Ends sign-ins that have only begun, too. Returns a new session for this browser. */
export async function endOtherSessions(ctx: Context, proof: OwnerProof): Promise<BrowserSession> {
  const { id: account } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof)
  const session = await restartSession(ctx)
  logSecurityEvent(ctx, { action: 'sessions-ended', account })
  return session
}
