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
import { createHashing, type Hashing } from './hashing.server.ts'
import { LONGEST_PASSWORD } from './lengths.ts'

export type Identity = { auth: ReturnType<typeof openLibrary>; hashing: Hashing }

type Parts = { db: Db; secret: string; publicUrl: string; log: Log; hashing?: Hashing }

export const SESSION_DAYS = 30
const LIBRARY_COOKIE = 'eb'
const TWO_FACTOR_COOKIE = `${LIBRARY_COOKIE}.two_factor`
const SESSION_COOKIE = `${LIBRARY_COOKIE}.session_token`

/** The library that knows who somebody is. What browsers and programs hold is ours: see issue-session.server.ts. */
export function createIdentity({ hashing = createHashing(), ...parts }: Parts): Identity {
  return { auth: openLibrary({ ...parts, hashing }), hashing }
}

function openLibrary({ db, secret, publicUrl, log, hashing }: Parts & { hashing: Hashing }) {
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
      maxPasswordLength: LONGEST_PASSWORD,
      password: hashing,
    },
    session: { expiresIn: SESSION_DAYS * 86_400, cookieCache: { enabled: false } },
    plugins: [twoFactor({ issuer: 'Eternal Beauty', allowPasswordless: true })],
    // Counted by us, on all nodes together and by the address that the shell found.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its own checks of the caller's origin and address are the shell's work here.
    advanced: {
      cookiePrefix: LIBRARY_COOKIE,
      useSecureCookies: false,
      disableCSRFCheck: true,
      disableOriginCheck: true,
      ipAddress: { disableIpTracking: true },
    },
    logger: {
      level: 'error',
      log: (level, message) => (level === 'error' ? log.error('identity library', { message }) : undefined),
    },
  })
}

/** What the library would have had a browser bring along: its cookies never leave this process under their names. */
export function asOwnerOf(sessionToken: string, secret: string): Headers {
  return new Headers({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(signed(sessionToken, secret))}` })
}

const CHALLENGE_MINUTES = 10

/** The library puts its second question after a password alone; this puts it after whatever else opened the door. */
export async function openChallenge({ auth }: Identity, secret: string, userId: string): Promise<string> {
  const { internalAdapter } = await auth.$context
  const identifier = `2fa-${randomUUID()}`
  const expiresAt = new Date(Date.now() + CHALLENGE_MINUTES * 60_000)
  await internalAdapter.createVerificationValue({ identifier, value: userId, expiresAt })
  const attempts = `2fa-attempts-${identifier}`
  await internalAdapter.createVerificationValue({ identifier: attempts, value: '0', expiresAt })
  return signed(identifier, secret)
}

function signed(value: string, secret: string): string {
  return `${value}.${createHmac('sha256', secret).update(value).digest('base64')}`
}

export function withChallenge(challenge: string): Headers {
  return new Headers({ cookie: `${TWO_FACTOR_COOKIE}=${encodeURIComponent(challenge)}` })
}

export function challengeIn(headers: Headers): string | undefined {
  return cookieIn(headers, TWO_FACTOR_COOKIE)
}

export function sessionIn(headers: Headers): string | undefined {
  const signed = cookieIn(headers, SESSION_COOKIE)
  return signed?.slice(0, signed.lastIndexOf('.'))
}

function cookieIn(headers: Headers, name: string): string | undefined {
  for (const cookie of headers.getSetCookie().reverse()) {
    const [, value] = cookie.split(';')[0]?.split(`${name}=`) ?? []
    if (value) return decodeURIComponent(value)
  }
  return undefined
}
