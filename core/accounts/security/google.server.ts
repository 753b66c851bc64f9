import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { connectGoogleEmail } from '#core/email/account-emails.ts'
import { Refusal } from '#core/errors.ts'
import { readBody } from '#core/fetch-text.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { confirmAccount, findOrCreateAccount, isDesignatedAdmin, removePassword } from '../account.server.ts'
import type { BrowserSession, SignInResult } from '../account.ts'
import { accountLinks, enqueueAccountEmail } from '../account-email.server.ts'
import { createLink, redeemLink, revokeLinks } from '../one-time-links.server.ts'
import { findSessionEpoch } from '../sessions/end-sessions.server.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { canEmail } from '../sign-in/rate-limit.server.ts'
import { decrypt, encrypt } from './encryption.ts'
import { GOOGLE_PROBLEMS, type GoogleProblem } from './google.ts'
import { isSecondFactorEnabled } from './second-factor-codes.server.ts'
import { type SecurityEvent, withSecurityEvent } from './security-events.server.ts'

const Handshake = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), next: z.string() })

export async function startGoogleSignIn(
  ctx: Context,
  { next }: { next: string },
): Promise<{ url: string; handshake: string }> {
  const provider = await discoverProvider(ctx)
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  const nonce = oidc.randomNonce()
  const url = oidc.buildAuthorizationUrl(provider, {
    redirect_uri: `${ctx.settings.origin}/auth/google/callback`,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    access_type: 'offline',
    prompt: 'select_account',
  })
  const data = JSON.stringify({ verifier, state, nonce, next })
  return { url: url.href, handshake: encrypt(data, ctx.settings.secret) }
}

export async function finishGoogleSignIn(
  ctx: Context,
  { callbackUrl, handshake }: { callbackUrl: URL; handshake: string },
): Promise<{ next: string; result: SignInResult<BrowserSession> | { outcome: 'link-emailed' } }> {
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'google' }, async (event) => {
    const { next, ...secrets } = decryptHandshake(ctx, handshake)
    const profile = await fetchGoogleProfile(ctx, callbackUrl, secrets)
    const { userId, isLinked } = await ctx.db.transaction((tx) => findOrLinkAccount(ctx, tx, profile))
    event.account = userId
    if (!isLinked) {
      event.outcome = 'link-required'
      return { next, result: { outcome: 'link-emailed' } }
    }
    return { next, result: await startGoogleSession(ctx, userId, event) }
  })
}

/** Google is one factor, like a password. */
async function startGoogleSession(
  ctx: Context,
  userId: string,
  event: SecurityEvent,
): Promise<SignInResult<BrowserSession>> {
  event.account = userId
  const account = { userId, sessionEpoch: await findSessionEpoch(ctx.db, userId) }
  if (await isSecondFactorEnabled(ctx.db, userId)) {
    event.outcome = 'code-required'
    return { outcome: 'second-factor', challenge: await createLink(ctx.db, 'second-factor', account) }
  }
  return { outcome: 'signed-in', ...(await startBrowserSession(ctx, account)) }
}

const GoogleProfile = z.object({
  sub: z.string().min(1),
  email: z.string().toLowerCase().optional(),
  email_verified: z.boolean().optional(),
  /** The Google Workspace organization that owns the address. */
  hd: z.string().optional(),
  name: z.string().optional(),
})
type GoogleProfile = z.infer<typeof GoogleProfile>

async function fetchGoogleProfile(
  ctx: Context,
  callbackUrl: URL,
  { verifier, state, nonce }: Omit<z.infer<typeof Handshake>, 'next'>,
): Promise<GoogleProfile> {
  const provider = await discoverProvider(ctx)
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, callbackUrl, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    return GoogleProfile.parse(tokens.claims())
  } catch (error) {
    ctx.log.warn('google sign-in failed', { requestId: ctx.requestId, error: errorName(error) })
    if (error instanceof oidc.AuthorizationResponseError) throw googleRefusal('failed')
    if (error instanceof oidc.ClientError || error instanceof oidc.ResponseBodyError)
      throw googleRefusal('refused')
    throw googleRefusal('unexpected')
  }
}

type LinkedAccount = { userId: string; isLinked: boolean }

/** Google's subject ID identifies the person. A verified email address is only used to link the account once. */
async function findOrLinkAccount(ctx: Context, db: Db, profile: GoogleProfile): Promise<LinkedAccount> {
  const [linkedUserId] = await queryColumn(db, z.string())`
    select user_id from auth_accounts where provider_id = 'google' and account_id = ${profile.sub}`
  if (linkedUserId) return { userId: linkedUserId, isLinked: true }
  if (!profile.email || !profile.email_verified) throw googleRefusal('unverified')

  const account = await findOrCreateAccount(ctx, db, {
    email: profile.email,
    fullName: profile.name,
    passwordHash: null,
  })
  await refuseOtherGoogleAccount(db, account.id)
  const isProtected = account.confirmed || isDesignatedAdmin(ctx, profile.email)
  if (isProtected && !isAuthoritative(profile.email, profile)) {
    await emailLink(ctx, db, { email: profile.email, userId: account.id, googleId: profile.sub })
    return { userId: account.id, isLinked: false }
  }
  await linkGoogleAccount(ctx, db, { userId: account.id, googleId: profile.sub })
  return { userId: account.id, isLinked: true }
}

/** Google checked any other address only once, maybe before it got its current owner. */
function isAuthoritative(email: string, { hd }: GoogleProfile): boolean {
  return hd !== undefined || /@(?:gmail|googlemail)\.com$/.test(email)
}

type GoogleLink = { userId: string; googleId: string }

async function emailLink(
  ctx: Context,
  db: Db,
  { email, ...link }: GoogleLink & { email: string },
): Promise<void> {
  if (!(await canEmail(ctx, email, 'google'))) return
  const token = await createLink(db, 'google', link)
  await enqueueAccountEmail(ctx, db, email, connectGoogleEmail, accountLinks.google(ctx, token))
}

/** By the link in the email, which proves that its owner wants to sign in with Google. */
export async function connectGoogle(ctx: Context, token: string): Promise<SignInResult<BrowserSession>> {
  const userId = await withSecurityEvent(ctx, { action: 'google-connected' }, (event) =>
    ctx.db.transaction(async (tx) => {
      const link = await redeemLink(tx, 'google', token)
      event.account = link.userId
      await refuseOtherGoogleAccount(tx, link.userId)
      await linkGoogleAccount(ctx, tx, link)
      return link.userId
    }),
  )
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'google' }, (event) =>
    startGoogleSession(ctx, userId, event),
  )
}

/** Then the address belongs to a different Google account, whose owner must not get into this one. */
async function refuseOtherGoogleAccount(db: Db, userId: string): Promise<void> {
  const googleAccounts = await queryColumn(db, z.string())`
    select user_id from auth_accounts where provider_id = 'google' and user_id = ${userId}`
  if (googleAccounts.length) throw googleRefusal('refused')
}

async function linkGoogleAccount(ctx: Context, db: Db, { userId, googleId }: GoogleLink): Promise<void> {
  const isConfirmed = await execute(db)`select from auth_users where id = ${userId} and email_verified`
  if (!isConfirmed) {
    // The person who chose this password never proved that they own the address.
    await removePassword(db, userId)
    await revokeLinks(db, userId)
    await confirmAccount(ctx, db, userId)
  }
  await execute(db)`
    insert into auth_accounts (id, user_id, account_id, provider_id)
    values (${`google-${googleId}`}, ${userId}, ${googleId}, 'google')`
}

const providers = new Map<string, Promise<oidc.Configuration>>()

/** Discovered at first use: an unreachable provider fails one sign-in, not the store's startup. */
async function discoverProvider(ctx: Context): Promise<oidc.Configuration> {
  if (!ctx.settings.google) throw googleRefusal('not-configured')
  const { issuer, clientId, clientSecret } = ctx.settings.google
  const key = `${issuer} ${clientId}`
  const allowInsecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const discovery =
    providers.get(key) ??
    oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      // Otherwise, TLS alone would vouch for an ID token.
      execute: [...allowInsecure, oidc.enableNonRepudiationChecks],
      timeout: 10,
      [oidc.customFetch]: limitedFetch,
    })
  providers.set(key, discovery)
  try {
    return await discovery
  } catch (error) {
    providers.delete(key)
    ctx.log.warn('google is unreachable', { requestId: ctx.requestId, error: errorName(error) })
    throw googleRefusal('unexpected')
  }
}

const MAX_RESPONSE_BYTES = 256 * 1024

/** The library itself follows no redirects. */
const limitedFetch: oidc.CustomFetch = async (url, { body, ...options }) => {
  const sentBody = body instanceof Uint8Array ? new Uint8Array(body) : body
  const response = await fetch(url, { ...options, body: sentBody })
  return new Response(await readBody(response, MAX_RESPONSE_BYTES), response)
}

function decryptHandshake(ctx: Context, encrypted: string) {
  try {
    return Handshake.parse(JSON.parse(decrypt(encrypted, ctx.settings)))
  } catch {
    throw googleRefusal('refused')
  }
}

function googleRefusal(problem: GoogleProblem): Refusal {
  const code = problem === 'not-configured' ? 'unavailable' : 'unauthenticated'
  return new Refusal(code, GOOGLE_PROBLEMS[problem], { google: problem })
}

/** Leaves out the message, which may quote a URL with secrets. */
function errorName(error: unknown): string {
  return error instanceof Error
    ? `${error.name} ${'code' in error ? String(error.code) : ''}`.trim()
    : 'unknown'
}
