import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn, sql } from '#db/sql.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { OFFER_SCOPES } from './offer.ts'

const BATCH = 200

/** Gives products the prices of offers that started, and takes back those of offers that ended or were paused. */
export async function applyOffers(db: Db): Promise<void> {
  await endOffers(db)
  const started = await query(db, StartedOffer)`
    select id, scope from offers f where active and reduces_prices and not applied and offer_runs(f)
    order by starts_at, id`
  for (const offer of started) await startOffer(db, offer)
}

const StartedOffer = z.strictObject({ id: z.string(), scope: z.enum(OFFER_SCOPES) })

async function endOffers(db: Db): Promise<void> {
  for (;;) {
    const ids = await queryColumn(db, z.string())`
      select p.id from offers f join products p on p.price_offer_id = f.id where not offer_runs(f)
      order by p.id limit ${BATCH}`
    if (!ids.length || !(await refreshPrices(db, ids))) return
  }
}

async function startOffer(db: Db, { id, scope }: z.infer<typeof StartedOffer>): Promise<void> {
  for (let after = ''; ; ) {
    const ids = await queryColumn(db, z.string())`
      select p.id from offers f join products p on ${IN_SCOPE[scope]} where f.id = ${id} and p.id > ${after}
      order by p.id limit ${BATCH}`
    const last = ids.at(-1)
    if (last === undefined) break
    await refreshPrices(db, ids)
    after = last
  }
  await execute(db)`update offers set applied = true where id = ${id}`
}

/** Like offer_covers, which no index supports. */
const IN_SCOPE = {
  everything: sql`true`,
  products: sql`p.id = any (f.scope_ids)`,
  family: sql`p.family_id = any (f.scope_ids)`,
  category: sql`p.category in (
    select c.name from categories c where c.id = any (f.scope_ids) or c.parent_id = any (f.scope_ids))`,
}

async function refreshPrices(db: Db, ids: string[]): Promise<number> {
  const [changed = 0] = await queryColumn(db, z.int())`select refresh_prices(${ids})`
  return changed
}

export const OfferSchedule = z.strictObject({
  id: z.string(),
  startsAt: z.date(),
  endsAt: z.date().nullable(),
  reducesPrices: z.boolean(),
})

/** Once now, when it may have started, been paused, or been resumed, and once each when it starts and ends. */
export async function enqueueApplication(
  tx: Db,
  { id, startsAt, endsAt, reducesPrices }: z.infer<typeof OfferSchedule>,
): Promise<void> {
  if (!reducesPrices) return
  await enqueueJob(tx, 'apply-offers', {}, { key: `apply-offers ${id}` })
  await enqueueJob(tx, 'apply-offers', {}, { key: `apply-offers ${id} start`, at: startsAt })
  if (endsAt) await enqueueJob(tx, 'apply-offers', {}, { key: `apply-offers ${id} end`, at: endsAt })
}
