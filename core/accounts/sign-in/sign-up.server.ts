import type { Context } from '#core/context.ts'
import { choosePasswordEmail, confirmAddressEmail, existingAccountEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Db } from '#db/connection.ts'
import {
  confirmAccount,
  findAccount,
  findOrCreateAccount,
  findPasswordHash,
  isDesignatedAdmin,
  setPassword,
} from '../account.server.ts'
import type { SignUp } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { createLink, readLink, redeemLink, revokeLinks } from '../one-time-links.server.ts'
import { refuseWeakPassword } from '../passwords/new-password.server.ts'
import { withSecurityEvent } from '../security/security-events.server.ts'
import { hashToken } from '../sessions/tokens.ts'
import { canEmail, limitRequests } from './rate-limit.server.ts'
import { withGuessLimit } from './sign-in.server.ts'

/**
 * The response is the same for new and known addresses; only the email tells the owner which it is. The browser key
 * proves to `isSignUpBrowser` that the link in the email was opened in the browser that signed up.
 */
export async function signUp(
  ctx: Context,
  { email, password, full_name }: SignUp,
): Promise<{ id: string; browserKey: string }> {
  await limitRequests(ctx, 'sign-up')
  await refuseWeakPassword(ctx, { password, email, fullName: full_name ?? null })
  const passwordHash = await ctx.hashing.hash(password)
  const mayEmail = await canEmail(ctx, email, 'confirmation')
  return ctx.db.transaction(async (tx) => {
    // Knowing the administrator's address must not be enough to choose the administrator's password.
    const isReservedForAdmin = isDesignatedAdmin(ctx, email) && ctx.settings.demo === 'off'
    const account = await findOrCreateAccount(ctx, tx, {
      email,
      fullName: full_name,
      passwordHash: isReservedForAdmin ? null : passwordHash,
    })
    // Returns an unused ID instead of an existing account's.
    const id = account.isNew ? account.id : newId('profile')
    const result = { id, browserKey: toBrowserKey(passwordHash) }
    if (!mayEmail) return result
    if (account.confirmed) {
      const links = { signIn: accountLinks.signIn(ctx), reset: accountLinks.forgot(ctx) }
      await enqueueAccountEmail(ctx, tx, email, existingAccountEmail, links)
      return result
    }
    if (isReservedForAdmin) {
      const link = accountLinks.reset(ctx, await createLink(tx, 'reset', { userId: account.id }))
      await enqueueAccountEmail(ctx, tx, email, choosePasswordEmail, link)
      return result
    }
    const token = await createLink(tx, 'confirm', { userId: account.id, passwordHash })
    await enqueueAccountEmail(ctx, tx, email, confirmAddressEmail, accountLinks.confirm(ctx, token))
    return result
  })
}

/** A job looks up the account, so that the response doesn't reveal whether it exists. */
export async function resendConfirmation(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'resend')
  if (await canEmail(ctx, email, 'confirmation')) {
    await enqueueJob(ctx.db, 'confirmation-requested', { email, origin: ctx.settings.origin })
  }
}

export async function sendConfirmationEmail(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    const passwordHash = account && !account.confirmed ? await findPasswordHash(tx, account.id) : null
    if (!account || !passwordHash) return
    const token = await createLink(tx, 'confirm', { userId: account.id, passwordHash })
    await enqueueAccountEmail(
      { settings },
      tx,
      email,
      confirmAddressEmail,
      accountLinks.confirm({ settings }, token),
    )
  })
}

/** A link scanner or the owner of an address that someone else signed up with opens the link in another browser. */
export async function isSignUpBrowser(
  ctx: Context,
  { token, browserKey }: { token: string; browserKey: string | null },
): Promise<boolean> {
  const { passwordHash } = await readLink(ctx.db, 'confirm', token)
  return passwordHash === null || browserKey === toBrowserKey(passwordHash)
}

/** In another browser, the password proves that the same person signed up. */
export async function confirmEmailWithPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<{ email: string }> {
  return withSecurityEvent(ctx, { action: 'email-confirmation' }, async (event) => {
    const { userId, passwordHash: hash } = await readLink(ctx.db, 'confirm', token)
    event.account = userId
    if (hash)
      await withGuessLimit(ctx, userId, async () => {
        if (!(await ctx.hashing.verify({ hash, password })))
          throw new Refusal('unauthenticated', WRONG_PASSWORD, { password: WRONG_PASSWORD })
      })
    return redeemConfirmation(ctx, token)
  })
}

const WRONG_PASSWORD = 'This isn’t the password you signed up with.'

/** The hash contains a random salt and never leaves the server. */
export function toBrowserKey(passwordHash: string): string {
  return hashToken(passwordHash)
}

export function confirmEmail(ctx: Context, token: string): Promise<{ email: string }> {
  return withSecurityEvent(ctx, { action: 'email-confirmation' }, async (event) => {
    const { userId, email } = await redeemConfirmation(ctx, token)
    event.account = userId
    return { email }
  })
}

async function redeemConfirmation(ctx: Context, token: string): Promise<{ userId: string; email: string }> {
  return ctx.db.transaction(async (tx) => {
    const { userId, passwordHash } = await redeemLink(tx, 'confirm', token)
    // Links and passwords from other sign-ups with this address must not work.
    await revokeLinks(tx, userId)
    if (passwordHash) await setPassword(tx, userId, passwordHash)
    const { email } = await confirmAccount(ctx, tx, userId)
    return { userId, email }
  })
}
