import { z } from 'zod'
import { query, type Sql, sql } from '#db/sql.ts'
import { canAccessAdmin, requireRole } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { type ListPage, type ListQuery, likePattern, listPage, type SortOrder } from '../pagination.ts'

const AdminOffer = z.strictObject({
  id: z.string(),
  code: z.string(),
  title: z.string(),
  kind: z.enum(['percentage', 'amount']),
  value: z.int(),
  minimum: z.int(),
  endsAt: z.date().nullable(),
  totalLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  state: z.enum(['running', 'stopped', 'over']),
  /** Paid orders and test orders, without cancelled and refunded ones. */
  uses: z.int(),
  createdAt: z.date(),
})
export type AdminOffer = z.infer<typeof AdminOffer>

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
const FILTERS: Record<string, Sql> = {
  running: sql`o.active and (o.ends_at is null or o.ends_at > now())`,
  stopped: sql`not o.active`,
  over: sql`o.active and o.ends_at <= now()`,
}

export async function listOffers(ctx: Context, listQuery: ListQuery): Promise<ListPage<AdminOffer>> {
  requireRole(canAccessAdmin, ctx.actor)
  const filter = FILTERS[listQuery.filter ?? ''] ?? sql`true`
  const searchFilter = listQuery.search
    ? sql`lower(o.code || ' ' || o.title) like ${likePattern(listQuery.search)}`
    : sql`true`
  const sort = SORTS[listQuery.sort ?? ''] ?? NEWEST
  return listPage(sort, listQuery, ({ cursorCondition, orderBy, limit }) =>
    query(
      ctx.db,
      AdminOffer,
      sql`select o.id, o.code, o.title, o.kind, o.value, o.minimum, o.ends_at as "endsAt",
          o.total_limit as "totalLimit", o.customer_limit as "customerLimit",
          case when not o.active then 'stopped' when o.ends_at <= now() then 'over' else 'running' end as state,
          (select count(*) from orders u where u.offer_code = o.code and u.status not in ('cancelled', 'refunded')
            and (u.payment_status = 'paid' or u.payment_method = 'demo')) as uses,
          o.created_at as "createdAt"
        from offers o where ${cursorCondition} and ${filter} and ${searchFilter} order by ${orderBy} limit ${limit}`,
      { prepare: false },
    ),
  )
}
