import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { passwordChangedEmail, passwordResetEmail } from '#core/email/account-emails.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import { query } from '#db/sql.ts'
import { confirmAccount, findAccount, findPasswordHash, setPassword } from '../account.server.ts'
import type { BrowserSession } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import {
  createLink,
  isLinkValid,
  LINK_EXPIRED,
  readLink,
  redeemLink,
  revokeLinks,
} from '../one-time-links.server.ts'
import { endCodeLock } from '../security/second-factor-codes.server.ts'
import { logSecurityEvent, withSecurityEvent } from '../security/security-events.server.ts'
import { deletePasskeysOf, listPasskeysOf, type Passkey } from '../security/stored-passkeys.server.ts'
import { endAllSessions } from '../sessions/end-sessions.server.ts'
import { restartSession } from '../sessions/issue-session.server.ts'
import { rememberBrowser } from '../sign-in/known-browser.server.ts'
import { canEmail, forgetEmails, limitRequests } from '../sign-in/rate-limit.server.ts'
import { forgetStrangersGuesses, withGuessLimit } from '../sign-in/sign-in.server.ts'
import { refuseWeakPassword } from './new-password.server.ts'

/** A job looks up the account, so that response and timing don't reveal whether it exists. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await withSecurityEvent(ctx, { action: 'reset-request' }, async (event) => {
    await limitRequests(ctx, 'reset')
    // Only the log may know the account.
    event.account = (await findAccount(ctx.db, email))?.id
    if (await canEmail(ctx, email, 'reset'))
      await enqueueJob(ctx.db, 'password-reset-requested', { email, origin: ctx.settings.origin })
    else event.outcome = 'locked'
  })
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

type PasswordReset = { token: string; password: string; removePasskeys?: boolean }

/** Strangers who keep guessing can't lock the owner out of the browser that reset the password. */
export function resetPassword(ctx: Context, input: PasswordReset): Promise<{ device: string | null }> {
  return withSecurityEvent(ctx, { action: 'password-reset' }, (event) => savePassword(ctx, input, event))
}

async function savePassword(
  ctx: Context,
  { token, password, removePasskeys = false }: PasswordReset,
  event: { account?: string | undefined },
): Promise<{ device: string | null }> {
  // Read before the expensive hash, so that only holders of a link can trigger one.
  const { userId: ownerId } = await readLink(ctx.db, 'reset', token)
  await refuseWeakPassword(ctx, { password, ...(await findOwner(ctx.db, ownerId)) })
  const hash = await ctx.hashing.hash(password)
  return ctx.db.transaction(async (tx) => {
    const { userId } = await redeemLink(tx, 'reset', token)
    event.account = userId
    await revokeLinks(tx, userId)
    await setPassword(tx, userId, hash)
    await endCodeLock(tx, userId)
    if (removePasskeys) await deletePasskeysOf(tx, userId)
    await endAllSessions(tx, userId)
    const { email } = await confirmAccount(ctx, tx, userId)
    await forgetStrangersGuesses(tx, email)
    // The newest link has now been used, so the next request must get an email.
    await forgetEmails(tx, email, 'reset')
    await enqueueAccountEmail(ctx, tx, email, passwordChangedEmail, accountLinks.forgot(ctx))
    return { device: await rememberBrowser(ctx, tx, userId) }
  })
}

const Owner = z.strictObject({ email: z.string(), fullName: z.string().nullable() })

async function findOwner(db: Db, userId: string): Promise<z.infer<typeof Owner>> {
  const [owner] = await query(db, Owner)`
    select email, full_name as "fullName" from profiles where id = ${userId}`
  if (!owner) throw new Refusal('not_found', LINK_EXPIRED)
  return owner
}

export async function changePassword(
  ctx: Context,
  { current, password }: { current: string; password: string },
): Promise<BrowserSession> {
  const { id, email, fullName } = requireSignedIn(ctx.actor)
  await verifyCurrentPassword(ctx, current)
  await refuseWeakPassword(ctx, { password, email, fullName })
  const hash = await ctx.hashing.hash(password)
  const session = await ctx.db.transaction(async (tx) => {
    await setPassword(tx, id, hash)
    await endCodeLock(tx, id)
    await revokeLinks(tx, id)
    await enqueueAccountEmail(ctx, tx, email, passwordChangedEmail, accountLinks.forgot(ctx))
    return restartSession({ ...ctx, db: tx })
  })
  logSecurityEvent(ctx, { action: 'password-change', account: id })
  return session
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
  await withSecurityEvent(ctx, { action: 'owner-check', method: 'password', account: id }, () =>
    withGuessLimit(ctx, email, async () => {
      if (await ctx.hashing.verify({ hash, password })) return
      throw new Refusal('unauthenticated', 'Invalid password')
    }),
  ).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'unauthenticated') throw error
    throw invalidInput('password', error.message)
  })
}
