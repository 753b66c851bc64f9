import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { BrowserSession, User } from './account.ts'
import { authPasskeys } from './accounts.table.ts'
import { limitRequests } from './attempts.server.ts'
import { openInBrowser } from './issue-session.server.ts'
import { makeLink, redeemLink } from './links.server.ts'
import { signedIn } from './policy.ts'
import { newToken } from './tokens.ts'

export type Passkey = { id: string; name: string; createdAt: Date }
/** What navigator.credentials is asked with, as JSON, and what must be kept (the keepsake 'passkey') until it answers. */
export type PasskeyQuestion = { options: object; challenge: string }

const REFUSED = 'This passkey could not be used. Please try again, or sign in with your password.'
const NOBODY = 'nobody'

/** For whoever is signed in: what their device is to make a key for. */
export async function offerPasskey(ctx: Context): Promise<PasskeyQuestion> {
  const { id, email, fullName } = signedIn(ctx.actor)
  const keys = await readPasskeys(ctx, id)
  const options = await generateRegistrationOptions({
    rpName: 'Eternal Beauty',
    rpID: hostOf(ctx),
    userName: email,
    userDisplayName: fullName ?? email,
    userID: new TextEncoder().encode(id),
    attestationType: 'none',
    excludeCredentials: keys.map(({ credentialID }) => ({ id: credentialID })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, challenge: await keepChallenge(ctx, id, options.challenge) }
}

export async function addPasskey(
  ctx: Context,
  { answer, challenge, name }: { answer: unknown; challenge: string; name: string },
): Promise<void> {
  const { id: userId } = signedIn(ctx.actor)
  const kept = await redeemLink(ctx.db, 'passkey', challenge)
  if (kept.userId !== userId) throw new Refusal('forbidden', REFUSED)
  const response = Registration.safeParse(answer)
  const checked = response.success
    ? await refusing(
        verifyRegistrationResponse({ response: response.data, ...expected(ctx, kept.challenge) }),
      )
    : undefined
  if (!checked?.verified) throw new Refusal('invalid_input', REFUSED)
  const { credential, credentialDeviceType, credentialBackedUp, aaguid } = checked.registrationInfo
  await ctx.db
    .insert(authPasskeys)
    .values({
      id: newToken(),
      userId,
      name: name.trim().slice(0, 60) || 'Passkey',
      publicKey: Buffer.from(credential.publicKey).toString('base64'),
      credentialID: credential.id,
      counter: credential.counter,
      deviceType: credentialDeviceType,
      backedUp: credentialBackedUp,
      transports: credential.transports?.join(',') ?? null,
      aaguid,
    })
    .onConflictDoNothing()
}

/** For whoever is not signed in: any key that was made for this store will do, and says whose it is. */
export async function askForPasskey(ctx: Context): Promise<PasskeyQuestion> {
  await limitRequests(ctx, 'passkey', { most: 120, minutes: 15 })
  const options = await generateAuthenticationOptions({ rpID: hostOf(ctx), userVerification: 'required' })
  return { options, challenge: await keepChallenge(ctx, NOBODY, options.challenge) }
}

/** A key with its owner's finger or code is two factors: no second one is asked for. */
export async function signInWithPasskey(
  ctx: Context,
  { answer, challenge }: { answer: unknown; challenge: string },
): Promise<{ user: User; session: BrowserSession }> {
  const kept = await redeemLink(ctx.db, 'passkey', challenge)
  const response = Authentication.safeParse(answer)
  const key = response.success ? await findPasskey(ctx, response.data.id) : undefined
  if (!response.success || !key || kept.userId !== NOBODY) throw new Refusal('unauthenticated', REFUSED)
  const checked = await refusing(
    verifyAuthenticationResponse({
      response: response.data,
      ...expected(ctx, kept.challenge),
      credential: {
        id: key.credentialID,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64')),
        counter: key.counter,
      },
    }),
  )
  if (!checked?.verified) throw new Refusal('unauthenticated', REFUSED)
  const counter = checked.authenticationInfo.newCounter
  await ctx.db.update(authPasskeys).set({ counter }).where(eq(authPasskeys.id, key.id))
  const { internalAdapter } = await ctx.identity.auth.$context
  const { token } = await internalAdapter.createSession(key.userId)
  return openInBrowser(ctx, token)
}

export async function listPasskeys(ctx: Context): Promise<Passkey[]> {
  const keys = await readPasskeys(ctx, signedIn(ctx.actor).id)
  return keys.map(({ id, name, createdAt }) => ({ id, name: name ?? 'Passkey', createdAt }))
}

export async function removePasskey(ctx: Context, id: string): Promise<void> {
  const own = and(eq(authPasskeys.id, id), eq(authPasskeys.userId, signedIn(ctx.actor).id))
  const removed = await ctx.db.delete(authPasskeys).where(own).returning({ id: authPasskeys.id })
  if (!removed.length) throw new Refusal('not_found', 'This passkey is not, or no longer, one of yours.')
}

function readPasskeys(ctx: Context, userId: string) {
  return ctx.db
    .select()
    .from(authPasskeys)
    .where(eq(authPasskeys.userId, userId))
    .orderBy(asc(authPasskeys.createdAt))
}

async function findPasskey(ctx: Context, credentialId: string) {
  const [key] = await ctx.db.select().from(authPasskeys).where(eq(authPasskeys.credentialID, credentialId))
  return key
}

function keepChallenge(ctx: Context, userId: string, challenge: string): Promise<string> {
  return makeLink(ctx.db, 'passkey', { userId, challenge })
}

function hostOf(ctx: Context): string {
  return new URL(ctx.settings.origin).hostname
}

function expected(ctx: Context, challenge: string) {
  return { expectedChallenge: challenge, expectedOrigin: ctx.settings.origin, expectedRPID: hostOf(ctx) }
}

/** It throws at whatever does not fit; to a browser that is a refusal like any other. */
function refusing<Result>(check: Promise<Result>): Promise<Result | undefined> {
  return check.catch(() => undefined)
}

const envelope = { id: z.string(), rawId: z.string(), type: z.literal('public-key') }
const extensions = z.looseObject({}).default({})
const Registration: z.ZodType<RegistrationResponseJSON> = z.object({
  ...envelope,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.custom<AuthenticatorTransportFuture>((way) => typeof way === 'string')).optional(),
  }),
})
const Authentication: z.ZodType<AuthenticationResponseJSON> = z.object({
  ...envelope,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
})
