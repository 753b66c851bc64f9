import { z } from 'zod'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { execute, queryColumn } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { addressChangedEmail, confirmNewAddressEmail, existingAccountEmail } from '../email/account-emails.ts'
import { Refusal } from '../errors.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { findAccount, isDesignatedAdmin, promoteDesignatedAdmin } from './account.server.ts'
import type { BrowserSession } from './account.ts'
import { accountLinks, enqueueAccountEmail } from './account-email.server.ts'
import { createLink, findLink, redeemLink, revokeLinks } from './one-time-links.server.ts'
import { withSecurityEvent } from './security/security-events.server.ts'
import { type OwnerProof, verifyOwner } from './security/verify-owner.server.ts'
import { endAllSessions } from './sessions/end-sessions.server.ts'
import { restartSession } from './sessions/issue-session.server.ts'
import { canEmail } from './sign-in/rate-limit.server.ts'

/** Nothing changes until the owner of the new address follows the emailed link. */
export async function changeEmail(
  ctx: Context,
  { email, ...proof }: { email: string } & OwnerProof,
): Promise<void> {
  const { id } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof, { allFactors: true })
  if (!(await canEmail(ctx, email, 'email-change'))) return
  await ctx.db.transaction(async (tx) => {
    // As in sign-up, only the address's owner learns whether it has an account.
    if (await findAccount(tx, email)) {
      const links = { signIn: accountLinks.signIn(ctx), reset: accountLinks.forgot(ctx) }
      return enqueueAccountEmail(ctx, tx, email, existingAccountEmail, links)
    }
    const token = await createLink(tx, 'new-email', { userId: id, email })
    await enqueueAccountEmail(ctx, tx, email, confirmNewAddressEmail, accountLinks.newEmail(ctx, token))
  })
}

/** Whether this browser isn't signed in to the account that the link is for, so that a person must confirm the address. */
export async function isOthersNewEmail(ctx: Context, token: string): Promise<boolean> {
  const link = await findLink(ctx.db, 'new-email', token)
  return link !== undefined && !isOwnAccount(ctx, link.userId)
}

const isOwnAccount = ({ actor }: Context, userId: string) => actor.kind === 'user' && actor.id === userId

/** Ends all sessions of the account. Returns a new one for the account's own browser. */
export async function confirmNewEmail(
  ctx: Context,
  token: string,
): Promise<{ email: string; session: BrowserSession | undefined }> {
  return withSecurityEvent(ctx, { action: 'email-change' }, (event) =>
    ctx.db.transaction((tx) => saveNewEmail({ ...ctx, db: tx }, token, event)),
  )
}

async function saveNewEmail(ctx: Context, token: string, event: { account?: string | undefined }) {
  const tx = ctx.db
  const { userId, email } = await redeemLink(tx, 'new-email', token)
  event.account = userId
  const [formerEmail] = await queryColumn(tx, z.string())`
      select email from profiles where id = ${userId} for update`
  if (!formerEmail) throw new Refusal('not_found', 'This account no longer exists.')
  if (isDesignatedAdmin(ctx, formerEmail)) {
    throw new Refusal(
      'conflict',
      'You can’t change the designated administrator’s email address here. Change ADMIN_EMAIL first.',
    )
  }
  if (await findAccount(tx, email)) {
    throw new Refusal(
      'conflict',
      'This email address already belongs to another account. Use a different one.',
    )
  }
  await execute(tx)`
      update auth_users set email = ${email}, email_verified = true, updated_at = now() where id = ${userId}`
  await execute(tx)`update profiles set email = ${email}, updated_at = now() where id = ${userId}`
  // They belong to a customer by the address alone.
  await execute(tx)`update imported_orders set email = ${email} where email = ${formerEmail}`
  await revokeLinks(tx, userId)
  await enqueueJob(tx, 'email-confirmed', { id: userId })
  await enqueueAccountEmail(ctx, tx, formerEmail, addressChangedEmail, email)
  const isOwnBrowser = isOwnAccount(ctx, userId)
  if (!isOwnBrowser) await endAllSessions(tx, userId)
  const session = isOwnBrowser ? await restartSession(ctx) : undefined
  await promoteDesignatedAdmin(ctx, tx, userId)
  return { email, session }
}
