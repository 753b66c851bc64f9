import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { BrowserSession, OpenSession, ProgramSession } from './account.ts'
import { authSessions, sessionTokens } from './accounts.table.ts'
import { findAsker } from './actor.server.ts'
import { deviceName } from './device-name.ts'
import { issueBrowserToken, issueProgramTokens, prolongSession } from './issue-session.server.ts'
import { signedIn } from './policy.ts'
import { hashToken, successorOf } from './tokens.ts'

/** Ends the session that asks, in every tab and for every token of it. */
export async function signOut(ctx: Context): Promise<void> {
  if (ctx.actor.kind !== 'user') return
  await ctx.db.delete(authSessions).where(eq(authSessions.id, ctx.actor.sessionId))
}

/** The next cookie for the browser that holds this one; the same, however many of its tabs ask. */
export async function renewBrowser(ctx: Context, token: string): Promise<BrowserSession> {
  const { sessionId } = signedIn(ctx.actor)
  const next = successorOf(token, ctx.settings.secret)
  return ctx.db.transaction(async (tx) => {
    const session = await issueBrowserToken(tx, sessionId, next, ctx.now)
    await prolongSession(tx, sessionId, ctx.now)
    await succeed(tx, token, next)
    return session
  })
}

/** A refresh token for the next pair. */
export async function refreshProgram(ctx: Context, refreshToken: string): Promise<ProgramSession> {
  const asker = await findAsker(ctx, refreshToken, 'refresh')
  if (!asker)
    throw new Refusal('unauthenticated', 'This refresh token is not, or no longer, good. Sign in again.')
  const { id, email, fullName, role, sessionId } = asker.actor
  const next = successorOf(refreshToken, ctx.settings.secret)
  return ctx.db.transaction(async (tx) => {
    const tokens = await issueProgramTokens(tx, sessionId, next, ctx.now)
    await prolongSession(tx, sessionId, ctx.now)
    await succeed(tx, refreshToken, next)
    return { user: { id, email, fullName, role }, ...tokens }
  })
}

async function succeed(db: Db, token: string, next: string): Promise<void> {
  await db
    .update(sessionTokens)
    .set({
      successor: hashToken(next),
      succeededAt: sql`coalesce(${sessionTokens.succeededAt}, now())`,
    })
    .where(eq(sessionTokens.hash, hashToken(token)))
}

export async function listSessions(ctx: Context): Promise<OpenSession[]> {
  const { id, sessionId } = signedIn(ctx.actor)
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

/** One of one's own; anybody else's does not exist. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const ended = await ctx.db
    .delete(authSessions)
    .where(and(eq(authSessions.id, id), eq(authSessions.userId, signedIn(ctx.actor).id)))
    .returning({ id: authSessions.id })
  if (!ended.length) throw new Refusal('not_found', 'This sign-in is over already.')
}

export async function endOtherSessions(ctx: Context): Promise<void> {
  const { id, sessionId } = signedIn(ctx.actor)
  await ctx.db.delete(authSessions).where(and(eq(authSessions.userId, id), ne(authSessions.id, sessionId)))
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.delete(authSessions).where(eq(authSessions.userId, userId))
}

export async function forgetOldSessions(db: Db): Promise<void> {
  await db.delete(sessionTokens).where(sql`${sessionTokens.expiresAt} < now()`)
  await db.delete(authSessions).where(sql`${authSessions.expiresAt} < now()`)
}
