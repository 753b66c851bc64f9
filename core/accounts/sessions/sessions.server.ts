import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { ActiveSession, ApiSession, BrowserSession } from '../account.ts'
import { requireSignedIn } from '../policy.ts'
import { logSecurityEvent } from '../security/security-events.server.ts'
import { deviceName } from './device-name.ts'
import { extendSession, issueApiTokens, issueBrowserToken } from './issue-session.server.ts'
import { findTokenSession } from './token-session.server.ts'
import { hashToken, nextToken } from './tokens.ts'

export async function signOut(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  await execute(ctx.db)`delete from auth_sessions where id = ${ctx.actor.sessionId}`
  logSecurityEvent(ctx, { action: 'sign-out', account: ctx.actor.id })
}

/** Concurrent renewals from several tabs get the same token. */
export async function renewBrowserSession(ctx: Context, token: string): Promise<BrowserSession> {
  const { sessionId } = requireSignedIn(ctx.actor)
  const next = nextToken(token, ctx.settings.secret)
  return ctx.db.transaction(async (tx) => {
    const session = await issueBrowserToken(tx, sessionId, next, ctx.now)
    await extendSession(tx, sessionId, ctx.now)
    await recordSuccessor(tx, token, next)
    return session
  })
}

export async function refreshApiSession(ctx: Context, refreshToken: string): Promise<ApiSession> {
  const tokenSession = await findTokenSession(ctx, refreshToken, 'refresh')
  if (!tokenSession)
    throw new Refusal('unauthenticated', 'This refresh token is invalid or has expired. Sign in again.')
  const { id, email, fullName, role, sessionId } = tokenSession.actor
  const next = nextToken(refreshToken, ctx.settings.secret)
  return ctx.db.transaction(async (tx) => {
    const tokens = await issueApiTokens(tx, sessionId, next, ctx.now)
    await extendSession(tx, sessionId, ctx.now)
    await recordSuccessor(tx, refreshToken, next)
    return { user: { id, email, fullName, role }, ...tokens }
  })
}

async function recordSuccessor(db: Db, token: string, next: string): Promise<void> {
  await execute(db)`
    update session_tokens set successor = ${hashToken(next)}, succeeded_at = coalesce(succeeded_at, now())
    where hash = ${hashToken(token)}`
}

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

export async function endSession(ctx: Context, id: string): Promise<void> {
  const userId = requireSignedIn(ctx.actor).id
  const ended = await execute(ctx.db)`delete from auth_sessions where id = ${id} and user_id = ${userId}`
  if (!ended) throw new Refusal('not_found', 'This session has already ended.')
}

export async function endOtherSessions(ctx: Context): Promise<void> {
  const { id, sessionId } = requireSignedIn(ctx.actor)
  await execute(ctx.db)`delete from auth_sessions where user_id = ${id} and id <> ${sessionId}`
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await execute(db)`delete from auth_sessions where user_id = ${userId}`
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await execute(db)`delete from session_tokens where expires_at < now()`
  await execute(db)`delete from auth_sessions where expires_at < now()`
}
