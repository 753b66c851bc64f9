import { z } from 'zod'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '#core/pagination.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { RETURN_STATES } from './return.ts'

const ReturnListItem = z.strictObject({
  id: z.string(),
  reference: z.string(),
  state: z.enum(RETURN_STATES),
  reason: z.string(),
  orderNumber: z.string(),
  buyer: z.string(),
  email: z.string(),
  pieces: z.int(),
  requestedAt: z.date(),
})
export type ReturnListItem = z.infer<typeof ReturnListItem>

const FILTERS = {
  open: sql`r.state in ('asked', 'received', 'inspected')`,
  requested: sql`r.state = 'asked'`,
  received: sql`r.state in ('received', 'inspected')`,
  refunded: sql`r.state = 'closed'`,
  declined: sql`r.state = 'declined'`,
} satisfies Record<string, Sql>

const byRequest: SortOrder<ReturnListItem> = {
  column: sql`r.asked_at`,
  id: sql`r.id`,
  type: 'timestamptz',
  toCursor: ({ requestedAt, id }) => ({ value: requestedAt.toISOString(), id }),
}

/** Without a filter, returns in all states. */
export async function listReturnRequests(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ReturnListItem>> {
  requireRole(canAccessAdmin, ctx.actor)
  const order = { ...byRequest, descending: listQuery.sort !== 'oldest' }
  const filter = Object.entries(FILTERS).find(([name]) => name === listQuery.filter)?.[1] ?? sql`true`
  const search = listQuery.search
    ? textContains(sql`lower(r.reference || ' ' || o.email)`, listQuery.search)
    : sql`true`
  return listPage(order, listQuery, ({ cursorCondition, orderBy, limit }) =>
    query(
      ctx.db,
      ReturnListItem,
      sql`select r.id, r.reference, r.state, r.reason, o.number as "orderNumber",
          concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer, o.email,
          (select coalesce(sum(i.quantity), 0)::int from return_items i where i.return_id = r.id) as pieces,
          r.asked_at as "requestedAt"
        from returns r join orders o on o.id = r.order_id
        where ${cursorCondition} and ${filter} and ${search} order by ${orderBy} limit ${limit}`,
      { prepare: false },
    ),
  )
}
