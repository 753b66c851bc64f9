import type { Context } from '#core/context.ts'
import { passwordChangedEmail, passwordResetEmail } from '#core/email/account-emails.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import { confirmAccount, findAccount, findPasswordHash, setPassword } from '../account.server.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import {
  createLink,
  isLinkValid,
  LINK_EXPIRED,
  readLink,
  redeemLink,
  revokeLinks,
} from '../one-time-links.server.ts'
import { requireSignedIn } from '../policy.ts'
import { logSecurityEvent, withSecurityEvent } from '../security/security-events.server.ts'
import { deletePasskeysOf, listPasskeysOf, type Passkey } from '../security/stored-passkeys.server.ts'
import { endAllSessions, endOtherSessions } from '../sessions/sessions.server.ts'
import { canEmail, limitRequests } from '../sign-in/rate-limit.server.ts'
import { forgetStrangersGuesses, withGuessLimit } from '../sign-in/sign-in.server.ts'
import { refuseWeakPassword } from '../sign-in/sign-up.server.ts'

/** A job looks up the account, so that response and timing don't reveal whether it exists. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'reset', { max: 60, minutes: 15 })
  if (await canEmail(ctx, email, 'reset'))
    await enqueueJob(ctx.db, 'reset-asked', { email, origin: ctx.settings.origin })
}

export async function sendPasswordReset(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (!account) return
    // Only the newest link works: an older email may be in someone else's hands.
    await revokeLinks(tx, account.id, 'reset')
    const link = accountLinks.reset({ settings }, await createLink(tx, 'reset', { userId: account.id }))
    await enqueueAccountEmail({ settings }, tx, email, passwordResetEmail, link)
  })
}

export function isResetLinkValid(ctx: Context, token: string): Promise<boolean> {
  return isLinkValid(ctx.db, 'reset', token)
}

/** A passkey still signs in after a reset, so its owner decides on each reset. */
export async function listPasskeysBeforeReset(ctx: Context, token: string): Promise<Passkey[]> {
  if (!(await isResetLinkValid(ctx, token))) return []
  const { userId } = await readLink(ctx.db, 'reset', token)
  return listPasskeysOf(ctx.db, userId)
}

export async function resetPassword(
  ctx: Context,
  { token, password, removePasskeys = false }: { token: string; password: string; removePasskeys?: boolean },
): Promise<void> {
  refuseWeakPassword(password)
  // Checked before the expensive hash, so that only holders of a link can trigger one.
  if (!(await isResetLinkValid(ctx, token))) throw new Refusal('not_found', LINK_EXPIRED)
  const hash = await ctx.hashing.hash(password)
  const account = await ctx.db.transaction(async (tx) => {
    const { userId } = await redeemLink(tx, 'reset', token)
    await revokeLinks(tx, userId)
    await setPassword(tx, userId, hash)
    if (removePasskeys) await deletePasskeysOf(tx, userId)
    await endAllSessions(tx, userId)
    const { email } = await confirmAccount(ctx, tx, userId)
    await forgetStrangersGuesses(tx, email)
    await enqueueAccountEmail(ctx, tx, email, passwordChangedEmail, accountLinks.forgot(ctx))
    return userId
  })
  logSecurityEvent(ctx, { action: 'password-reset', account })
}

export async function changePassword(
  ctx: Context,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { id, email } = requireSignedIn(ctx.actor)
  refuseWeakPassword(password)
  await verifyCurrentPassword(ctx, current)
  const hash = await ctx.hashing.hash(password)
  await ctx.db.transaction(async (tx) => {
    await setPassword(tx, id, hash)
    await revokeLinks(tx, id)
    await endOtherSessions({ ...ctx, db: tx })
    await enqueueAccountEmail(ctx, tx, email, passwordChangedEmail, accountLinks.forgot(ctx))
  })
  logSecurityEvent(ctx, { action: 'password-change', account: id })
}

/** Proves that the person at a signed-in browser owns the account. Guesses are limited as at sign-in. */
export async function verifyCurrentPassword(ctx: Context, password: string): Promise<void> {
  const { id, email } = requireSignedIn(ctx.actor)
  const hash = await findPasswordHash(ctx.db, id)
  if (!hash)
    throw new Refusal(
      'invalid_input',
      'This account has no password yet. Set one with “Forgot your password?” on the login page.',
    )
  await withSecurityEvent(ctx, { action: 'password-check', account: id }, () =>
    withGuessLimit(ctx, email, async () => {
      if (await ctx.hashing.verify({ hash, password })) return
      throw new Refusal('unauthenticated', 'Invalid password')
    }),
  ).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'unauthenticated') throw error
    throw invalidInput('password', error.message)
  })
}
