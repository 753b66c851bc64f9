import { type SQL, sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, likePattern, listPage, type SortOrder } from '../pagination.ts'

export type AdminOffer = {
  id: string
  code: string
  title: string
  kind: 'percentage' | 'amount'
  value: number
  minimum: number
  endsAt: Date | null
  totalLimit: number | null
  customerLimit: number | null
  state: 'running' | 'stopped' | 'over'
  /** Paid orders and test orders, without cancelled and refunded ones. */
  uses: number
  createdAt: Date
}

const byCreatedAt: SortOrder<AdminOffer> = {
  column: sql`o.created_at`,
  id: sql`o.id`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const byCode: SortOrder<AdminOffer> = {
  column: sql`o.code`,
  id: sql`o.id`,
  type: 'text',
  toCursor: ({ code, id }) => ({ value: code, id }),
}
const byMinimum: SortOrder<AdminOffer> = {
  column: sql`o.minimum`,
  id: sql`o.id`,
  type: 'bigint',
  toCursor: ({ minimum, id }) => ({ value: minimum, id }),
}
const NEWEST: SortOrder<AdminOffer> = { ...byCreatedAt, descending: true }
const SORTS: Record<string, SortOrder<AdminOffer>> = {
  newest: NEWEST,
  oldest: byCreatedAt,
  code: byCode,
  'code-down': { ...byCode, descending: true },
  minimum: byMinimum,
  'minimum-down': { ...byMinimum, descending: true },
}
const FILTERS: Record<string, SQL> = {
  running: sql`o.active and (o.ends_at is null or o.ends_at > now())`,
  stopped: sql`not o.active`,
  over: sql`o.active and o.ends_at <= now()`,
}

export async function listOffers(ctx: Context, query: ListQuery): Promise<ListPage<AdminOffer>> {
  requireRole(canAccessAdmin, ctx.actor)
  const filter = FILTERS[query.filter ?? ''] ?? sql`true`
  const searchFilter = query.search
    ? sql`lower(o.code || ' ' || o.title) like ${likePattern(query.search)}`
    : sql`true`
  return listPage(SORTS[query.sort ?? ''] ?? NEWEST, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<OfferRow>(sql`
      select o.id, o.code, o.title, o.kind, o.value, o.minimum, o.ends_at as "endsAt", o.total_limit as "totalLimit",
        o.customer_limit as "customerLimit", o.created_at as "createdAt",
        case when not o.active then 'stopped' when o.ends_at <= now() then 'over' else 'running' end as state,
        (select count(*) from orders u where u.offer_code = o.code and u.status not in ('cancelled', 'refunded')
          and (u.payment_status = 'paid' or u.payment_method = 'demo')) as uses
      from offers o where ${cursorCondition} and ${filter} and ${searchFilter} order by ${orderBy} limit ${limit}`)
    return rows.map(({ createdAt, endsAt, ...row }) => ({
      ...row,
      createdAt: new Date(createdAt),
      endsAt: endsAt === null ? null : new Date(endsAt),
    }))
  })
}

type OfferRow = Omit<AdminOffer, 'createdAt' | 'endsAt'> & { createdAt: string; endsAt: string | null }
