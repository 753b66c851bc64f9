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
import { Refusal } from '#core/errors.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { BrowserSession, User } from '../account.ts'
import { createLink, redeemLink } from '../one-time-links.server.ts'
import { requireSignedIn } from '../policy.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { newToken } from '../sessions/tokens.ts'
import { limitRequests } from '../sign-in/rate-limit.server.ts'

export type Passkey = { id: string; name: string; createdAt: Date }
/** `options` are for navigator.credentials; the cookie 'passkey' keeps `challenge` until the browser responds. */
export type PasskeyRequest = { options: object; challenge: string }

const PASSKEY_REFUSED = 'We couldn’t verify this passkey. Please try again, or sign in with your password.'
const NO_USER = 'nobody'

export async function startPasskeyRegistration(ctx: Context): Promise<PasskeyRequest> {
  const { id, email, fullName } = requireSignedIn(ctx.actor)
  const keys = await selectPasskeys(ctx, id)
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
  const { id: userId } = requireSignedIn(ctx.actor)
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
  await execute(ctx.db)`
    insert into auth_passkeys
      (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, transports, aaguid)
    values (${newToken()}, ${userId}, ${name.trim().slice(0, 60) || 'Passkey'}, ${publicKey}, ${credential.id},
      ${credential.counter}, ${credentialDeviceType}, ${credentialBackedUp},
      ${credential.transports?.join(',') ?? null}, ${aaguid})
    on conflict do nothing`
}

export async function startPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  await limitRequests(ctx, 'passkey', { max: 120, minutes: 15 })
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(ctx),
    userVerification: 'required',
  })
  return { options, challenge: await saveChallenge(ctx, NO_USER, options.challenge) }
}

/** A passkey with user verification already counts as two factors. */
export async function signInWithPasskey(
  ctx: Context,
  { response, challenge }: { response: unknown; challenge: string },
): Promise<{ user: User; session: BrowserSession }> {
  const challengePayload = await redeemLink(ctx.db, 'passkey', challenge)
  const parsed = AuthenticationResponse.safeParse(response)
  const key = parsed.success ? await findPasskey(ctx, parsed.data.id) : undefined
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
  return startBrowserSession(ctx, key.userId)
}

export async function listPasskeys(ctx: Context): Promise<Passkey[]> {
  const keys = await selectPasskeys(ctx, requireSignedIn(ctx.actor).id)
  return keys.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt }))
}

export async function removePasskey(ctx: Context, id: string): Promise<void> {
  const userId = requireSignedIn(ctx.actor).id
  const removed = await execute(ctx.db)`delete from auth_passkeys where id = ${id} and user_id = ${userId}`
  if (!removed)
    throw new Refusal(
      'not_found',
      'We couldn’t find this passkey in your account. It may have been removed already.',
    )
}

const StoredPasskey = z.strictObject({
  id: z.string(),
  userId: z.string(),
  name: z.string().nullable(),
  publicKey: z.string(),
  credentialId: z.string(),
  counter: z.int(),
  createdAt: z.date(),
})

const SELECT_PASSKEYS = sql`select id, user_id as "userId", name, public_key as "publicKey",
  credential_id as "credentialId", counter, created_at as "createdAt" from auth_passkeys`

function selectPasskeys(ctx: Context, userId: string) {
  return query(ctx.db, StoredPasskey)`${SELECT_PASSKEYS} where user_id = ${userId} order by created_at`
}

async function findPasskey(ctx: Context, credentialId: string) {
  const [key] = await query(ctx.db, StoredPasskey)`${SELECT_PASSKEYS} where credential_id = ${credentialId}`
  return key
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
