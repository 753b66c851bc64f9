import { eq, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { newDeviceEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { isDesignatedAdmin, promoteDesignatedAdmin } from '../account.server.ts'
import type { ApiSession, BrowserSession, User } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { authSessions, knownDevices, profiles, sessionTokens } from '../accounts.table.ts'
import { SESSION_DAYS } from '../identity.server.ts'
import { deviceName } from './device-name.ts'
import { hashToken, newToken } from './tokens.ts'

export const ACCESS_TOKEN_MINUTES = 60
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type OpenedSession = { user: User; sessionId: string }

export async function startBrowserSession(
  ctx: Context,
  libraryToken: string,
): Promise<{ user: User; session: BrowserSession }> {
  const device = ctx.visitor.device ? null : newToken()
  return withAdoptedSession(ctx, libraryToken, async (tx, { user, sessionId }) => {
    // Each browser has one session: a forgotten session would stay open.
    if (ctx.actor.kind === 'user')
      await tx.delete(authSessions).where(eq(authSessions.id, ctx.actor.sessionId))
    await rememberDevice(ctx, tx, user, device ? hashToken(device) : (ctx.visitor.device ?? ''))
    const session = await issueBrowserToken(tx, sessionId, newToken(), ctx.now)
    return { user, session: { ...session, device } }
  })
}

export async function startApiSession(ctx: Context, libraryToken: string): Promise<ApiSession> {
  return withAdoptedSession(ctx, libraryToken, async (tx, { user, sessionId }) => {
    await rememberDevice(ctx, tx, user, hashToken(`program ${ctx.visitor.userAgent}`))
    return { user, ...(await issueApiTokens(tx, sessionId, newToken(), ctx.now)) }
  })
}

export async function issueBrowserToken(
  db: Db,
  sessionId: string,
  token: string,
  now: Date,
): Promise<BrowserSession> {
  const expiresAt = addTime(now, ACCESS_TOKEN_MINUTES * MINUTE)
  const keepUntil = addTime(now, SESSION_DAYS * DAY)
  await insertTokens(db, sessionId, [{ token, kind: 'browser', renewAt: expiresAt, expiresAt: keepUntil }])
  return { token, expiresAt, keepUntil, device: null }
}

export async function issueApiTokens(db: Db, sessionId: string, refreshToken: string, now: Date) {
  const accessToken = newToken()
  const expiresAt = addTime(now, ACCESS_TOKEN_MINUTES * MINUTE)
  const refreshUntil = addTime(now, SESSION_DAYS * DAY)
  await insertTokens(db, sessionId, [
    { token: accessToken, kind: 'access', renewAt: expiresAt, expiresAt },
    { token: refreshToken, kind: 'refresh', renewAt: refreshUntil, expiresAt: refreshUntil },
  ])
  return { accessToken, refreshToken, expiresAt }
}

const addTime = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

type NewToken = Pick<typeof sessionTokens.$inferInsert, 'kind' | 'renewAt' | 'expiresAt'> & { token: string }

async function insertTokens(db: Db, sessionId: string, tokens: NewToken[]): Promise<void> {
  const rows = tokens.map(({ token, ...row }) => ({ hash: hashToken(token), sessionId, ...row }))
  await db.insert(sessionTokens).values(rows).onConflictDoNothing()
}

/** A session in use lasts as long as its newest token. */
export async function extendSession(db: Db, sessionId: string, now: Date): Promise<void> {
  const until = addTime(now, SESSION_DAYS * DAY)
  await db
    .update(authSessions)
    .set({ expiresAt: sql`greatest(${authSessions.expiresAt}, ${until})`, updatedAt: sql`now()` })
    .where(eq(authSessions.id, sessionId))
}

/** If anything fails, Better Auth's session is deleted too. */
async function withAdoptedSession<Result>(
  ctx: Context,
  libraryToken: string,
  issue: (db: Db, opened: OpenedSession) => Promise<Result>,
): Promise<Result> {
  try {
    return await ctx.db.transaction(async (tx) => issue(tx, await adoptSession(ctx, tx, libraryToken)))
  } catch (error) {
    await ctx.db.delete(authSessions).where(eq(authSessions.token, libraryToken))
    throw error
  }
}

async function adoptSession(ctx: Context, db: Db, libraryToken: string): Promise<OpenedSession> {
  const session = db.$with('session').as(
    db
      .update(authSessions)
      .set({ ipAddress: ctx.visitor.ipAddress, userAgent: ctx.visitor.userAgent?.slice(0, 400) ?? null })
      .where(eq(authSessions.token, libraryToken))
      .returning({ sessionId: authSessions.id, userId: authSessions.userId }),
  )
  const [opened] = await db
    .with(session)
    .select({
      user: { id: profiles.id, email: profiles.email, fullName: profiles.fullName, role: profiles.role },
      isDemo: profiles.isDemo,
      blockedAt: profiles.blockedAt,
      sessionId: session.sessionId,
    })
    .from(session)
    .innerJoin(profiles, eq(profiles.id, session.userId))
  if (!opened) throw new Error('Better Auth created no session, or a session without a profile')
  const { user, isDemo, blockedAt, sessionId } = opened
  if (blockedAt) refuseBlocked(ctx)
  if (isDemo) refuseDemoAccount(ctx)
  if (isDesignatedAdmin(ctx, user.email) && user.role !== 'admin') {
    await promoteDesignatedAdmin(ctx, db, user.id)
    user.role = 'admin'
  }
  return { user, sessionId }
}

/** Call only after the password was verified: others must not learn this. */
function refuseBlocked({ settings: { support } }: Context): never {
  throw new Refusal('forbidden', `This account is blocked. Please contact ${support.email}.`)
}

/** The README publishes their passwords: they work only in the demo and, unless it is public, only on its machine. */
function refuseDemoAccount({ settings, visitor }: Context): void {
  if (settings.demo === 'off') throw new Refusal('unauthenticated', 'Invalid email or password')
  if (settings.demo === 'on' && visitor.forwarded) {
    throw new Refusal('forbidden', 'Demo accounts work only on the machine that runs the store.')
  }
}

async function rememberDevice(ctx: Context, db: Db, user: User, device: string): Promise<void> {
  const [added] = await db
    .insert(knownDevices)
    .values({ userId: user.id, device })
    .onConflictDoNothing()
    // A statement doesn't see its own insert, so any row it finds is an earlier device.
    .returning({ first: sql<boolean>`not exists (select from known_devices where user_id = ${user.id})` })
  if (!added || added.first) return
  const details = {
    device: deviceName(ctx.visitor.userAgent),
    when: ctx.now,
    link: accountLinks.sessions(ctx),
  }
  await enqueueAccountEmail(ctx, db, user.email, (envelope) => newDeviceEmail(envelope, details))
}
