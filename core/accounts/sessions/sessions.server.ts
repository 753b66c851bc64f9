import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import type { ApiSession, BrowserSession } from '../account.ts'
import { logSecurityEvent } from '../security/security-events.server.ts'
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
    await extendSession(tx, sessionId, ctx.now)
    const session = await issueBrowserToken(tx, sessionId, next, ctx.now)
    await recordSuccessor(tx, token, next)
    return session
  })
}

export async function refreshApiSession(ctx: Context, refreshToken: string): Promise<ApiSession> {
  const tokenSession = await findTokenSession(ctx, refreshToken, 'refresh')
  if (!tokenSession)
    throw new Refusal('unauthenticated', 'This refresh token is invalid or has expired. Sign in again.')
  const { id, email, fullName, role, staffRole = null, sessionId } = tokenSession.actor
  const next = nextToken(refreshToken, ctx.settings.secret)
  return ctx.db.transaction(async (tx) => {
    await extendSession(tx, sessionId, ctx.now)
    const tokens = await issueApiTokens(tx, sessionId, next, ctx.now)
    await recordSuccessor(tx, refreshToken, next)
    return { user: { id, email, fullName, role, staffRole }, ...tokens }
  })
}

async function recordSuccessor(db: Db, token: string, next: string): Promise<void> {
  await execute(db)`
    update session_tokens set successor = ${hashToken(next)}, succeeded_at = coalesce(succeeded_at, now())
    where hash = ${hashToken(token)}`
}
