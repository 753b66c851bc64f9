import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import type { ActiveSession, ApiSession, BrowserSession } from '../account.ts'
import { authSessions, sessionTokens } from '../accounts.table.ts'
import { requireSignedIn } from '../policy.ts'
import { deviceName } from './device-name.ts'
import { extendSession, issueApiTokens, issueBrowserToken } from './issue-session.server.ts'
import { findTokenSession } from './token-session.server.ts'
import { hashToken, nextToken } from './tokens.ts'

export async function signOut(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  await ctx.db.delete(authSessions).where(eq(authSessions.id, ctx.actor.sessionId))
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
  await db
    .update(sessionTokens)
    .set({
      successor: hashToken(next),
      succeededAt: sql`coalesce(${sessionTokens.succeededAt}, now())`,
    })
    .where(eq(sessionTokens.hash, hashToken(token)))
}

export async function listSessions(ctx: Context): Promise<ActiveSession[]> {
  const { id, sessionId } = requireSignedIn(ctx.actor)
  const rows = await ctx.db
    .select({
      id: authSessions.id,
      agent: authSessions.userAgent,
      address: authSessions.ipAddress,
      since: authSessions.createdAt,
      seenAt: authSessions.updatedAt,
    })
    .from(authSessions)
    .where(and(eq(authSessions.userId, id), gt(authSessions.expiresAt, ctx.now)))
    .orderBy(desc(authSessions.updatedAt))
  return rows.map(({ agent, ...row }) => ({
    ...row,
    current: row.id === sessionId,
    device: deviceName(agent),
  }))
}

export async function endSession(ctx: Context, id: string): Promise<void> {
  const deleted = await ctx.db
    .delete(authSessions)
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, requireSignedIn(ctx.actor).id)))
    .returning({ id: authSessions.id })
  if (!deleted.length) throw new Refusal('not_found', 'This session has already ended.')
}

export async function endOtherSessions(ctx: Context): Promise<void> {
  const { id, sessionId } = requireSignedIn(ctx.actor)
  await ctx.db.delete(authSessions).where(and(eq(authSessions.userId, id), ne(authSessions.id, sessionId)))
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.userId, userId))
}

export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.delete(sessionTokens).where(sql`${sessionTokens.expiresAt} < now()`)
  await db.delete(authSessions).where(sql`${authSessions.expiresAt} < now()`)
}
