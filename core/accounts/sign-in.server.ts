import { APIError } from 'better-auth/api'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { BrowserSession, ProgramSession, SignedIn, SignIn, User } from './account.ts'
import { authUsers, knownDevices } from './accounts.table.ts'
import { giveBack, settleWrong, takeGuess } from './attempts.server.ts'
import { challengeIn } from './identity.server.ts'
import { openInBrowser, openInProgram } from './issue-session.server.ts'
import { networkOf } from './network.ts'
import { isDesignated } from './open-account.server.ts'
import { createTurns } from './turns.ts'

/** What the check of a password came to: the library's session, or the next question. */
export type Checked =
  | { outcome: 'checked'; libraryToken: string }
  | { outcome: 'second-factor'; challenge: string }

/** Into a browser. Refused with the words for the toast; `too_often` when the password was guessed at too much. */
export async function signIn(ctx: Context, known: SignIn): Promise<SignedIn<BrowserSession>> {
  const checked = await checkPassword(ctx, known)
  if (checked.outcome === 'second-factor') return checked
  const { user, session } = await openInBrowser(ctx, checked.libraryToken)
  return { outcome: 'signed-in', user, session }
}

export const ADMIN_PORTAL_REFUSED = 'Access denied. This admin portal is restricted.'

/** /admin/login: the same, for the designated address alone. */
export async function signInAtAdmin(ctx: Context, known: SignIn): Promise<SignedIn<BrowserSession>> {
  if (!isDesignated(ctx, known.email)) throw new Refusal('forbidden', ADMIN_PORTAL_REFUSED)
  return signIn(ctx, known)
}

/** For a program that will send the access token along. */
export async function signInProgram(
  ctx: Context,
  known: SignIn,
): Promise<
  { outcome: 'signed-in'; user: User; session: ProgramSession } | Extract<Checked, { challenge: string }>
> {
  const checked = await checkPassword(ctx, known)
  if (checked.outcome === 'second-factor') return checked
  const session = await openInProgram(ctx, checked.libraryToken)
  return { outcome: 'signed-in', user: session.user, session }
}

const GUESSES = { most: 10, minutes: 15 }
const GUESSES_OF_A_NETWORK = { most: 200, minutes: 15 }

// There is one thread to hash on: more at once would only hold connections that pages need.
const atTheDoor = createTurns({ atOnce: 2, waiting: 200 })

async function checkPassword(ctx: Context, known: SignIn): Promise<Checked> {
  const check = async (): Promise<Checked> => {
    const { headers, response } = await ctx.identity.auth.api.signInEmail({
      body: known,
      returnHeaders: true,
    })
    const challenge = challengeIn(headers)
    if (challenge) return { outcome: 'second-factor', challenge }
    return { outcome: 'checked', libraryToken: response.token }
  }
  return atTheDoor('', () => countingGuesses(ctx, known.email, check))
}

// More at once for one account would only wait for each other in the database.
const inTurn = createTurns({ atOnce: 5, waiting: 200 })

/** Each guess is written before it is known to be wrong, so that many at once are no more than ten. */
export async function countingGuesses<Result>(
  ctx: Context,
  email: string,
  check: () => Promise<Result>,
): Promise<Result> {
  // An owner on a browser that was let in before has tries of their own: strangers can't use them up.
  const from = (await isKnownDevice(ctx, email)) ? `device ${ctx.visitor.device}` : 'a stranger'
  const about = `password of ${email} by ${from}`
  return inTurn(about, async () => {
    const guesses = [await takeGuess(ctx.db, about, GUESSES)]
    try {
      if (ctx.settings.limits) {
        const network = `passwords from ${networkOf(ctx.visitor.address)}`
        guesses.push(await takeGuess(ctx.db, network, GUESSES_OF_A_NETWORK))
      }
      const result = await check()
      await giveBack(ctx.db, guesses)
      return result
    } catch (error) {
      await (isWrongGuess(error) ? settleWrong : giveBack)(ctx.db, guesses)
      throw error instanceof APIError ? passedOn(error) : error
    }
  })
}

async function isKnownDevice(ctx: Context, email: string): Promise<boolean> {
  if (!ctx.visitor.device) return false
  const found = await ctx.db
    .select({ device: knownDevices.device })
    .from(knownDevices)
    .innerJoin(authUsers, eq(authUsers.id, knownDevices.userId))
    .where(and(eq(authUsers.email, email), eq(knownDevices.device, ctx.visitor.device)))
  return found.length > 0
}

function isWrongGuess(error: unknown): boolean {
  if (error instanceof APIError) return error.statusCode === 401 || error.statusCode === 400
  return error instanceof Refusal && error.code === 'unauthenticated'
}

/** The library's own words are the shopper's. */
export function passedOn(error: APIError): Error {
  const message = error.body?.message ?? 'Something went wrong. Please try again.'
  if (error.statusCode === 401) return new Refusal('unauthenticated', message)
  if (error.statusCode === 403) return new Refusal('forbidden', message)
  if (error.statusCode === 429) return new Refusal('too_often', message)
  if (error.statusCode < 500) return new Refusal('invalid_input', message)
  return error
}
