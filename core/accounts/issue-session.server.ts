import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newDeviceLetter } from '../mail/account-letters.ts'
import type { BrowserSession, ProgramSession, User } from './account.ts'
import { authSessions, knownDevices, profiles, sessionTokens } from './accounts.table.ts'
import { deviceName } from './device-name.ts'
import { SESSION_DAYS } from './identity.server.ts'
import { linkTo, writeTo } from './letters.server.ts'
import { giveDesignatedRights } from './open-account.server.ts'
import { hashToken, newToken } from './tokens.ts'

export const ACCESS_MINUTES = 60
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Opened = { user: User; sessionId: string }

/** Lets the library's fresh session be one of ours: whose it is, from where, and that its owner hears of new devices. */
export async function openInBrowser(
  ctx: Context,
  libraryToken: string,
): Promise<{ user: User; session: BrowserSession }> {
  const device = ctx.visitor.device ? null : newToken()
  return adopted(ctx, libraryToken, async (tx, { user, sessionId }) => {
    // One browser, one sign-in: what it held before would be a door that nobody remembers.
    if (ctx.actor.kind === 'user')
      await tx.delete(authSessions).where(eq(authSessions.id, ctx.actor.sessionId))
    await meetDevice(ctx, tx, user, device ? hashToken(device) : (ctx.visitor.device ?? ''))
    const session = await issueBrowserToken(tx, sessionId, newToken(), ctx.now)
    return { user, session: { ...session, device } }
  })
}

export async function openInProgram(ctx: Context, libraryToken: string): Promise<ProgramSession> {
  return adopted(ctx, libraryToken, async (tx, { user, sessionId }) => {
    await meetDevice(ctx, tx, user, hashToken(`program ${ctx.visitor.agent}`))
    const access = await issueAccessToken(tx, sessionId, ctx.now)
    const refreshToken = newToken()
    await issueRefreshToken(tx, sessionId, refreshToken, ctx.now)
    return { user, ...access, refreshToken }
  })
}

export async function issueBrowserToken(
  db: Db,
  sessionId: string,
  token: string,
  now: Date,
): Promise<BrowserSession> {
  const expiresAt = new Date(now.getTime() + ACCESS_MINUTES * MINUTE)
  const keepUntil = new Date(now.getTime() + SESSION_DAYS * DAY)
  await writeToken(db, { token, sessionId, kind: 'browser', renewAt: expiresAt, expiresAt: keepUntil })
  return { token, expiresAt, keepUntil, device: null }
}

export async function issueAccessToken(db: Db, sessionId: string, now: Date) {
  const accessToken = newToken()
  const expiresAt = new Date(now.getTime() + ACCESS_MINUTES * MINUTE)
  await writeToken(db, { token: accessToken, sessionId, kind: 'access', renewAt: expiresAt, expiresAt })
  return { accessToken, expiresAt }
}

export async function issueRefreshToken(db: Db, sessionId: string, token: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + SESSION_DAYS * DAY)
  await writeToken(db, { token, sessionId, kind: 'refresh', renewAt: expiresAt, expiresAt })
}

type NewToken = Pick<typeof sessionTokens.$inferInsert, 'sessionId' | 'kind' | 'renewAt' | 'expiresAt'>

async function writeToken(db: Db, { token, ...row }: NewToken & { token: string }): Promise<void> {
  await db
    .insert(sessionTokens)
    .values({ hash: hashToken(token), ...row })
    .onConflictDoNothing()
  await db
    .update(authSessions)
    .set({ expiresAt: sql`greatest(${authSessions.expiresAt}, ${row.expiresAt})`, updatedAt: sql`now()` })
    .where(eq(authSessions.id, row.sessionId))
}

/** All of it or nothing: a session that may not be is not left lying about. */
async function adopted<Kept>(
  ctx: Context,
  libraryToken: string,
  keep: (db: Db, opened: Opened) => Promise<Kept>,
): Promise<Kept> {
  try {
    return await ctx.db.transaction(async (tx) => keep(tx, await adopt(ctx, tx, libraryToken)))
  } catch (error) {
    await ctx.db.delete(authSessions).where(eq(authSessions.token, libraryToken))
    throw error
  }
}

async function adopt(ctx: Context, db: Db, libraryToken: string): Promise<Opened> {
  const [session] = await db
    .update(authSessions)
    .set({ ipAddress: ctx.visitor.address, userAgent: ctx.visitor.agent?.slice(0, 400) ?? null })
    .where(eq(authSessions.token, libraryToken))
    .returning({ id: authSessions.id, userId: authSessions.userId })
  if (!session) throw new Error('The library made no session')
  await refuseDemoAccount(ctx, db, session.userId)
  await giveDesignatedRights(ctx, db, session.userId)
  const [user] = await db
    .select({ id: profiles.id, email: profiles.email, fullName: profiles.fullName, role: profiles.role })
    .from(profiles)
    .where(eq(profiles.id, session.userId))
  if (!user) throw new Error('A session without a profile')
  return { user, sessionId: session.id }
}

/** Their passwords are in the README: they are for whoever sits at the machine, while it is a demonstration. */
async function refuseDemoAccount(ctx: Context, db: Db, userId: string): Promise<void> {
  const [profile] = await db.select({ isDemo: profiles.isDemo }).from(profiles).where(eq(profiles.id, userId))
  if (!profile?.isDemo) return
  if (ctx.house.demo === 'off') throw new Refusal('unauthenticated', 'Invalid email or password')
  if (ctx.house.demo === 'on' && ctx.visitor.forwarded) {
    throw new Refusal('forbidden', 'The accounts of the demonstration are for its own machine alone.')
  }
}

async function meetDevice(ctx: Context, db: Db, user: User, device: string): Promise<void> {
  const known = await db.select().from(knownDevices).where(eq(knownDevices.userId, user.id)).limit(1)
  const [met] = await db
    .insert(knownDevices)
    .values({ userId: user.id, device })
    .onConflictDoNothing()
    .returning({ device: knownDevices.device })
  if (!met || !known.length) return
  const facts = { device: deviceName(ctx.visitor.agent), when: ctx.now, link: linkTo.sessions(ctx) }
  await writeTo(ctx, db, user.email, (envelope) => newDeviceLetter(envelope, facts))
}
