import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { hashToken, newToken } from '../sessions/tokens.ts'
import { ipBlock, ipNetwork } from './ip-network.ts'

/** The account that is signed in, or that this browser has signed in to before. */
export async function findKnownAccount({ db, actor, visitor }: Context): Promise<string | undefined> {
  if (actor.kind === 'user') return actor.id
  if (!visitor.device) return undefined
  const [userId] = await queryColumn(db, z.string())`
    select user_id from known_devices where device = ${visitor.device} order by first_seen_at, user_id limit 1`
  return userId
}

/** Who a request counts for. A known browser has limits of its own, so that its network’s strangers can't use them up. */
export async function requestSource(ctx: Context): Promise<string> {
  return (await requestSources(ctx)).source
}

/** With the block of addresses, if the request counts for a network. */
export async function requestSources(ctx: Context): Promise<{ source: string; block?: string }> {
  const account = await findKnownAccount(ctx)
  if (account) return { source: `account ${account}` }
  const { ipAddress } = ctx.visitor
  return { source: ipNetwork(ipAddress), block: ipBlock(ipAddress) }
}

/** Returns a token for the browser if it has none yet. */
export async function rememberBrowser({ visitor }: Context, tx: Db, userId: string): Promise<string | null> {
  const token = visitor.device ? null : newToken()
  await execute(tx)`
    insert into known_devices (user_id, device) values (${userId}, ${visitor.device ?? hashToken(token ?? '')})
    on conflict do nothing`
  return token
}
