import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { ApiSession, BrowserSession, User } from '../account.ts'
import { authSessions, authUsers } from '../accounts.table.ts'
import { challengeHeaders, sessionHeaders, sessionTokenFrom } from '../identity.server.ts'
import { verifyCurrentPassword } from '../passwords/password.server.ts'
import { requireSignedIn } from '../policy.ts'
import { startApiSession, startBrowserSession } from '../sessions/issue-session.server.ts'
import { authErrorToRefusal } from '../sign-in/sign-in.server.ts'

type CodeInput = { challenge: string; code: string }

export async function finishSignIn(
  ctx: Context,
  input: CodeInput,
): Promise<{ user: User; session: BrowserSession }> {
  return startBrowserSession(ctx, await verifyCode(ctx, input))
}

export async function finishApiSignIn(ctx: Context, input: CodeInput): Promise<ApiSession> {
  return startApiSession(ctx, await verifyCode(ctx, input))
}

async function verifyCode(ctx: Context, { challenge, code }: CodeInput): Promise<string> {
  const { api } = ctx.identity.auth
  const headers = challengeHeaders(challenge)
  const digits = code.replace(/\s/g, '')
  return withAuthErrors(async () => {
    const isAppCode = /^\d{6}$/.test(digits)
    const { token } = isAppCode
      ? await api.verifyTOTP({ body: { code: digits }, headers })
      : await api.verifyBackupCode({ body: { code: digits }, headers })
    if (!token) throw new Error('Better Auth accepted a code without creating a session')
    return token
  })
}

export function hasSecondFactor(ctx: Context): Promise<boolean> {
  return isSecondFactorEnabled(ctx, requireSignedIn(ctx.actor).id)
}

export async function isSecondFactorEnabled({ db }: Context, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ isEnabled: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
  return user?.isEnabled === true
}

/** Returns ten recovery codes, which are shown only once. The factor is enabled after `confirmSecondFactor`. */
export async function startSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  await verifyCurrentPassword(ctx, password)
  const headers = await ownerHeaders(ctx)
  const enrollment = await withAuthErrors(() =>
    ctx.identity.auth.api.enableTwoFactor({ body: { method: 'totp', password }, headers }),
  )
  if (enrollment.method !== 'totp') throw new Error('Better Auth started a factor other than TOTP')
  return { totpUri: enrollment.totpURI, recoveryCodes: enrollment.backupCodes }
}

/** Replaces the session, since its privileges have changed. */
export async function confirmSecondFactor(ctx: Context, { code }: { code: string }): Promise<BrowserSession> {
  const headers = await ownerHeaders(ctx)
  return withAuthErrors(async () => {
    const response = await ctx.identity.auth.api.verifyTOTP({
      body: { code: code.replace(/\s/g, '') },
      headers,
      returnHeaders: true,
    })
    return reopenSession(ctx, response.headers)
  })
}

export async function disableSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<BrowserSession> {
  await verifyCurrentPassword(ctx, password)
  const headers = await ownerHeaders(ctx)
  return withAuthErrors(async () => {
    const response = await ctx.identity.auth.api.disableTwoFactor({
      body: { password },
      headers,
      returnHeaders: true,
    })
    return reopenSession(ctx, response.headers)
  })
}

async function reopenSession(ctx: Context, headers: Headers): Promise<BrowserSession> {
  const libraryToken = sessionTokenFrom(headers)
  if (!libraryToken)
    throw new Refusal(
      'conflict',
      'Your two-step sign-in has already been changed. Reload the page to see it.',
    )
  return (await startBrowserSession(ctx, libraryToken)).session
}

/** Better Auth identifies the caller by its own session cookie. */
async function ownerHeaders(ctx: Context): Promise<Headers> {
  const [session] = await ctx.db
    .select({ token: authSessions.token })
    .from(authSessions)
    .where(eq(authSessions.id, requireSignedIn(ctx.actor).sessionId))
  if (!session) throw new Refusal('unauthenticated', 'Your session has ended. Please sign in again.')
  return sessionHeaders(session.token, ctx.settings.secret)
}

async function withAuthErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof APIError ? authErrorToRefusal(error) : error
  }
}
