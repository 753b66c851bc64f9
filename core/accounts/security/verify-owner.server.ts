import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { invalidInput, Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { queryColumn } from '#db/sql.ts'
import { findPasswordHash } from '../account.server.ts'
import { verifyCurrentPassword } from '../passwords/password.server.ts'
import { type PasskeyResponse, verifyPasskey } from './passkey-sign-in.server.ts'
import { codeMethod, isSecondFactorEnabled, redeemCode } from './second-factor-codes.server.ts'
import { withSecurityEvent } from './security-events.server.ts'
import { listPasskeysOf } from './stored-passkeys.server.ts'

/** From the form that changes how the account signs in. */
export type OwnerProof = {
  password?: string
  passkey?: PasskeyResponse
  code?: string
  /** For API clients, which can’t ask before each change: a sign-in of the last minutes is enough. */
  acceptsRecentSignIn?: true
}

/** What the owner can prove it with. */
export type OwnerProofs = {
  hasPassword: boolean
  hasPasskey: boolean
  hasSecondFactor: boolean
  hasJustSignedIn: boolean
}

export async function findOwnerProofs(ctx: Context): Promise<OwnerProofs> {
  const { id } = requireSignedIn(ctx.actor)
  const [passwordHash, passkeys, hasSecondFactor, hasJustSignedIn] = await Promise.all([
    findPasswordHash(ctx.db, id),
    listPasskeysOf(ctx.db, id),
    isSecondFactorEnabled(ctx.db, id),
    hasSignedInJustNow(ctx),
  ])
  return {
    hasPassword: passwordHash !== null,
    hasPasskey: passkeys.length > 0,
    hasSecondFactor,
    hasJustSignedIn,
  }
}

/**
 * Proves that the person at a signed-in browser owns the account: by the password, a passkey, or, without a password, by
 * having just signed in. `allFactors` also asks for a code if the account uses them. A passkey counts as two factors.
 * As after a sign-in, the session's token is a new one then.
 */
export async function verifyOwner(
  ctx: Context,
  { passkey, ...proof }: OwnerProof,
  { allFactors = false } = {},
): Promise<void> {
  if (passkey) await verifyOwnPasskey(ctx, passkey)
  else await verifyPasswordAndCode(ctx, proof, allFactors)
  await ctx.renewSession?.()
}

async function verifyPasswordAndCode(
  ctx: Context,
  { password = '', code = '' }: OwnerProof,
  allFactors: boolean,
): Promise<void> {
  const { id } = requireSignedIn(ctx.actor)
  if (await findPasswordHash(ctx.db, id)) {
    if (!password) throw invalidInput('password', 'Please enter your password.')
    await verifyCurrentPassword(ctx, password)
  } else if (!(await hasSignedInJustNow(ctx))) throw new Refusal('invalid_input', SIGN_IN_AGAIN)
  if (!allFactors || !(await isSecondFactorEnabled(ctx.db, id))) return
  if (!code) throw invalidInput('code', 'Please enter the code.')
  await verifyOwnCode(ctx, code)
}

/**
 * Precedes each change of who can get into the store: roles, invitations, approval rules, API keys, and webhooks. What a
 * second person approved was proven when it was requested. An API key has no owner to ask, and its scopes limit it.
 */
export async function requireOwnerProof(ctx: Context, proof: OwnerProof): Promise<void> {
  if (ctx.approval || ctx.actor.kind === 'key') return
  if (proof.acceptsRecentSignIn) {
    if (await hasSignedInJustNow(ctx)) return
    if (!proof.password) throw reauthenticationRequired()
  }
  await verifyOwner(ctx, proof, { allFactors: true })
}

function reauthenticationRequired(): Refusal {
  const message = `Your sign-in is more than ${RECENT_MINUTES} minutes old. Send your password, and a code if your account uses two-step sign-in, or sign in again.`
  return new Refusal('reauthentication_required', message, { password: message })
}

const SIGN_IN_AGAIN =
  'Your account has no password. To confirm that it’s you, sign in with Google again, and then repeat the change within 10 minutes.'

async function verifyOwnPasskey(ctx: Context, passkey: PasskeyResponse): Promise<void> {
  const { id: account } = requireSignedIn(ctx.actor)
  await withSecurityEvent(ctx, { action: 'owner-check', method: 'passkey', account }, async () => {
    const { userId } = await verifyPasskey(ctx, passkey)
    if (userId !== account) throw new Refusal('forbidden', 'This passkey belongs to another account.')
  })
}

async function verifyOwnCode(ctx: Context, code: string): Promise<void> {
  const { id: account } = requireSignedIn(ctx.actor)
  const event = { action: 'owner-check', method: codeMethod(code), account } as const
  await withSecurityEvent(ctx, event, async () => {
    const refusal = await ctx.db.transaction((tx) => redeemCode({ ...ctx, db: tx }, account, code))
    if (refusal) throw refusal.code === 'unauthenticated' ? invalidInput('code', refusal.message) : refusal
  })
}

/** As long as it takes to sign in and to fill in a form. */
const RECENT_MINUTES = 10

export async function hasSignedInJustNow(ctx: Context): Promise<boolean> {
  const { sessionId } = requireSignedIn(ctx.actor)
  const [isRecent] = await queryColumn(ctx.db, z.boolean())`
    select created_at > now() - ${RECENT_MINUTES} * interval '1 minute' from auth_sessions where id = ${sessionId}`
  return isRecent === true
}
