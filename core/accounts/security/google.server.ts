import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { confirmAccount, findOrCreateAccount, removePassword } from '../account.server.ts'
import type { BrowserSession, SignInResult } from '../account.ts'
import { createLink, revokeLinks } from '../one-time-links.server.ts'
import { startBrowserSession } from '../sessions/issue-session.server.ts'
import { decrypt, encrypt } from './encryption.ts'
import { GOOGLE_PROBLEMS, type GoogleProblem } from './google.ts'
import { isSecondFactorEnabled } from './second-factor.server.ts'
import { withSecurityEvent } from './security-events.server.ts'

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
): Promise<{ next: string; result: SignInResult<BrowserSession> }> {
  return withSecurityEvent(ctx, { action: 'sign-in', method: 'google' }, async (event) => {
    const { next, ...secrets } = decryptHandshake(ctx, handshake)
    const profile = await fetchGoogleProfile(ctx, callbackUrl, secrets)
    const userId = await ctx.db.transaction((tx) => findOrLinkAccount(ctx, tx, profile))
    event.account = userId
    // Google is one factor, like a password.
    if (await isSecondFactorEnabled(ctx.db, userId)) {
      event.outcome = 'code-required'
      const challenge = await createLink(ctx.db, 'second-factor', { userId })
      return { next, result: { outcome: 'second-factor', challenge } }
    }
    return { next, result: { outcome: 'signed-in', ...(await startBrowserSession(ctx, userId)) } }
  })
}

const GoogleProfile = z.object({
  sub: z.string().min(1),
  email: z.string().toLowerCase().optional(),
  email_verified: z.boolean().optional(),
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

/** Google's subject ID identifies the person. A verified email address is only used to link the account once. */
async function findOrLinkAccount(ctx: Context, db: Db, profile: GoogleProfile): Promise<string> {
  const [linkedUserId] = await queryColumn(db, z.string())`
    select user_id from auth_accounts where provider_id = 'google' and account_id = ${profile.sub}`
  if (linkedUserId) return linkedUserId
  if (!profile.email || !profile.email_verified) throw googleRefusal('unverified')

  const account = await findOrCreateAccount(ctx, db, {
    email: profile.email,
    fullName: profile.name,
    passwordHash: null,
  })
  const otherGoogleAccounts = await queryColumn(db, z.string())`
    select user_id from auth_accounts where provider_id = 'google' and user_id = ${account.id}`
  // The address now belongs to a different Google account, whose owner must not get into this one.
  if (otherGoogleAccounts.length) throw googleRefusal('refused')
  if (!account.confirmed) {
    // The person who chose this password never proved that they own the address.
    await removePassword(db, account.id)
    await revokeLinks(db, account.id)
    await confirmAccount(ctx, db, account.id)
  }
  await execute(db)`
    insert into auth_accounts (id, user_id, account_id, provider_id)
    values (${`google-${profile.sub}`}, ${account.id}, ${profile.sub}, 'google')`
  return account.id
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
      execute: allowInsecure,
      timeout: 10,
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

function decryptHandshake(ctx: Context, encrypted: string) {
  try {
    return Handshake.parse(JSON.parse(decrypt(encrypted, ctx.settings.secret)))
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
