import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { passkeyAddedEmail, passkeyRemovedEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { execute, queryColumn } from '#db/sql.ts'
import type { BrowserSession, User } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { createLink, redeemLink } from '../one-time-links.server.ts'
import { verifyCurrentPassword } from '../passwords/password.server.ts'
import { requireSignedIn } from '../policy.ts'
import { deviceName } from '../sessions/device-name.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { newToken } from '../sessions/tokens.ts'
import { limitRequests } from '../sign-in/rate-limit.server.ts'
import { logSecurityEvent, withSecurityEvent } from './security-events.server.ts'
import {
  findPasskey,
  listPasskeysOf,
  type Passkey,
  selectPasskeys,
  UNNAMED_PASSKEY,
} from './stored-passkeys.server.ts'

/** `options` are for navigator.credentials; the cookie 'passkey' keeps `challenge` until the browser responds. */
export type PasskeyRequest = { options: object; challenge: string }

const PASSKEY_REFUSED = 'We couldn’t verify this passkey. Please try again, or sign in with your password.'
const NO_USER = 'nobody'

/** Asks for the password, because a passkey signs in for good, and even after a password reset. */
export async function startPasskeyRegistration(
  ctx: Context,
  { password }: { password: string },
): Promise<PasskeyRequest> {
  const { id, email, fullName } = requireSignedIn(ctx.actor)
  await verifyCurrentPassword(ctx, password)
  const keys = await selectPasskeys(ctx.db, id)
  const options = await generateRegistrationOptions({
    rpName: 'Eternal Beauty',
    rpID: relyingPartyId(ctx),
    userName: email,
    userDisplayName: fullName ?? email,
    userID: new TextEncoder().encode(id),
    attestationType: 'none',
    excludeCredentials: keys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, challenge: await saveChallenge(ctx, id, options.challenge) }
}

export async function addPasskey(
  ctx: Context,
  { response, challenge, name }: { response: unknown; challenge: string; name: string },
): Promise<void> {
  const { id: userId, email } = requireSignedIn(ctx.actor)
  const challengePayload = await redeemLink(ctx.db, 'passkey', challenge)
  if (challengePayload.userId !== userId) throw new Refusal('forbidden', PASSKEY_REFUSED)
  const parsed = RegistrationResponse.safeParse(response)
  const verification = parsed.success
    ? await orUndefined(
        verifyRegistrationResponse({
          response: parsed.data,
          ...expectations(ctx, challengePayload.challenge),
        }),
      )
    : undefined
  if (!verification?.verified) throw new Refusal('invalid_input', PASSKEY_REFUSED)
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = verification.registrationInfo
  const publicKey = Buffer.from(credential.publicKey).toString('base64')
  const displayName = name.trim().slice(0, 60) || UNNAMED_PASSKEY
  await ctx.db.transaction(async (tx) => {
    const added = await execute(tx)`
      insert into auth_passkeys
        (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, transports, aaguid)
      values (${newToken()}, ${userId}, ${displayName}, ${publicKey}, ${credential.id},
        ${credential.counter}, ${credentialDeviceType}, ${credentialBackedUp},
        ${credential.transports?.join(',') ?? null}, ${aaguid})
      on conflict do nothing`
    if (!added) return
    await enqueueAccountEmail(ctx, tx, email, passkeyAddedEmail, emailDetails(ctx, displayName))
  })
  logSecurityEvent(ctx, { action: 'passkey-added', account: userId })
}

export async function startPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  await limitRequests(ctx, 'passkey', { max: 120, minutes: 15 })
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(ctx),
    userVerification: 'required',
  })
  return { options, challenge: await saveChallenge(ctx, NO_USER, options.challenge) }
}

type PasskeyAnswer = { response: unknown; challenge: string }

/** A passkey with user verification already counts as two factors. */
export function signInWithPasskey(
  ctx: Context,
  answer: PasskeyAnswer,
): Promise<{ user: User; session: BrowserSession }> {
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'passkey' }, async (event) => {
    const key = await verifyPasskey(ctx, answer)
    event.account = key.userId
    return startBrowserSession(ctx, key.userId)
  })
}

async function verifyPasskey(ctx: Context, { response, challenge }: PasskeyAnswer) {
  const challengePayload = await redeemLink(ctx.db, 'passkey', challenge)
  const parsed = AuthenticationResponse.safeParse(response)
  const key = parsed.success ? await findPasskey(ctx.db, parsed.data.id) : undefined
  if (!parsed.success || !key || challengePayload.userId !== NO_USER)
    throw new Refusal('unauthenticated', PASSKEY_REFUSED)
  const verification = await orUndefined(
    verifyAuthenticationResponse({
      response: parsed.data,
      ...expectations(ctx, challengePayload.challenge),
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')),
        counter: key.counter,
      },
    }),
  )
  if (!verification?.verified) throw new Refusal('unauthenticated', PASSKEY_REFUSED)
  const counter = verification.authenticationInfo.newCounter
  await execute(ctx.db)`update auth_passkeys set counter = ${counter} where id = ${key.id}`
  return key
}

export function listPasskeys(ctx: Context): Promise<Passkey[]> {
  return listPasskeysOf(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function removePasskey(
  ctx: Context,
  id: string,
  { password }: { password: string },
): Promise<void> {
  const { id: userId, email } = requireSignedIn(ctx.actor)
  await verifyCurrentPassword(ctx, password)
  await ctx.db.transaction(async (tx) => {
    const [name] = await queryColumn(tx, z.string().nullable())`
      delete from auth_passkeys where id = ${id} and user_id = ${userId} returning name`
    if (name === undefined)
      throw new Refusal(
        'not_found',
        'We couldn’t find this passkey in your account. It may have been removed already.',
      )
    await enqueueAccountEmail(ctx, tx, email, passkeyRemovedEmail, emailDetails(ctx, name ?? UNNAMED_PASSKEY))
  })
  logSecurityEvent(ctx, { action: 'passkey-removed', account: userId })
}

function emailDetails(ctx: Context, name: string) {
  return { name, when: ctx.now, device: deviceName(ctx.visitor.userAgent), link: accountLinks.sessions(ctx) }
}

function saveChallenge(ctx: Context, userId: string, challenge: string): Promise<string> {
  return createLink(ctx.db, 'passkey', { userId, challenge })
}

function relyingPartyId(ctx: Context): string {
  return new URL(ctx.settings.origin).hostname
}

function expectations(ctx: Context, challenge: string) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: ctx.settings.origin,
    expectedRPID: relyingPartyId(ctx),
  }
}

/** The library throws on invalid input; callers refuse it. */
function orUndefined<Result>(check: Promise<Result>): Promise<Result | undefined> {
  return check.catch(() => undefined)
}

const credentialFields = { id: z.string(), rawId: z.string(), type: z.literal('public-key') }
const extensions = z.looseObject({}).default({})
const RegistrationResponse: z.ZodType<RegistrationResponseJSON> = z.object({
  ...credentialFields,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.custom<AuthenticatorTransportFuture>((transport) => typeof transport === 'string'))
      .optional(),
  }),
})
const AuthenticationResponse: z.ZodType<AuthenticationResponseJSON> = z.object({
  ...credentialFields,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
})
