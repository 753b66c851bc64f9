import { findKeyActor, isApiKey } from '#core/accounts/api-keys/key-actor.server.ts'
import type { Cookies } from '#core/accounts/cookies.ts'
import { renewBrowserSession } from '#core/accounts/sessions/sessions.server.ts'
import { findTokenSession } from '#core/accounts/sessions/token-session.server.ts'
import { hashToken } from '#core/accounts/sessions/tokens.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { readTerms } from '#core/regions/terms.server.ts'
import type { Db } from '#db/connection.ts'
import type { Config } from '../config.ts'
import { settingsFrom } from '../settings.ts'
import { createCookies, deviceToken, sessionToken } from './cookies.ts'
import { createContext, type RequestInfo } from './request-info.ts'

export type AuthenticatedRequest = { ctx: Context; cookies: Cookies }
type AuthenticateOptions = Pick<
  Context,
  'db' | 'log' | 'hashing' | 'payments' | 'geolocation' | 'files' | 'probes'
> & {
  config: Config
  reads: Db | undefined
}

// Three of the page's 30-second refresh checks. Any request in this window renews the session.
const RENEWAL_MARGIN = 90_000

export async function authenticate(
  requestInfo: RequestInfo,
  headers: Headers,
  { config, reads, ...dependencies }: AuthenticateOptions,
): Promise<AuthenticatedRequest> {
  const cookieHeader = headers.get('cookie') ?? undefined
  const overTls = config.PUBLIC_URL.startsWith('https:')
  const cookieJar = createCookies(cookieHeader, overTls, requestInfo.setCookies)
  const device = deviceToken(cookieHeader, overTls)
  const { address, forwarded } = requestInfo.client
  const ctx = createContext(requestInfo, {
    ...dependencies,
    reads,
    ...(await readTerms(dependencies, requestInfo.region)),
    settings: settingsFrom(config, requestInfo.origin),
    visitor: {
      ipAddress: address,
      forwarded,
      userAgent: headers.get('user-agent'),
      device: device && hashToken(device),
    },
  })
  const bearerToken = requestInfo.path.startsWith('/api/')
    ? /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    : null
  if (bearerToken && isApiKey(bearerToken)) {
    ctx.actor = await findKeyActor(ctx, bearerToken)
    return { ctx, cookies: cookieJar }
  }
  const token = bearerToken ?? sessionToken(cookieHeader, overTls)
  if (!token) return { ctx, cookies: cookieJar }

  const account = await findTokenSession(ctx, token, bearerToken ? 'access' : 'browser')
  if (!account || (account.isDemo && config.STORE_DEMO === 'off')) {
    if (!bearerToken) cookieJar.clearSession()
    return { ctx, cookies: cookieJar }
  }
  if (account.isDemo && config.STORE_DEMO === 'on' && forwarded) {
    throw new Refusal('forbidden', 'Demo accounts work only on the machine that runs the store.')
  }
  ctx.actor = account.actor
  if (bearerToken || account.superseded) return { ctx, cookies: cookieJar }
  // Uses this context, so that it commits even if what comes after is rolled back: the browser has the token then.
  ctx.renewSession = async () => {
    const session = await renewBrowserSession(ctx, token)
    cookieJar.setSession(session)
    ctx.actor = { ...account.actor, expiresAt: session.expiresAt }
  }
  if (account.renewAt.getTime() - RENEWAL_MARGIN <= ctx.now.getTime()) await ctx.renewSession()
  return { ctx, cookies: cookieJar }
}
