import { type SQL, sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '#core/pagination.ts'
import type { Return } from './return.ts'

export type ReturnListItem = Pick<Return, 'id' | 'reference' | 'state' | 'reason'> & {
  orderNumber: string
  buyer: string
  email: string
  pieces: number
  requestedAt: Date
}

const FILTERS = {
  open: sql`r.state in ('asked', 'received', 'inspected')`,
  requested: sql`r.state = 'asked'`,
  received: sql`r.state in ('received', 'inspected')`,
  refunded: sql`r.state = 'closed'`,
  declined: sql`r.state = 'declined'`,
} satisfies Record<string, SQL>

const byRequest: SortOrder<ReturnListItem> = {
  column: sql`r.asked_at`,
  id: sql`r.id`,
  type: 'timestamptz',
  toCursor: ({ requestedAt, id }) => ({ value: requestedAt.toISOString(), id }),
}

/** Without a filter, returns in all states. */
export async function listReturnRequests(ctx: Context, query: ListQuery): Promise<ListPage<ReturnListItem>> {
  requireRole(canAccessAdmin, ctx.actor)
  const order = { ...byRequest, descending: query.sort !== 'oldest' }
  const filter = Object.entries(FILTERS).find(([name]) => name === query.filter)?.[1] ?? sql`true`
  const search = query.search
    ? textContains(sql`lower(r.reference || ' ' || o.email)`, query.search)
    : sql`true`
  return listPage(order, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<ReturnRow>(sql`
      select r.id, r.reference, r.state, r.reason, r.asked_at, o.number, o.email,
        concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
        (select coalesce(sum(i.quantity), 0)::int from return_items i where i.return_id = r.id) as pieces
      from returns r join orders o on o.id = r.order_id
      where ${cursorCondition} and ${filter} and ${search} order by ${orderBy} limit ${limit}`)
    return rows.map(({ asked_at, number, ...row }) => ({
      ...row,
      orderNumber: number,
      requestedAt: new Date(asked_at),
    }))
  })
}

type ReturnRow = Omit<ReturnListItem, 'requestedAt' | 'orderNumber'> & { asked_at: string; number: string }
