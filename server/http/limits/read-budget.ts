import { ipNetwork } from '#core/accounts/sign-in/ip-network.ts'
import type { Context } from '#core/context.ts'
import { TooManyRequests } from '#core/errors.ts'
import { isPublicAddress } from '#core/regions/public-address.ts'

export type ReadLimits = { burst: number; perSecond: number }
// Far more than an office or a school behind one address needs, because cached pages don't count.
const LIMITS: ReadLimits = { burst: 1000, perSecond: 20 }
const FEED_COST = 25
const MAX_NETWORKS = 10_000
const TOO_MANY_REQUESTS =
  'There were too many requests from your network. Please wait a moment and try again.'

type Visit = Pick<Context, 'actor' | 'settings' | 'visitor'>
type Balance = { spent: number; at: number }

/** Limits what guests of one network may ask this process to render. Private addresses may be proxies of all shoppers. */
export function createReadBudget({ burst, perSecond } = LIMITS) {
  const balances = new Map<string, Balance>()

  function remainingCost({ spent, at }: Balance, now: number): number {
    return Math.max(0, spent - ((now - at) / 1000) * perSecond)
  }

  return ({ actor, settings, visitor: { ipAddress } }: Visit, path: string, now = Date.now()): void => {
    if (!settings.limits || actor.kind === 'user' || actor.kind === 'key' || !isPublicAddress(ipAddress))
      return
    const network = ipNetwork(ipAddress)
    const balance = balances.get(network)
    const spent = (balance ? remainingCost(balance, now) : 0) + (path.startsWith('/feeds/') ? FEED_COST : 1)
    if (spent > burst) throw new TooManyRequests(TOO_MANY_REQUESTS, (spent - burst) / perSecond)
    // Visitors with so many networks have no limit anyway.
    if (balances.size >= MAX_NETWORKS) balances.clear()
    balances.set(network, { spent, at: now })
  }
}
