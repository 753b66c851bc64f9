import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { ApiSession, BrowserSession, SignIn, SignInResult, User, VerifiedAccount } from '../account.ts'
import { createLink } from '../one-time-links.server.ts'
import { withSecurityEvent } from '../security/security-events.server.ts'
import { startApiSession, startBrowserSession } from '../sessions/issue-session.server.ts'
import { ipBlock, ipNetwork } from './ip-network.ts'
import { GUESS_LIMITS, type RateLimit } from './limits.ts'
import {
  forgetAttempts,
  limitRequests,
  recordWrongGuesses,
  releaseGuesses,
  reserveGuess,
} from './rate-limit.server.ts'
import { createWorkQueue } from './work-queue.ts'

export function signIn(ctx: Context, credentials: SignIn): Promise<SignInResult<BrowserSession>> {
  return signInByPassword(ctx, credentials, (account) => startBrowserSession(ctx, account))
}

export function signInApi(ctx: Context, credentials: SignIn): Promise<SignInResult<ApiSession>> {
  return signInByPassword(ctx, credentials, async (account) => {
    const session = await startApiSession(ctx, account)
    return { user: session.user, session }
  })
}

// Shares of the queue below, so that neither a network, nor a rented block of them, nor all strangers together can fill it.
const networkQueue = createWorkQueue({ concurrency: 60, maxWaiting: 0 })
const blockQueue = createWorkQueue({ concurrency: 100, maxWaiting: 0 })
const strangersQueue = createWorkQueue({ concurrency: 160, maxWaiting: 0 })

// There is only one hashing thread; more at once would only hold connections that pages need.
const passwordQueue = createWorkQueue({ concurrency: 2, maxWaiting: 200 })

/** The messages are the ones of Better Auth, as the specification requires. */
function signInByPassword<Session>(
  ctx: Context,
  credentials: SignIn,
  startSession: (account: VerifiedAccount) => Promise<{ user: User; session: Session }>,
): Promise<SignInResult<Session>> {
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'password' }, async (event) => {
    const { userId, sessionEpoch, hasSecondFactor } = await findUserByPassword(ctx, credentials, (id) => {
      event.account = id
    })
    const account = { userId, sessionEpoch }
    if (!hasSecondFactor) return { outcome: 'signed-in', ...(await startSession(account)) }
    event.outcome = 'code-required'
    return { outcome: 'second-factor', challenge: await createLink(ctx.db, 'second-factor', account) }
  })
}

async function findUserByPassword(
  ctx: Context,
  { email, password }: SignIn,
  onFound: (id: string | undefined) => void,
): Promise<Credential> {
  if (!z.email().safeParse(email).success) throw new Refusal('invalid_input', 'Invalid email')
  const check = async () => {
    const credential = await findCredential(ctx.db, email)
    onFound(credential?.userId)
    const isCorrect = await ctx.hashing.verify({ hash: credential?.passwordHash ?? null, password })
    if (!credential || !isCorrect) throw new Refusal('unauthenticated', 'Invalid email or password')
    if (!credential.confirmed) throw new Refusal('forbidden', 'Email not verified')
    await upgradeHash(ctx, credential, password)
    return credential
  }
  await limitRequests(ctx, 'sign-in')
  const checkInTurn = () => passwordQueue('', () => withGuessLimit(ctx, email, check))
  if (!ctx.settings.limits || (await isKnownDevice(ctx, email))) return checkInTurn()
  const { ipAddress } = ctx.visitor
  const checkInNetwork = () => networkQueue(ipNetwork(ipAddress), checkInTurn)
  return strangersQueue('', () => blockQueue(ipBlock(ipAddress), checkInNetwork))
}

const Credential = z.strictObject({
  userId: z.string(),
  sessionEpoch: z.int(),
  confirmed: z.boolean(),
  passwordHash: z.string().nullable(),
  hasSecondFactor: z.boolean(),
})
type Credential = z.infer<typeof Credential>

async function findCredential(db: Db, email: string): Promise<Credential | undefined> {
  const [credential] = await query(db, Credential)`
    select u.id as "userId", p.session_epoch as "sessionEpoch", u.email_verified as confirmed, a.password_hash as "passwordHash",
      exists (select from auth_two_factors where user_id = u.id and verified) as "hasSecondFactor"
    from auth_users u join profiles p on p.id = u.id
      left join auth_accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where u.email = ${email}`
  return credential
}

/** Only now is the password known. If it changed in the meantime, the new hash stays. */
async function upgradeHash(
  ctx: Context,
  { userId, passwordHash }: Credential,
  password: string,
): Promise<void> {
  if (!passwordHash || !ctx.hashing.isOutdated(passwordHash)) return
  const upgraded = await ctx.hashing.hash(password)
  await execute(ctx.db)`
    update auth_accounts set password_hash = ${upgraded}
    where user_id = ${userId} and provider_id = 'credential' and password_hash = ${passwordHash}`
}

const STRANGER = 'a stranger'
const guessSubject = (email: string, source: string) => `password of ${email} by ${source}`

/** After a password reset, the owner must be able to sign in from a new browser. */
export function forgetStrangersGuesses(db: Db, email: string): Promise<void> {
  return forgetAttempts(db, guessSubject(email, STRANGER))
}

// More at once for one account would only wait for each other's locks.
const accountQueue = createWorkQueue({ concurrency: 5, maxWaiting: 200 })

/** Each guess is counted before it is checked, so that concurrent guesses can't exceed the limit. */
export async function withGuessLimit<Result>(
  ctx: Context,
  email: string,
  check: () => Promise<Result>,
): Promise<Result> {
  // A known browser has its own limit, so that strangers, or its network, can't lock the owner out.
  const source = (await isKnownDevice(ctx, email)) ? `device ${ctx.visitor.device}` : STRANGER
  const guessKey = guessSubject(email, source)
  return accountQueue(guessKey, async () => {
    const guesses = [await reserveGuess(ctx.db, guessKey, GUESS_LIMITS.account)]
    try {
      if (ctx.settings.limits && source === STRANGER) {
        const { ipAddress } = ctx.visitor
        const reserve = async (source: string, limit: RateLimit) =>
          guesses.push(await reserveGuess(ctx.db, `passwords from ${source}`, limit))
        await reserve(ipNetwork(ipAddress), GUESS_LIMITS.network)
        await reserve(ipBlock(ipAddress), GUESS_LIMITS.block)
      }
      const result = await check()
      await releaseGuesses(ctx.db, guesses)
      return result
    } catch (error) {
      await (isWrongGuess(error) ? recordWrongGuesses : releaseGuesses)(ctx.db, guesses)
      throw error
    }
  })
}

async function isKnownDevice(ctx: Context, email: string): Promise<boolean> {
  if (ctx.actor.kind === 'user' && ctx.actor.email === email) return true
  if (!ctx.visitor.device) return false
  const devices = await execute(ctx.db)`
    select device from known_devices d join auth_users u on u.id = d.user_id
    where u.email = ${email} and device = ${ctx.visitor.device}`
  return devices > 0
}

function isWrongGuess(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'unauthenticated'
}
