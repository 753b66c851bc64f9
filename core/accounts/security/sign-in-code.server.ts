import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import type { ApiSession, BrowserSession, User } from '../account.ts'
import { lockLink, redeemLink } from '../one-time-links.server.ts'
import { startApiSession, startBrowserSession } from '../sessions/issue-session.server.ts'
import { isWithinLimit } from '../sign-in/rate-limit.server.ts'
import { decrypt } from './encryption.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { withSecurityEvent } from './security-events.server.ts'
import { findTimeStep } from './totp.ts'

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

/** Returns the user's ID. The messages are the ones of Better Auth, as at the password check. */
async function verifyCode(ctx: Context, { challenge, code }: CodeInput): Promise<string> {
  // A challenge from the previous version has a signature after the dot.
  const [token = ''] = challenge.split('.')
  return withSecurityEvent(ctx, { action: 'sign-in-code' }, async (event) => {
    const result = await ctx.db.transaction((tx) =>
      redeemCode({ ...ctx, db: tx }, { challenge: token, code: code.replace(/\s/g, '') }),
    )
    event.account = result.userId
    if (result.refusal) throw result.refusal
    return result.userId
  })
}

const CHALLENGE_LIMIT = { max: 5, minutes: 10 }
const MAX_FAILURES = 10
const LOCK_MS = 15 * 60_000
const LOCKED =
  'Too many failed verification attempts. Your account is temporarily locked. Please try again later.'

type CodeCheck = { userId: string; refusal: undefined } | { userId: string | undefined; refusal: Refusal }

const refuse = (refusal: Refusal, userId?: string): CodeCheck => ({ userId, refusal })

/** Returns refusals instead of throwing them, so that the failed attempt is committed. */
async function redeemCode(ctx: Context, { challenge, code }: CodeInput): Promise<CodeCheck> {
  const link = await lockLink(ctx.db, 'second-factor', challenge)
  if (!link) return refuse(new Refusal('unauthenticated', 'Invalid two factor cookie'))
  const { userId } = link
  const isAppCode = /^\d{6}$/.test(code)
  const factor = await lockFactor(ctx.db, userId)
  if (!factor)
    return refuse(
      new Refusal('invalid_input', isAppCode ? 'TOTP not enabled' : "Backup codes aren't enabled"),
      userId,
    )
  if (factor.lockedUntil && factor.lockedUntil > ctx.now)
    return refuse(new Refusal('too_often', LOCKED), userId)
  if (!(await isWithinLimit(ctx.db, `codes for ${challenge}`, CHALLENGE_LIMIT))) {
    await redeemLink(ctx.db, 'second-factor', challenge)
    return refuse(new Refusal('invalid_input', 'Too many attempts. Please request a new code.'), userId)
  }
  const unused = isAppCode ? redeemAppCode(ctx, factor, code) : redeemRecoveryCode(ctx, factor, code)
  if (!unused) {
    await recordFailure(ctx, factor)
    return refuse(new Refusal('unauthenticated', isAppCode ? 'Invalid code' : 'Invalid backup code'), userId)
  }
  await saveUnusedCodes(ctx.db, factor.userId, unused)
  await redeemLink(ctx.db, 'second-factor', challenge)
  return { userId, refusal: undefined }
}

const Factor = z.strictObject({
  userId: z.string(),
  secret: z.string(),
  lastStep: z.int().nullable(),
  recoveryCodes: z.array(z.string()),
  legacyCodes: z.string(),
  failures: z.int(),
  lockedUntil: z.date().nullable(),
})
type Factor = z.infer<typeof Factor>
type UnusedCodes = Pick<Factor, 'lastStep' | 'recoveryCodes'>

/** Of concurrent uses of one code, the second waits here and then finds it used. */
async function lockFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const [factor] = await query(db, Factor)`
    select user_id as "userId", secret, last_step as "lastStep", recovery_codes as "recoveryCodes",
      backup_codes as "legacyCodes", failed_verification_count as failures, locked_until as "lockedUntil"
    from auth_two_factors where user_id = ${userId} and verified for update`
  return factor
}

function redeemAppCode(ctx: Context, factor: Factor, code: string): UnusedCodes | undefined {
  const step = findTimeStep(decrypt(factor.secret, ctx.settings.secret), { code, now: ctx.now })
  if (step === undefined || step <= (factor.lastStep ?? 0)) return undefined
  return { lastStep: step, recoveryCodes: readRecoveryCodes(ctx, factor) }
}

function redeemRecoveryCode(ctx: Context, factor: Factor, code: string): UnusedCodes | undefined {
  const codes = readRecoveryCodes(ctx, factor)
  const recoveryCodes = codes.filter((hash) => hash !== hashRecoveryCode(code, ctx.settings.secret))
  return recoveryCodes.length < codes.length ? { lastStep: factor.lastStep, recoveryCodes } : undefined
}

/** Better Auth encrypted recovery codes. They are hashed when a code is next used. */
function readRecoveryCodes(ctx: Context, { legacyCodes, recoveryCodes }: Factor): string[] {
  if (!legacyCodes) return recoveryCodes
  const codes = z.array(z.string()).parse(JSON.parse(decrypt(legacyCodes, ctx.settings.secret)))
  return codes.map((code) => hashRecoveryCode(code, ctx.settings.secret))
}

async function saveUnusedCodes(
  db: Db,
  userId: string,
  { lastStep, recoveryCodes }: UnusedCodes,
): Promise<void> {
  await execute(db)`
    update auth_two_factors set last_step = ${lastStep}, recovery_codes = ${recoveryCodes}, backup_codes = '',
    failed_verification_count = 0, locked_until = null where user_id = ${userId}`
}

/** Limits guesses over any number of challenges. */
async function recordFailure({ db, now }: Context, { userId, failures, lockedUntil }: Factor): Promise<void> {
  // A lock that is set here has expired.
  const count = lockedUntil ? 1 : failures + 1
  const lock = count < MAX_FAILURES ? null : new Date(now.getTime() + LOCK_MS)
  await execute(db)`
    update auth_two_factors set failed_verification_count = ${count}, locked_until = ${lock}
    where user_id = ${userId}`
}
