import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { newId } from '../ids.ts'
import { adminAddressLetter, confirmLetter, knownAddressLetter } from '../mail/account-letters.ts'
import { later } from '../outbox/outbox.server.ts'
import type { SignUp } from './account.ts'
import { limitRequests, mayWriteTo } from './attempts.server.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Settings } from './house.ts'
import { LEAST_PASSWORD } from './lengths.ts'
import { linkTo, writeTo } from './letters.server.ts'
import { makeLink, redeemLink, voidLinks } from './links.server.ts'
import {
  confirmAccount,
  findAccount,
  findPasswordHash,
  isDesignated,
  openAccount,
  setPassword,
} from './open-account.server.ts'

/** The same for a new and a known address: the letter alone tells its owner which it was. */
export async function signUp(ctx: Context, { email, password, full_name }: SignUp): Promise<{ id: string }> {
  refuseWeakPassword(password)
  await limitRequests(ctx, 'sign-up', { most: 120, minutes: 15 })
  const passwordHash = await ctx.identity.hashing.hash(password)
  const mayWrite = await mayWriteTo(ctx, email)
  return ctx.db.transaction(async (tx) => {
    // Whoever knows only the administrator's address must not choose the administrator's password.
    const keptForOwner = isDesignated(ctx, email) && ctx.settings.demo === 'off'
    const account = await openAccount(ctx, tx, {
      email,
      fullName: full_name,
      passwordHash: keptForOwner ? null : passwordHash,
    })
    // An account that was there keeps its number to itself: another is told, which is nobody's.
    const told = { id: account.isNew ? account.id : newId('profile') }
    if (!mayWrite) return told
    if (account.confirmed) {
      const links = { signIn: linkTo.signIn(ctx), reset: linkTo.forgot(ctx) }
      await writeTo(ctx, tx, email, (envelope) => knownAddressLetter(envelope, links))
      return told
    }
    if (keptForOwner) {
      const link = linkTo.reset(ctx, await makeLink(tx, 'reset', { userId: account.id }))
      await writeTo(ctx, tx, email, (envelope) => adminAddressLetter(envelope, link))
      return told
    }
    const token = await makeLink(tx, 'confirm', { userId: account.id, passwordHash })
    await writeTo(ctx, tx, email, (envelope) => confirmLetter(envelope, linkTo.confirm(ctx, token)))
    return told
  })
}

/** Sends the confirmation again, if there is an account that waits for it: a job looks, so that no answer tells. */
export async function resendConfirmation(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'resend', { most: 60, minutes: 15 })
  if (await mayWriteTo(ctx, email)) {
    await later(ctx.db, 'confirmation-asked', { email, origin: ctx.settings.origin })
  }
}

export async function sendConfirmation(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    const passwordHash = account && !account.confirmed ? await findPasswordHash(tx, account.id) : null
    if (!account || !passwordHash) return
    const token = await makeLink(tx, 'confirm', { userId: account.id, passwordHash })
    await writeTo({ settings }, tx, email, (envelope) =>
      confirmLetter(envelope, linkTo.confirm({ settings }, token)),
    )
  })
}

/** What the letter's link does, once. An old or used link is refused as `not_found`. */
export async function confirmEmail(ctx: Context, token: string): Promise<{ email: string }> {
  return ctx.db.transaction(async (tx) => {
    const { userId, passwordHash } = await redeemLink(tx, 'confirm', token)
    // Letters of other forms for the same address open nothing any more, and their passwords are nobody's.
    await voidLinks(tx, userId)
    if (passwordHash) await setPassword(tx, userId, passwordHash)
    return confirmAccount(ctx, tx, userId)
  })
}

export function refuseWeakPassword(password: string, least = LEAST_PASSWORD): void {
  const weak = (message: string) => new Refusal('invalid_input', message, { password: message })
  if (password.length < least) throw weak(`Use at least ${least} characters.`)
  if (isCommonPassword(password))
    throw weak('This password is one of the first that are tried. Choose another one.')
}
