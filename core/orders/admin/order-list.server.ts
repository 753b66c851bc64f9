import { type SQL, sql } from 'drizzle-orm'
import { canAccessAdmin, requireRole } from '#core/accounts/policy.ts'
import type { Context } from '#core/context.ts'
import type { Currency, Money } from '#core/money.ts'
import { type ListPage, type ListQuery, listPage, type SortOrder, textContains } from '#core/pagination.ts'
import { UNRESOLVED_REFUND } from '#core/payments/refunds.server.ts'
import type { OrderStatus, PaymentMethod, PaymentStatus } from '../order-status.ts'

export type OrderListItem = {
  id: string
  number: string
  email: string
  buyer: string
  status: OrderStatus
  paymentStatus: PaymentStatus
  paymentMethod: PaymentMethod
  total: Money
  /** In US cents, at the order's own rate. */
  baseTotal: number
  isPartlyRefunded: boolean
  pieces: number
  createdAt: Date
}

export const ORDER_FILTERS = {
  'to-pack': sql`o.status = 'pending' and (o.payment_status = 'paid' or o.payment_method = 'demo')`,
  processing: sql`o.status = 'processing'`,
  shipped: sql`o.status = 'shipped'`,
  delivered: sql`o.status = 'delivered'`,
  cancelled: sql`o.status = 'cancelled'`,
  refunded: sql`(o.status = 'refunded' or o.base_refunded > 0)`,
  disputed: sql`o.id in (select d.order_id from disputes d where d.state = 'open')`,
  unpaid: sql`o.payment_status = 'failed'`,
  'refund-failed': sql`o.id in (select r.order_id from refunds r where ${sql.raw(UNRESOLVED_REFUND)})`,
} satisfies Record<string, SQL>

const byCreatedAt: SortOrder<OrderListItem> = {
  column: sql`o.created_at`,
  id: sql`o.id`,
  type: 'timestamptz',
  toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}
const SORTS: Record<string, SortOrder<OrderListItem>> = {
  oldest: byCreatedAt,
  newest: { ...byCreatedAt, descending: true },
}
const NEWEST: SortOrder<OrderListItem> = { ...byCreatedAt, descending: true }

/** Includes abandoned orders. */
export async function listAdminOrders(
  ctx: Context,
  query: ListQuery & { customerId?: string },
): Promise<ListPage<OrderListItem>> {
  requireRole(canAccessAdmin, ctx.actor)
  const sort = SORTS[query.sort ?? ''] ?? NEWEST
  const filter = Object.entries(ORDER_FILTERS).find(([name]) => name === query.filter)?.[1] ?? sql`true`
  const searchFilter = query.search ? textContains(SEARCH_TEXT, query.search) : sql`true`
  const customerFilter = query.customerId === undefined ? sql`true` : sql`o.user_id = ${query.customerId}`
  return listPage(sort, query, async ({ cursorCondition, orderBy, limit }) => {
    const { rows } = await ctx.db.execute<OrderRow>(sql`
      select o.id, o.number, o.email, o.status, o.payment_status, o.payment_method, o.currency, o.total_amount,
        o.base_total, o.base_refunded, o.created_at,
        concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
        (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id) as pieces
      from orders o where ${cursorCondition} and ${filter} and ${searchFilter} and ${customerFilter} order by ${orderBy} limit ${limit}`)
    return rows.map(toListItem)
  })
}

// Must match the expression of the search index.
const SEARCH_TEXT = sql`lower(o.number || ' ' || o.email || ' ' || coalesce(o.shipping_address ->> 'firstName', '') || ' '
  || coalesce(o.shipping_address ->> 'lastName', ''))`

type OrderRow = {
  id: string
  number: string
  email: string
  buyer: string
  status: OrderStatus
  payment_status: PaymentStatus
  payment_method: PaymentMethod
  currency: Currency
  total_amount: number
  base_total: number
  base_refunded: number
  pieces: number
  created_at: string
}

function toListItem(row: OrderRow): OrderListItem {
  const { id, number, email, buyer, status, pieces } = row
  return {
    ...{ id, number, email, buyer, status, pieces },
    paymentStatus: row.payment_status,
    paymentMethod: row.payment_method,
    total: { amount: row.total_amount, currency: row.currency },
    baseTotal: row.base_total,
    isPartlyRefunded: row.base_refunded > 0 && row.payment_status === 'paid',
    createdAt: new Date(row.created_at),
  }
}
