import {
  type AuthenticatorTransportFuture,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { passkeyAddedEmail, passkeyRemovedEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { requireSignedIn } from '#core/permissions/policy.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { redeemLink } from '../one-time-links.server.ts'
import { deviceName } from '../sessions/device-name.ts'
import { newToken } from '../sessions/tokens.ts'
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
import { listPasskeysOf, type Passkey, selectPasskeys, UNNAMED_PASSKEY } from './stored-passkeys.server.ts'
import { type OwnerProof, verifyOwner } from './verify-owner.server.ts'

/** Asks for all factors, because a passkey signs in without any other, and even after a password reset. */
export async function startPasskeyRegistration(ctx: Context, proof: OwnerProof): Promise<PasskeyRequest> {
  const { id, email, fullName } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof, { allFactors: true })
  const keys = await selectPasskeys(ctx.db, id)
  const { store } = await readStoreSettings(ctx.db, ctx.log)
  const options = await generateRegistrationOptions({
    rpName: store.name,
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

type NewPasskey = { response: unknown; challenge: string; name: string }

export async function addPasskey(ctx: Context, passkey: NewPasskey): Promise<void> {
  const { id: account } = requireSignedIn(ctx.actor)
  await withSecurityEvent(ctx, { action: 'passkey-added', account }, () => savePasskey(ctx, passkey))
}

async function savePasskey(ctx: Context, { response, challenge, name }: NewPasskey): Promise<void> {
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
}

export function listPasskeys(ctx: Context): Promise<Passkey[]> {
  return listPasskeysOf(ctx.db, requireSignedIn(ctx.actor).id)
}

export async function removePasskey(ctx: Context, id: string, proof: OwnerProof): Promise<void> {
  const { id: account } = requireSignedIn(ctx.actor)
  await verifyOwner(ctx, proof, { allFactors: true })
  await withSecurityEvent(ctx, { action: 'passkey-removed', account }, () => deletePasskey(ctx, id))
}

async function deletePasskey(ctx: Context, id: string): Promise<void> {
  const { id: userId, email } = requireSignedIn(ctx.actor)
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
}

function emailDetails(ctx: Context, name: string) {
  return { name, when: ctx.now, device: deviceName(ctx.visitor.userAgent), link: accountLinks.sessions(ctx) }
}

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
