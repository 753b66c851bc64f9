import { createHmac, randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Db } from '#db/connection.ts'
import type { Log } from '../log.ts'
import {
  authAccounts,
  authPasskeys,
  authSessions,
  authTwoFactors,
  authUsers,
  authVerifications,
} from './accounts.table.ts'
import { createHashing, type Hashing } from './passwords/hashing.server.ts'
import { MAX_PASSWORD_LENGTH } from './passwords/password-lengths.ts'

export type Identity = { auth: ReturnType<typeof createAuth>; hashing: Hashing }

type IdentityOptions = { db: Db; secret: string; publicUrl: string; log: Log; hashing?: Hashing }

export const SESSION_DAYS = 30
const COOKIE_PREFIX = 'eb'
const TWO_FACTOR_COOKIE = `${COOKIE_PREFIX}.two_factor`
const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`

/** Better Auth authenticates users. issue-session.server.ts issues the tokens that clients hold. */
export function createIdentity({ hashing = createHashing(), ...options }: IdentityOptions): Identity {
  return { auth: createAuth({ ...options, hashing }), hashing }
}

function createAuth({ db, secret, publicUrl, log, hashing }: IdentityOptions & { hashing: Hashing }) {
  return betterAuth({
    appName: 'Eternal Beauty',
    baseURL: publicUrl,
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        twoFactor: authTwoFactors,
        passkey: authPasskeys,
      },
    }),
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      disableSignUp: true,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: hashing,
    },
    session: { expiresIn: SESSION_DAYS * 86_400, cookieCache: { enabled: false } },
    plugins: [twoFactor({ issuer: 'Eternal Beauty', allowPasswordless: true })],
    // rate-limit.server.ts counts across all nodes, by the IP address that the shell determined.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // The shell checks origins and determines IP addresses.
    advanced: {
      cookiePrefix: COOKIE_PREFIX,
      useSecureCookies: false,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    logger: {
      level: 'error',
      log: (level, message) =>
        level === 'error' ? log.error('authentication library error', { message }) : undefined,
    },
  })
}

/** Better Auth reads sessions from its own cookie, which browsers never get. */
export function sessionHeaders(sessionToken: string, secret: string): Headers {
  return new Headers({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(signValue(sessionToken, secret))}` })
}

const CHALLENGE_MINUTES = 10

/** Better Auth asks for a second factor only after a password; this requires one after other sign-in methods. */
export async function createChallenge({ auth }: Identity, secret: string, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context
  const identifier = `2fa-${randomUUID()}`
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000)
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt })
  const attempts = `2fa-attempts-${identifier}`
  await internalAdapter.createVerificationValue({ identifier: attempts, value: '0', expiresAt })
  return signValue(identifier, secret)
}

function signValue(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`
}

export function challengeHeaders(challenge: string): Headers {
  return new Headers({ cookie: `${TWO_FACTOR_COOKIE}=${encodeURIComponent(challenge)}` })
}

export function challengeFrom(headers: Headers): string | undefined {
  return cookieValue(headers, TWO_FACTOR_COOKIE)
}

export function sessionTokenFrom(headers: Headers): string | undefined {
  const cookie = cookieValue(headers, SESSION_COOKIE)
  return cookie?.slice(0, cookie.lastIndexOf('.'))
}

function cookieValue(headers: Headers, name: string): string | undefined {
  for (const cookie of headers.getSetCookie().reverse()) {
    const [, value] = cookie.split(';')[0]?.split(`${name}=`) ?? []
    if (value) return decodeURIComponent(value)
  }
  return undefined
}
