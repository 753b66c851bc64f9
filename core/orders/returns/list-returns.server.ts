import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { type Sql, sql } from '#db/sql.ts'
import { ORDER_SEARCH_TEXT, orderSearchStart } from '../admin/order-search.server.ts'
import { RESOLUTIONS, RETURN_STATES } from './return.ts'

const ReturnListItem = z.strictObject({
  id: z.string(),
  reference: z.string(),
  state: z.enum(RETURN_STATES),
  resolution: z.enum(RESOLUTIONS),
  reason: z.string(),
  orderNumber: z.string(),
  buyer: z.string(),
  email: z.string(),
  pieces: z.int(),
  requestedAt: z.date(),
})
export type ReturnListItem = z.infer<typeof ReturnListItem>

export const RETURN_FILTERS = {
  open: sql`r.state in ('requested', 'received', 'inspected')`,
  requested: sql`r.state = 'requested'`,
  received: sql`r.state in ('received', 'inspected')`,
  refunded: sql`r.state = 'closed'`,
  declined: sql`r.state = 'declined'`,
  exchange: sql`r.resolution = 'exchange'`,
  store_credit: sql`r.resolution = 'store_credit'`,
}

const byRequest = sortBy('requestedAt', sql`r.requested_at`, 'timestamptz', sql`r.id`)
export const RETURN_SORTS = { newest: { ...byRequest, descending: true }, oldest: byRequest }

/** Without a filter, returns in all states. */
export async function listReturnRequests(
  ctx: Context,
  listQuery: ListQuery,
): Promise<ListPage<ReturnListItem>> {
  requirePermission(ctx.actor, 'returns.process')
  const page = await listRows(ctx.db, ReturnListItem, listQuery, {
    select: SELECT_RETURN,
    sorts: RETURN_SORTS,
    filters: RETURN_FILTERS,
    ...RETURN_SEARCH,
  })
  return recordListRead(ctx, 'returns', listQuery, page)
}

/** Indexes find references and emails by their start, and any other text in orders. */
function searchStart(search: string, pattern: string): Sql | undefined {
  // A reference has the number of its order.
  const [, number] = /^(?:r|eb)(\d+(?:-\d*)?)$/i.exec(search) ?? []
  return number === undefined ? orderSearchStart(search, pattern) : sql`r.reference like ${`R${number}%`}`
}

export const RETURN_SEARCH = { searchText: ORDER_SEARCH_TEXT, searchStart }

const SELECT_RETURN = sql`select r.id, r.reference, r.state, r.resolution, r.reason, o.number as "orderNumber",
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer, o.email,
    (select coalesce(sum(i.quantity), 0)::int from return_items i where i.return_id = r.id) as pieces,
    r.requested_at as "requestedAt"
  from returns r join orders o on o.id = r.order_id`
