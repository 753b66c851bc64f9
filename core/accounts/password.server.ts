import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { passwordChangedLetter, resetLetter } from '../mail/account-letters.ts'
import { later } from '../outbox/outbox.server.ts'
import { limitRequests, mayWriteTo } from './attempts.server.ts'
import type { Settings } from './house.ts'
import { linkTo, writeTo } from './letters.server.ts'
import { isLinkValid, makeLink, redeemLink, USED_UP, voidLinks } from './links.server.ts'
import { confirmAccount, findAccount, findPasswordHash, setPassword } from './open-account.server.ts'
import { signedIn } from './policy.ts'
import { endAllSessions, endOtherSessions } from './sessions.server.ts'
import { countingGuesses } from './sign-in.server.ts'
import { refuseWeakPassword } from './sign-up.server.ts'

/** The same answer for a known and an unknown address, in the same time: a job looks whose it is. */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  await limitRequests(ctx, 'reset', { most: 60, minutes: 15 })
  if (await mayWriteTo(ctx, email)) await later(ctx.db, 'reset-asked', { email, origin: ctx.settings.origin })
}

/** The link leads to /reset-password. */
export async function sendReset(db: Db, settings: Settings, email: string): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await findAccount(tx, email)
    if (!account) return
    const link = linkTo.reset({ settings }, await makeLink(tx, 'reset', { userId: account.id }))
    await writeTo({ settings }, tx, email, (envelope) => resetLetter(envelope, link))
  })
}

export function isResetPossible(ctx: Context, token: string): Promise<boolean> {
  return isLinkValid(ctx.db, 'reset', token)
}

/** Once per link; ends every session of the account. The screen finds the token with `resetTokenOf` (web/visit.ts). */
export async function resetPassword(
  ctx: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  refuseWeakPassword(password)
  // Asked before the costly part: nobody makes us hash without a letter.
  if (!(await isResetPossible(ctx, token))) throw new Refusal('not_found', USED_UP)
  const hash = await ctx.identity.hashing.hash(password)
  await ctx.db.transaction(async (tx) => {
    const { userId } = await redeemLink(tx, 'reset', token)
    await voidLinks(tx, userId)
    await setPassword(tx, userId, hash)
    await endAllSessions(tx, userId)
    const { email } = await confirmAccount(ctx, tx, userId)
    await writeTo(ctx, tx, email, (envelope) => passwordChangedLetter(envelope, linkTo.forgot(ctx)))
  })
}

/** Ends every other session. */
export async function changePassword(
  ctx: Context,
  { current, password }: { current: string; password: string },
): Promise<void> {
  const { id, email } = signedIn(ctx.actor)
  refuseWeakPassword(password)
  await provePassword(ctx, current)
  const hash = await ctx.identity.hashing.hash(password)
  await ctx.db.transaction(async (tx) => {
    await setPassword(tx, id, hash)
    await voidLinks(tx, id)
    await endOtherSessions({ ...ctx, db: tx })
    await writeTo(ctx, tx, email, (envelope) => passwordChangedLetter(envelope, linkTo.forgot(ctx)))
  })
}

/** That whoever sits at a signed-in browser is its owner; guessed at as rarely as anywhere. */
export async function provePassword(ctx: Context, password: string): Promise<void> {
  const { id, email } = signedIn(ctx.actor)
  const hash = await findPasswordHash(ctx.db, id)
  if (!hash) throw new Refusal('invalid_input', 'This account has no password yet. Ask for one by e-mail.')
  await countingGuesses(ctx, email, async () => {
    if (await ctx.identity.hashing.verify({ hash, password })) return
    throw new Refusal('unauthenticated', 'Invalid password')
  }).catch((error) => {
    if (!(error instanceof Refusal) || error.code !== 'unauthenticated') throw error
    throw new Refusal('invalid_input', error.message, { password: error.message })
  })
}
