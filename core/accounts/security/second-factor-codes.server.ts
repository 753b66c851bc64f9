import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { codesGuessedEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { DAY_MS, MINUTE_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { acceptedSecrets } from '../signature.ts'
import { decrypt } from './encryption.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTimeStep } from './totp.ts'

export async function isSecondFactorEnabled(db: Db, userId: string): Promise<boolean> {
  const [isEnabled] = await queryColumn(db, z.boolean())`
    select exists (select from auth_two_factors where user_id = ${userId} and verified)`
  return isEnabled === true
}

const compact = (code: string) => code.replace(/\s/g, '')
const isAppCode = (code: string) => /^\d{6}$/.test(code)

export function codeMethod(code: string): 'app-code' | 'recovery-code' {
  return isAppCode(compact(code)) ? 'app-code' : 'recovery-code'
}

const MAX_FAILURES = 10
const FIRST_LOCK_MS = 15 * MINUTE_MS
const MAX_LOCK_MS = DAY_MS
const LOCKED =
  'Too many failed verification attempts. Your account is temporarily locked. Please try again later.'

/** Call in a transaction. Returns refusals instead of throwing them, so that the failed attempt is committed. */
export async function redeemCode(ctx: Context, userId: string, typed: string): Promise<Refusal | undefined> {
  const code = compact(typed)
  const isFromApp = isAppCode(code)
  const factor = await lockFactor(ctx.db, userId)
  if (!factor)
    return new Refusal('invalid_input', isFromApp ? 'TOTP not enabled' : "Backup codes aren't enabled")
  if (factor.lockedUntil && factor.lockedUntil > ctx.now) return new Refusal('too_often', LOCKED)
  const unused = isFromApp ? redeemAppCode(ctx, factor, code) : redeemRecoveryCode(ctx, factor, code)
  if (!unused) {
    await recordFailure(ctx, factor)
    return new Refusal('unauthenticated', isFromApp ? 'Invalid code' : 'Invalid backup code')
  }
  await saveUnusedCodes(ctx.db, userId, unused)
  return undefined
}

const Factor = z.strictObject({
  userId: z.string(),
  secret: z.string(),
  lastStep: z.int().nullable(),
  recoveryCodes: z.array(z.string()),
  legacyCodes: z.string(),
  failures: z.int(),
  lockedUntil: z.date().nullable(),
  locks: z.int(),
  email: z.string(),
})
type Factor = z.infer<typeof Factor>
type UnusedCodes = Pick<Factor, 'lastStep' | 'recoveryCodes'>

/** If a code is used twice concurrently, the second use waits here and then finds it used. */
async function lockFactor(db: Db, userId: string): Promise<Factor | undefined> {
  const [factor] = await query(db, Factor)`
    select user_id as "userId", secret, last_step as "lastStep", recovery_codes as "recoveryCodes",
      backup_codes as "legacyCodes", failed_verification_count as failures, locked_until as "lockedUntil", locks, email
    from auth_two_factors f join profiles p on p.id = f.user_id where user_id = ${userId} and verified for update of f`
  return factor
}

function redeemAppCode(ctx: Context, factor: Factor, code: string): UnusedCodes | undefined {
  const step = findTimeStep(decrypt(factor.secret, ctx.settings), { code, now: ctx.now })
  if (step === undefined || step <= (factor.lastStep ?? 0)) return undefined
  return { lastStep: step, recoveryCodes: readRecoveryCodes(ctx, factor) }
}

function redeemRecoveryCode(ctx: Context, factor: Factor, code: string): UnusedCodes | undefined {
  const codes = readRecoveryCodes(ctx, factor)
  const hashes = acceptedSecrets(ctx.settings).map((secret) => hashRecoveryCode(code, secret))
  const recoveryCodes = codes.filter((hash) => !hashes.includes(hash))
  return recoveryCodes.length < codes.length ? { lastStep: factor.lastStep, recoveryCodes } : undefined
}

/** Better Auth encrypted recovery codes. They are hashed when a code is next used. */
function readRecoveryCodes(ctx: Context, { legacyCodes, recoveryCodes }: Factor): string[] {
  if (!legacyCodes) return recoveryCodes
  const codes = z.array(z.string()).parse(JSON.parse(decrypt(legacyCodes, ctx.settings)))
  return codes.map((code) => hashRecoveryCode(code, ctx.settings.secret))
}

async function saveUnusedCodes(
  db: Db,
  userId: string,
  { lastStep, recoveryCodes }: UnusedCodes,
): Promise<void> {
  await execute(db)`
    update auth_two_factors set last_step = ${lastStep}, recovery_codes = ${recoveryCodes}, backup_codes = '',
    failed_verification_count = 0, locked_until = null, locks = 0 where user_id = ${userId}`
}

/** Limits guesses over any number of challenges. Each lock lasts twice as long as the one before. */
async function recordFailure(
  ctx: Context,
  { userId, email, failures, lockedUntil, locks }: Factor,
): Promise<void> {
  const { db, now } = ctx
  // A lock that is set here has expired.
  const count = lockedUntil ? 1 : failures + 1
  if (count < MAX_FAILURES) {
    await execute(db)`
      update auth_two_factors set failed_verification_count = ${count}, locked_until = null where user_id = ${userId}`
    return
  }
  const until = new Date(now.getTime() + Math.min(FIRST_LOCK_MS * 2 ** locks, MAX_LOCK_MS))
  await execute(db)`
    update auth_two_factors set failed_verification_count = ${count}, locked_until = ${until}, locks = locks + 1
    where user_id = ${userId}`
  if (locks === 0) await enqueueAccountEmail(ctx, db, email, codesGuessedEmail, accountLinks.forgot(ctx))
}

/** After a new password: only someone with the former one could guess codes. */
export async function endCodeLock(db: Db, userId: string): Promise<void> {
  await execute(db)`
    update auth_two_factors set failed_verification_count = 0, locked_until = null, locks = 0 where user_id = ${userId}`
}
