import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { newDeviceEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn, SIGN_IN_REQUIRED } from '#core/permissions/policy.ts'
import { RETENTION } from '#core/retention.ts'
import { DAY_MS, MINUTE_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { isDesignatedAdmin, promoteDesignatedAdmin } from '../account.server.ts'
import { type ApiSession, type BrowserSession, User, type VerifiedAccount } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { deviceName } from './device-name.ts'
import { endAllSessions } from './end-sessions.server.ts'
import { SESSION_END, type TokenKind } from './token-session.server.ts'
import { hashToken, newToken } from './tokens.ts'

export const ACCESS_TOKEN_MINUTES = 60

const ACCOUNT_CHANGED = 'Your account has just changed. Please sign in again.'

type OpenedSession = { user: User; sessionId: string }

/** Call only after the user has proved who they are, with all factors that the account requires. */
export async function startBrowserSession(
  ctx: Context,
  account: VerifiedAccount,
): Promise<{ user: User; session: BrowserSession }> {
  const device = ctx.visitor.device ? null : newToken()
  return ctx.db.transaction(async (tx) => {
    const { user, sessionId } = await openSession(ctx, tx, account)
    // Each browser has one session: a forgotten session would stay open.
    if (ctx.actor.kind === 'user')
      await execute(tx)`delete from auth_sessions where id = ${ctx.actor.sessionId}`
    await rememberDevice(ctx, tx, user, device ? hashToken(device) : (ctx.visitor.device ?? ''))
    const session = await issueBrowserToken(tx, sessionId, newToken(), ctx.now)
    return { user, session: { ...session, device } }
  })
}

/** After a change of how the account signs in: all its sessions end, and this browser gets a new one. */
export async function restartSession(ctx: Context): Promise<BrowserSession> {
  const { id: userId, sessionId } = requireSignedIn(ctx.actor)
  return ctx.db.transaction(async (tx) => {
    const { endedIds, sessionEpoch } = await endAllSessions(tx, userId)
    // It may have been ended since the request began.
    if (!endedIds.includes(sessionId)) throw new Refusal('unauthenticated', SIGN_IN_REQUIRED)
    return (await startBrowserSession({ ...ctx, db: tx }, { userId, sessionEpoch })).session
  })
}

/** Call only after the user has proved who they are, with all factors that the account requires. */
export async function startApiSession(ctx: Context, account: VerifiedAccount): Promise<ApiSession> {
  return ctx.db.transaction(async (tx) => {
    const { user, sessionId } = await openSession(ctx, tx, account)
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
  const expiresAt = addTime(now, ACCESS_TOKEN_MINUTES * MINUTE_MS)
  const keepUntil = addTime(now, RETENTION.sessionDays * DAY_MS)
  await insertTokens(db, sessionId, [{ token, kind: 'browser', renewAt: expiresAt, expiresAt: keepUntil }])
  return { token, expiresAt, keepUntil, device: null }
}

export async function issueApiTokens(db: Db, sessionId: string, refreshToken: string, now: Date) {
  const accessToken = newToken()
  const expiresAt = addTime(now, ACCESS_TOKEN_MINUTES * MINUTE_MS)
  const refreshUntil = addTime(now, RETENTION.sessionDays * DAY_MS)
  await insertTokens(db, sessionId, [
    { token: accessToken, kind: 'access', renewAt: expiresAt, expiresAt },
    { token: refreshToken, kind: 'refresh', renewAt: refreshUntil, expiresAt: refreshUntil },
  ])
  return { accessToken, refreshToken, expiresAt }
}

const addTime = (now: Date, milliseconds: number) => new Date(now.getTime() + milliseconds)

type NewToken = { token: string; kind: TokenKind; renewAt: Date; expiresAt: Date }

async function insertTokens(db: Db, sessionId: string, tokens: NewToken[]): Promise<void> {
  const rows = tokens.map(({ token, ...row }) => ({ hash: hashToken(token), ...row }))
  await execute(db)`
    insert into session_tokens (hash, session_id, kind, renew_at, expires_at)
    select hash, ${sessionId}, kind, "renewAt", "expiresAt" from json_to_recordset(${sql.json(rows)})
      as token (hash text, kind text, "renewAt" timestamptz, "expiresAt" timestamptz)
    on conflict do nothing`
}

/** A session in use lasts as long as its newest token, up to its end. Until the transaction ends, nothing else ends it. */
export async function extendSession(db: Db, sessionId: string, now: Date): Promise<void> {
  const until = addTime(now, RETENTION.sessionDays * DAY_MS)
  const extended = await execute(db)`
    update auth_sessions s set expires_at = least(greatest(s.expires_at, ${until}), ${SESSION_END}), updated_at = now()
    from profiles p where s.id = ${sessionId} and p.id = s.user_id`
  // It may have been ended since the request began.
  if (!extended) throw new Refusal('unauthenticated', SIGN_IN_REQUIRED)
}

const SessionOwner = User.extend({ isDemo: z.boolean(), isBlocked: z.boolean(), sessionEpoch: z.int() })

async function openSession(
  ctx: Context,
  db: Db,
  { userId, sessionEpoch }: VerifiedAccount,
): Promise<OpenedSession> {
  // While this holds the lock, the account's sessions can't be ended. Ending them then ends this session too.
  const [owner] = await query(db, SessionOwner)`
    select id, email, full_name as "fullName", role, staff_role as "staffRole", is_demo as "isDemo", blocked_at is not null as "isBlocked",
      session_epoch as "sessionEpoch"
    from profiles where id = ${userId} for no key update`
  if (!owner) throw new Refusal('not_found', 'This account no longer exists.')
  const { isDemo, isBlocked, sessionEpoch: currentEpoch, ...user } = owner
  if (sessionEpoch !== currentEpoch) throw new Refusal('unauthenticated', ACCOUNT_CHANGED)
  if (isBlocked) refuseBlocked(ctx)
  if (isDemo) refuseDemoAccount(ctx)
  if (isDesignatedAdmin(ctx, user.email) && user.role !== 'admin') {
    await promoteDesignatedAdmin(ctx, db, user.id)
    user.role = 'admin'
    user.staffRole = null
  }
  const sessionId = randomUUID()
  const { ipAddress, userAgent } = ctx.visitor
  await execute(db)`
    insert into auth_sessions (id, user_id, expires_at, ip_address, user_agent) values (${sessionId}, ${userId},
    ${addTime(ctx.now, RETENTION.sessionDays * DAY_MS)}, ${ipAddress}, ${userAgent?.slice(0, 400) ?? null})`
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
  // A statement doesn't see its own insert, so any row it finds is an earlier device.
  const [isFirst] = await queryColumn(db, z.boolean())`
    insert into known_devices (user_id, device) values (${user.id}, ${device}) on conflict do nothing
    returning not exists (select from known_devices where user_id = ${user.id}) as first`
  if (isFirst !== false) return
  const details = {
    device: deviceName(ctx.visitor.userAgent),
    when: ctx.now,
    link: accountLinks.sessions(ctx),
  }
  await enqueueAccountEmail(ctx, db, user.email, newDeviceEmail, details)
}
