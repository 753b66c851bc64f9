import { APIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { BrowserSession, ProgramSession, User } from './account.ts'
import { authSessions, authUsers } from './accounts.table.ts'
import { asOwnerOf, sessionIn, withChallenge } from './identity.server.ts'
import { openInBrowser, openInProgram } from './issue-session.server.ts'
import { provePassword } from './password.server.ts'
import { signedIn } from './policy.ts'
import { passedOn } from './sign-in.server.ts'

type Answered = { challenge: string; code: string }

/** The second step of signing in: a code from the app, or one of the recovery codes. */
export async function finishSignIn(
  ctx: Context,
  answered: Answered,
): Promise<{ user: User; session: BrowserSession }> {
  return openInBrowser(ctx, await checkCode(ctx, answered))
}

export async function finishProgramSignIn(ctx: Context, answered: Answered): Promise<ProgramSession> {
  return openInProgram(ctx, await checkCode(ctx, answered))
}

async function checkCode(ctx: Context, { challenge, code }: Answered): Promise<string> {
  const { api } = ctx.identity.auth
  const headers = withChallenge(challenge)
  const typed = code.replace(/\s/g, '')
  return passing(async () => {
    const fromApp = /^\d{6}$/.test(typed)
    const { token } = fromApp
      ? await api.verifyTOTP({ body: { code: typed }, headers })
      : await api.verifyBackupCode({ body: { code: typed }, headers })
    if (!token) throw new Error('The library checked a code and made no session')
    return token
  })
}

export function hasSecondFactor(ctx: Context): Promise<boolean> {
  return asksForCode(ctx, signedIn(ctx.actor).id)
}

export async function asksForCode({ db }: Context, userId: string): Promise<boolean> {
  const [user] = await db
    .select({ on: authUsers.twoFactorEnabled })
    .from(authUsers)
    .where(eq(authUsers.id, userId))
  return user?.on === true
}

/** The address for an authenticator app, and ten recovery codes, shown this once. It counts when a code has proved it. */
export async function beginSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<{ totpUri: string; recoveryCodes: string[] }> {
  await provePassword(ctx, password)
  const headers = await asOwner(ctx)
  const made = await passing(() =>
    ctx.identity.auth.api.enableTwoFactor({ body: { method: 'totp', password }, headers }),
  )
  if (made.method !== 'totp') throw new Error('The library began another factor')
  return { totpUri: made.totpURI, recoveryCodes: made.backupCodes }
}

/** From here on signing in takes a code. The session is made anew, as the rights of its holder were. */
export async function proveSecondFactor(ctx: Context, { code }: { code: string }): Promise<BrowserSession> {
  const headers = await asOwner(ctx)
  return passing(async () => {
    const answer = await ctx.identity.auth.api.verifyTOTP({
      body: { code: code.replace(/\s/g, '') },
      headers,
      returnHeaders: true,
    })
    return goOn(ctx, answer.headers)
  })
}

export async function endSecondFactor(
  ctx: Context,
  { password }: { password: string },
): Promise<BrowserSession> {
  await provePassword(ctx, password)
  const headers = await asOwner(ctx)
  return passing(async () => {
    const answer = await ctx.identity.auth.api.disableTwoFactor({
      body: { password },
      headers,
      returnHeaders: true,
    })
    return goOn(ctx, answer.headers)
  })
}

async function goOn(ctx: Context, headers: Headers): Promise<BrowserSession> {
  const libraryToken = sessionIn(headers)
  if (!libraryToken) throw new Refusal('conflict', 'This is done already.')
  return (await openInBrowser(ctx, libraryToken)).session
}

/** The library asks who calls; the session that we know of answers for it. */
export async function asOwner(ctx: Context): Promise<Headers> {
  const [session] = await ctx.db
    .select({ token: authSessions.token })
    .from(authSessions)
    .where(eq(authSessions.id, signedIn(ctx.actor).sessionId))
  if (!session) throw new Refusal('unauthenticated', 'This sign-in is over.')
  return asOwnerOf(session.token, ctx.settings.secret)
}

export async function passing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof APIError ? passedOn(error) : error
  }
}
