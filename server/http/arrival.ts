import { findTokenSession } from '#core/accounts/actor.server.ts'
import type { Cookies } from '#core/accounts/keepsakes.ts'
import { renewBrowserSession } from '#core/accounts/sessions.server.ts'
import { hashToken } from '#core/accounts/tokens.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import type { Db } from '#db/connection.ts'
import type { Config } from '../config.ts'
import { settingsFrom } from '../house.ts'
import { createCookies, deviceToken, sessionToken } from './browser.ts'
import { type Call, contextOf } from './call.ts'

export type Arrival = { ctx: Context; cookies: Cookies }
type Parts = Pick<Context, 'db' | 'log' | 'identity' | 'payments' | 'geolocation' | 'files' | 'probes'> & {
  config: Config
  reads: Db | undefined
}

// Three ticks of the page's clock: it renews before the end, and so does any other request.
const MARGIN = 90_000

/** Who comes through the door: one look by the token that was brought, and none when none was. */
export async function arrive(
  call: Call,
  headers: Headers,
  { config, reads, ...world }: Parts,
): Promise<Arrival> {
  const cookies = headers.get('cookie') ?? undefined
  const overTls = config.PUBLIC_URL.startsWith('https:')
  const cookieJar = createCookies(cookies, overTls, call.cookies)
  const device = deviceToken(cookies, overTls)
  const { address, forwarded } = call.client
  const ctx = contextOf(call, {
    ...world,
    reads,
    settings: settingsFrom(config, call.origin),
    visitor: { address, forwarded, agent: headers.get('user-agent'), device: device && hashToken(device) },
  })
  const program = call.path.startsWith('/api/')
    ? /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
    : null
  const token = program ?? sessionToken(cookies, overTls)
  if (!token) return { ctx, cookies: cookieJar }

  const asker = await findTokenSession(ctx, token, program ? 'access' : 'browser')
  if (!asker || (asker.isDemo && config.STORE_DEMO === 'off')) {
    if (!program) cookieJar.clearSession()
    return { ctx, cookies: cookieJar }
  }
  if (asker.isDemo && config.STORE_DEMO === 'on' && forwarded) {
    throw new Refusal('forbidden', 'The accounts of the demonstration are for its own machine alone.')
  }
  ctx.actor = asker.actor
  if (!program && !asker.superseded && asker.renewAt.getTime() - MARGIN <= ctx.now.getTime()) {
    const session = await renewBrowserSession(ctx, token)
    cookieJar.setSession(session)
    ctx.actor = { ...asker.actor, expiresAt: session.expiresAt }
  }
  return { ctx, cookies: cookieJar }
}
