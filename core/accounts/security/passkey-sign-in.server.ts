import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { execute } from '#db/sql.ts'
import { isDesignatedAdmin } from '../account.server.ts'
import type { BrowserSession, User } from '../account.ts'
import { redeemLink } from '../one-time-links.server.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { limitRequests } from '../sign-in/rate-limit.server.ts'
import {
  credentialFields,
  expectations,
  extensions,
  orUndefined,
  PASSKEY_REFUSED,
  type PasskeyRequest,
  relyingPartyId,
  saveChallenge,
} from './passkey-ceremony.server.ts'
import { withSecurityEvent } from './security-events.server.ts'
import { findPasskey } from './stored-passkeys.server.ts'

export const ADMIN_LOGIN_REFUSED = 'Access denied. This admin portal is restricted.'

const NO_USER = 'anonymous'

/** The challenge also serves a signed-in customer who confirms a change. */
export async function startPasskeySignIn(ctx: Context): Promise<PasskeyRequest> {
  await limitRequests(ctx, 'passkey')
  const options = await generateAuthenticationOptions({
    rpID: relyingPartyId(ctx),
    userVerification: 'required',
  })
  return { options, challenge: await saveChallenge(ctx, NO_USER, options.challenge) }
}

export type PasskeyResponse = { response: unknown; challenge: string }

/** A passkey with user verification already counts as two factors. The admin login accepts only the designated address. */
export function signInWithPasskey(
  ctx: Context,
  passkey: PasskeyResponse,
  { atAdminLogin = false } = {},
): Promise<{ user: User; session: BrowserSession }> {
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'passkey' }, async (event) => {
    const key = await verifyPasskey(ctx, passkey)
    event.account = key.userId
    if (atAdminLogin && !isDesignatedAdmin(ctx, key.email))
      throw new Refusal('forbidden', ADMIN_LOGIN_REFUSED)
    return startBrowserSession(ctx, key)
  })
}

export async function verifyPasskey(ctx: Context, { response, challenge }: PasskeyResponse) {
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
