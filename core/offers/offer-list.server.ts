import { z } from 'zod'
import { requirePermission } from '#core/permissions/permissions.ts'
import { query, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { type ListPage, type ListQuery, likePattern, listRows, sortBy } from '../pagination.ts'
import { Offer } from './offer.ts'
import { SCOPE_NAMES } from './redeem-offer.server.ts'

export const OFFER_STATES = ['running', 'scheduled', 'stopped', 'over'] as const

const AdminOffer = Offer.extend({
  /** The code, or the title of an offer that has none. */
  name: z.string(),
  /** What it is on, such as a category. */
  scopeIds: z.array(z.string()),
  scopeNames: z.array(z.string()),
  /** Whether it changes prices in the catalog, instead of the total of an order. */
  reducesPrices: z.boolean(),
  startsAt: z.date(),
  endsAt: z.date().nullable(),
  totalLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  state: z.enum(OFFER_STATES),
  /** Paid orders and test orders, without cancelled and refunded ones. Without a code, all orders that aren't cancelled. */
  uses: z.int(),
  createdAt: z.date(),
})
export type AdminOffer = z.infer<typeof AdminOffer>

const byCreatedAt = sortBy('createdAt', sql`o.created_at`, 'timestamptz', sql`o.id`)
const byCode = sortBy('name', sql`coalesce(o.code, o.title)`, 'text', sql`o.id`)
const byMinimum = sortBy('minimum', sql`o.minimum`, 'bigint', sql`o.id`)
const SORTS = {
  newest: { ...byCreatedAt, descending: true },
  oldest: byCreatedAt,
  code: byCode,
  'code-down': { ...byCode, descending: true },
  minimum: byMinimum,
  'minimum-down': { ...byMinimum, descending: true },
}
const FILTERS = {
  running: sql`o.active and o.starts_at <= now() and (o.ends_at is null or o.ends_at > now())`,
  scheduled: sql`o.active and o.starts_at > now()`,
  stopped: sql`not o.active`,
  over: sql`o.active and o.ends_at <= now()`,
}

export async function listOffers(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminOffer>> {
  requirePermission(ctx.actor, 'offers.edit')
  const { search } = listQuery
  return listRows(ctx.db, AdminOffer, listQuery, {
    select: SELECT_OFFER,
    sorts: SORTS,
    filters: FILTERS,
    condition: search ? sql`lower(concat_ws(' ', o.code, o.title)) like ${likePattern(search)}` : undefined,
  })
}

export async function findAdminOffer(ctx: Context, id: string): Promise<AdminOffer> {
  requirePermission(ctx.actor, 'offers.edit')
  const [offer] = await query(ctx.db, AdminOffer)`${SELECT_OFFER} where o.id = ${id}`
  if (!offer) throw new Refusal('not_found', 'Offer not found.')
  return offer
}

const SELECT_OFFER = sql`select o.id, o.code, o.title, coalesce(o.code, o.title) as name, o.kind, o.value, o.minimum,
    o.first_order_only as "firstOrderOnly", o.scope, o.scope_ids as "scopeIds", ${SCOPE_NAMES} as "scopeNames",
    o.reduces_prices as "reducesPrices", o.starts_at as "startsAt", o.ends_at as "endsAt",
    o.total_limit as "totalLimit", o.customer_limit as "customerLimit",
    case when not o.active then 'stopped' when o.ends_at <= now() then 'over'
      when o.starts_at > now() then 'scheduled' else 'running' end as state,
    case when o.code is null then tally('uses of ' || o.id) else tally('offer ' || o.code) end as uses,
    o.created_at as "createdAt"
  from offers o`
