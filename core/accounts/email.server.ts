import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { addressChangedLetter, knownAddressLetter, newAddressLetter } from '../mail/account-letters.ts'
import { later } from '../outbox/outbox.server.ts'
import { authUsers, profiles } from './accounts.table.ts'
import { mayWriteTo } from './attempts.server.ts'
import { linkTo, writeTo } from './letters.server.ts'
import { makeLink, redeemLink, voidLinks } from './links.server.ts'
import { findAccount, giveDesignatedRights, isDesignated } from './open-account.server.ts'
import { provePassword } from './password.server.ts'
import { signedIn } from './policy.ts'

/** Writes to the new address; nothing changes until its owner follows the link. */
export async function changeEmail(ctx: Context, wanted: { email: string; password: string }): Promise<void> {
  const { id } = signedIn(ctx.actor)
  const { email } = wanted
  await provePassword(ctx, wanted.password)
  if (!(await mayWriteTo(ctx, email))) return
  await ctx.db.transaction(async (tx) => {
    // As in sign-up: whether the address has an account, its owner alone is told.
    if (await findAccount(tx, email)) {
      const links = { signIn: linkTo.signIn(ctx), reset: linkTo.forgot(ctx) }
      return writeTo(ctx, tx, email, (envelope) => knownAddressLetter(envelope, links))
    }
    const token = await makeLink(tx, 'new-email', { userId: id, email })
    await writeTo(ctx, tx, email, (envelope) => newAddressLetter(envelope, linkTo.newEmail(ctx, token)))
  })
}

/** What the letter to the new address does, once. */
export async function confirmNewEmail(ctx: Context, token: string): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const { userId, email } = await redeemLink(tx, 'new-email', token)
    const [before] = await tx
      .select({ email: profiles.email })
      .from(profiles)
      .where(eq(profiles.id, userId))
      .for('update')
    if (!before) throw new Refusal('not_found', 'This account is no more.')
    if (isDesignated(ctx, before.email)) {
      throw new Refusal('conflict', 'This is the store’s administrator address. Change ADMIN_EMAIL first.')
    }
    if (await findAccount(tx, email)) {
      throw new Refusal('conflict', 'This address belongs to another account by now.')
    }
    await tx
      .update(authUsers)
      .set({ email, emailVerified: true, updatedAt: sql`now()` })
      .where(eq(authUsers.id, userId))
    await tx.update(profiles).set({ email, updatedAt: sql`now()` }).where(eq(profiles.id, userId))
    await voidLinks(tx, userId)
    await later(tx, 'address-confirmed', { id: userId })
    await giveDesignatedRights(ctx, tx, userId)
    await writeTo(ctx, tx, before.email, (envelope) => addressChangedLetter(envelope, email))
    return { email }
  })
}
