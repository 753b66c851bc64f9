import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { isDesignatedAdmin } from '../account.server.ts'
import type { ApiSession, BrowserSession, SignIn, SignInResult, User } from '../account.ts'
import { authUsers, knownDevices } from '../accounts.table.ts'
import { challengeFrom } from '../identity.server.ts'
import { startApiSession, startBrowserSession } from '../sessions/issue-session.server.ts'
import { ipNetwork } from './ip-network.ts'
import { recordWrongGuesses, releaseGuesses, reserveGuess } from './rate-limit.server.ts'
import { createWorkQueue } from './work-queue.ts'

export type PasswordCheck =
  | { outcome: 'checked'; libraryToken: string }
  | { outcome: 'second-factor'; challenge: string }

export async function signIn(ctx: Context, credentials: SignIn): Promise<SignInResult<BrowserSession>> {
  const checked = await checkPassword(ctx, credentials)
  if (checked.outcome === 'second-factor') return checked
  const { user, session } = await startBrowserSession(ctx, checked.libraryToken)
  return { outcome: 'signed-in', user, session }
}

export const ADMIN_PORTAL_REFUSED = 'Access denied. This admin portal is restricted.'

export async function signInAdmin(ctx: Context, credentials: SignIn): Promise<SignInResult<BrowserSession>> {
  if (!isDesignatedAdmin(ctx, credentials.email)) throw new Refusal('forbidden', ADMIN_PORTAL_REFUSED)
  return signIn(ctx, credentials)
}

export async function signInApi(
  ctx: Context,
  credentials: SignIn,
): Promise<
  { outcome: 'signed-in'; user: User; session: ApiSession } | Extract<PasswordCheck, { challenge: string }>
> {
  const checked = await checkPassword(ctx, credentials)
  if (checked.outcome === 'second-factor') return checked
  const session = await startApiSession(ctx, checked.libraryToken)
  return { outcome: 'signed-in', user: session.user, session }
}

const ACCOUNT_LIMIT = { max: 10, minutes: 15 }
const NETWORK_LIMIT = { max: 200, minutes: 15 }

// There is only one hashing thread; more at once would only hold connections that pages need.
const passwordQueue = createWorkQueue({ concurrency: 2, maxWaiting: 200 })

async function checkPassword(ctx: Context, credentials: SignIn): Promise<PasswordCheck> {
  const check = async (): Promise<PasswordCheck> => {
    const { headers, response } = await ctx.identity.auth.api.signInEmail({
      body: credentials,
      returnHeaders: true,
    })
    const challenge = challengeFrom(headers)
    if (challenge) return { outcome: 'second-factor', challenge }
    return { outcome: 'checked', libraryToken: response.token }
  }
  return passwordQueue('', () => withGuessLimit(ctx, credentials.email, check))
}

// More at once for one account would only wait for each other's locks.
const accountQueue = createWorkQueue({ concurrency: 5, maxWaiting: 200 })

/** Each guess is counted before it is checked, so that concurrent guesses can't exceed the limit. */
export async function withGuessLimit<Result>(
  ctx: Context,
  email: string,
  check: () => Promise<Result>,
): Promise<Result> {
  // A known browser has its own limit, so that strangers can't lock the owner out.
  const source = (await isKnownDevice(ctx, email)) ? `device ${ctx.visitor.device}` : 'a stranger'
  const guessKey = `password of ${email} by ${source}`
  return accountQueue(guessKey, async () => {
    const guesses = [await reserveGuess(ctx.db, guessKey, ACCOUNT_LIMIT)]
    try {
      if (ctx.settings.limits) {
        const network = `passwords from ${ipNetwork(ctx.visitor.ipAddress)}`
        guesses.push(await reserveGuess(ctx.db, network, NETWORK_LIMIT))
      }
      const result = await check()
      await releaseGuesses(ctx.db, guesses)
      return result
    } catch (error) {
      await (isWrongGuess(error) ? recordWrongGuesses : releaseGuesses)(ctx.db, guesses)
      throw error instanceof APIError ? authErrorToRefusal(error) : error
    }
  })
}

async function isKnownDevice(ctx: Context, email: string): Promise<boolean> {
  if (!ctx.visitor.device) return false
  const devices = await ctx.db
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .innerJoin(authUsers, eq(authUsers.id, knownDevices.userId))
    .where(and(eq(authUsers.email, email), eq(knownDevices.device, ctx.visitor.device)))
  return devices.length > 0
}

function isWrongGuess(error: unknown): boolean {
  if (error instanceof APIError) return error.statusCode === 401 || error.statusCode === 400
  return error instanceof Refusal && error.code === 'unauthenticated'
}

/** The specification passes Better Auth's messages through unchanged. */
export function authErrorToRefusal(error: APIError): Error {
  const message = error.body?.message ?? 'Something went wrong. Please try again.'
  if (error.statusCode === 401) return new Refusal('unauthenticated', message)
  if (error.statusCode === 403) return new Refusal('forbidden', message)
  if (error.statusCode === 429) return new Refusal('too_often', message)
  if (error.statusCode < 500) return new Refusal('invalid_input', message)
  return error
}
