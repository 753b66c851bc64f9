import { isIP } from 'node:net'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, sql } from '#db/sql.ts'
import type { Log } from '../log.ts'
import { isPublicAddress } from '../regions/public-address.ts'
import { HOUR_MS } from '../time-units.ts'

const FACT = 'unknown-proxy'

/**
 * Reports requests that name a proxy while TRUST_PROXY is unset, for every process that runs the readiness checks. At
 * most once an hour, because any visitor can send the header.
 */
export function createProxyReporter({ db, log }: { db: Db; log: Log }) {
  let reportedAt = Number.NEGATIVE_INFINITY
  return async (socketAddress: string): Promise<void> => {
    if (Date.now() - reportedAt < HOUR_MS) return
    reportedAt = Date.now()
    // A public address may be a visitor's.
    const proxy = isIP(socketAddress) && !isPublicAddress(socketAddress) ? socketAddress : null
    log.warn('forwarded request, but TRUST_PROXY is not set', { proxy })
    await execute(db)`
      insert into store_facts (key, value) values (${FACT}, ${sql.json({ proxy })})
      on conflict (key) do update set value = excluded.value, at = now()`.catch((error) =>
      log.warn('forwarded request could not be recorded', { error }),
    )
  }
}

const Sighting = z.strictObject({ proxy: z.string().nullable(), at: z.date() })

export async function findUnknownProxy(db: Db): Promise<z.infer<typeof Sighting> | undefined> {
  const [sighting] = await query(db, Sighting)`
    select value ->> 'proxy' as proxy, at from store_facts where key = ${FACT} and at > now() - interval '1 day'`
  return sighting
}
