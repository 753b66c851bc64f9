import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import * as oidc from 'openid-client'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { BrowserSession, SignedIn } from './account.ts'
import { authAccounts } from './accounts.table.ts'
import { GOOGLE_PROBLEMS, type GoogleProblem } from './google.ts'
import { openChallenge } from './identity.server.ts'
import { openInBrowser } from './issue-session.server.ts'
import { voidLinks } from './links.server.ts'
import { confirmAccount, dropPassword, openAccount } from './open-account.server.ts'
import { asksForCode } from './second-factor.server.ts'

const Handshake = z.object({ verifier: z.string(), state: z.string(), nonce: z.string(), next: z.string() })

/** Where to send the browser, and what it must bring back with it (a cookie of ten minutes). */
export async function beginGoogle(
  ctx: Context,
  { next }: { next: string },
): Promise<{ url: string; handshake: string }> {
  const provider = await findProvider(ctx)
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
  return { url: url.href, handshake: await symmetricEncrypt({ key: ctx.settings.secret, data }) }
}

/** What Google sent the browser back with; refused with the words of the 'Google Login Failed' toast. */
export async function finishGoogle(
  ctx: Context,
  { address, handshake }: { address: URL; handshake: string },
): Promise<{ next: string; signedIn: SignedIn<BrowserSession> }> {
  const { next, ...secrets } = await openHandshake(ctx, handshake)
  const person = await askWho(ctx, address, secrets)
  const userId = await ctx.db.transaction((tx) => findOrLink(ctx, tx, person))
  // Google is one factor, as a password is.
  if (await asksForCode(ctx, userId)) {
    const challenge = await openChallenge(ctx.identity, ctx.settings.secret, userId)
    return { next, signedIn: { outcome: 'second-factor', challenge } }
  }
  const { internalAdapter } = await ctx.identity.auth.$context
  const { token } = await internalAdapter.createSession(userId)
  return { next, signedIn: { outcome: 'signed-in', ...(await openInBrowser(ctx, token)) } }
}

const Person = z.object({
  sub: z.string().min(1),
  email: z.string().toLowerCase().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
})
type Person = z.infer<typeof Person>

async function askWho(
  ctx: Context,
  address: URL,
  { verifier, state, nonce }: Omit<z.infer<typeof Handshake>, 'next'>,
): Promise<Person> {
  const provider = await findProvider(ctx)
  try {
    const tokens = await oidc.authorizationCodeGrant(provider, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    return Person.parse(tokens.claims())
  } catch (error) {
    ctx.log.warn('google sign-in failed', { requestId: ctx.requestId, error: nameOf(error) })
    if (error instanceof oidc.AuthorizationResponseError) throw refusal('failed')
    if (error instanceof oidc.ClientError || error instanceof oidc.ResponseBodyError) throw refusal('refused')
    throw refusal('unexpected')
  }
}

/** Known by Google's own number for a person; an e-mail address that Google has checked only makes the first link. */
async function findOrLink(ctx: Context, db: Db, person: Person): Promise<string> {
  const google = and(eq(authAccounts.providerId, 'google'), eq(authAccounts.accountId, person.sub))
  const [linked] = await db.select({ userId: authAccounts.userId }).from(authAccounts).where(google)
  if (linked) return linked.userId
  if (!person.email || !person.email_verified) throw refusal('unverified')

  const account = await openAccount(ctx, db, {
    email: person.email,
    fullName: person.name,
    passwordHash: null,
  })
  const others = await db
    .select({ id: authAccounts.id })
    .from(authAccounts)
    .where(and(eq(authAccounts.providerId, 'google'), eq(authAccounts.userId, account.id)))
  // The address has passed to another person at Google: the account has not.
  if (others.length) throw refusal('refused')
  if (!account.confirmed) {
    // Whoever chose this password has never shown that the address is theirs.
    await dropPassword(db, account.id)
    await voidLinks(db, account.id)
    await confirmAccount(ctx, db, account.id)
  }
  await db.insert(authAccounts).values({
    id: `google-${person.sub}`,
    userId: account.id,
    accountId: person.sub,
    providerId: 'google',
  })
  return account.id
}

const providers = new Map<string, Promise<oidc.Configuration>>()

/** Found out at the first use and kept: a provider that can't be reached stops one sign-in, not the store. */
async function findProvider(ctx: Context): Promise<oidc.Configuration> {
  if (!ctx.settings.google) throw refusal('not-configured')
  const { issuer, clientId, clientSecret } = ctx.settings.google
  const key = `${issuer} ${clientId}`
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
  const found =
    providers.get(key) ??
    oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute: insecure, timeout: 10 })
  providers.set(key, found)
  try {
    return await found
  } catch (error) {
    providers.delete(key)
    ctx.log.warn('google could not be reached', { requestId: ctx.requestId, error: nameOf(error) })
    throw refusal('unexpected')
  }
}

async function openHandshake(ctx: Context, sealed: string) {
  try {
    return Handshake.parse(JSON.parse(await symmetricDecrypt({ key: ctx.settings.secret, data: sealed })))
  } catch {
    throw refusal('refused')
  }
}

function refusal(problem: GoogleProblem): Refusal {
  const code = problem === 'not-configured' ? 'unavailable' : 'unauthenticated'
  return new Refusal(code, GOOGLE_PROBLEMS[problem], { google: problem })
}

/** Not its message: it may quote what was in an address. */
function nameOf(error: unknown): string {
  return error instanceof Error
    ? `${error.name} ${'code' in error ? String(error.code) : ''}`.trim()
    : 'unknown'
}
