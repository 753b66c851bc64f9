import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { hasTag, ORDER_TAGS, tagsOf } from '#core/customers/tags/write-tags.server.ts'
import { CURRENCIES, type Money } from '#core/money.ts'
import { type ListPage, type ListQuery, listRows, sortBy } from '#core/pagination.ts'
import { UNRESOLVED_REFUND } from '#core/payments/refunds.server.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import { type Sql, sql } from '#db/sql.ts'
import { IS_CHARGE_AT_RISK, IS_CONFIRMED } from '../authorizations/confirmed-orders.ts'
import { IS_PAYMENT_PROCESSING } from '../find-order.server.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from '../order-status.ts'
import { matchesOrderSearch, searchedOrders } from './order-search.server.ts'
import { isPlacedIn } from './placed-orders.server.ts'
import { visibleParts } from './visible-order.ts'

const OrderRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  email: z.string(),
  buyer: z.string(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentProcessing: z.boolean(),
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  authorizedUntil: z.date().nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  currency: z.enum(CURRENCIES),
  totalAmount: z.int(),
  /** In US cents, at the order's own rate. */
  baseTotal: z.int(),
  isPartlyRefunded: z.boolean(),
  pieces: z.int(),
  tags: z.array(z.string()),
  createdAt: z.date(),
})
export type OrderListItem = Omit<z.infer<typeof OrderRow>, 'currency' | 'totalAmount'> & { total: Money }

/** Whether an order of the alias `o` waits for a pre-order. */
export const IS_WAITING = sql`exists (select from order_items i join products p on p.id = i.product_id
  where i.order_id = o.id and i.preorder_date is not null and p.preorder_date is not null)`

export const ORDER_FILTERS = {
  'to-pack': sql`o.status = 'pending' and ${IS_CONFIRMED} and not ${IS_WAITING}`,
  'pre-order': sql`o.status in ('pending', 'processing') and ${IS_CONFIRMED} and ${IS_WAITING}`,
  processing: sql`o.status = 'processing'`,
  shipped: sql`o.status = 'shipped'`,
  delivered: sql`o.status = 'delivered'`,
  cancelled: sql`o.status = 'cancelled'`,
  refunded: sql`(o.status = 'refunded' or o.base_refunded > 0)`,
  disputed: sql`o.id in (select d.order_id from disputes d where d.state = 'open')`,
  unpaid: sql`o.payment_status = 'failed'`,
  'charge-at-risk': IS_CHARGE_AT_RISK,
  'refund-failed': sql`o.id in (select r.order_id from refunds r where ${sql.raw(UNRESOLVED_REFUND)})`,
} satisfies Record<string, Sql>

const byCreatedAt = sortBy('createdAt', sql`o.created_at`, 'timestamptz', sql`o.id`)

type OrderListQuery = ListQuery & { customerId?: string }

/** Includes abandoned orders. What a role doesn't include is empty or 0. */
export async function listAdminOrders(
  ctx: Context,
  listQuery: OrderListQuery,
): Promise<ListPage<OrderListItem>> {
  const page = await readOrderList(ctx, listQuery)
  // A customer's page stays readable with all of its orders.
  if (listQuery.customerId === undefined) return recordListRead(ctx, 'orders', listQuery, page)
  await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: page.rows.length })
  return page
}

/** For what counts its orders itself, such as a print. */
export async function readOrderList(
  ctx: Context,
  listQuery: OrderListQuery,
): Promise<ListPage<OrderListItem>> {
  requirePermission(ctx.actor, 'orders.view')
  const { orders, ...definition } = await defineOrderList(ctx, listQuery)
  const page = await listRows(ctx.db, OrderRow, listQuery, {
    ...definition,
    select: sql`${SELECT_ORDER} from ${orders}`,
  })
  const visible = visibleParts(ctx.actor)
  const rows = page.rows.map(({ currency, totalAmount, baseTotal, email, ...order }) => ({
    ...order,
    email: visible.email ? email : '',
    baseTotal: visible.amounts ? baseTotal : 0,
    total: { amount: visible.amounts ? totalAmount : 0, currency },
  }))
  return { ...page, rows }
}

/** The orders that the list shows, as `o`. Exports hold the same. */
export async function defineOrderList(ctx: Context, { customerId, ...listQuery }: OrderListQuery) {
  const isCustomers = customerId === undefined ? sql`true` : sql`o.user_id = ${customerId}`
  return {
    orders: searchedOrders(listQuery.search),
    sorts: { newest: { ...byCreatedAt, descending: true }, oldest: byCreatedAt },
    filters: ORDER_FILTERS,
    condition: sql`${isCustomers} and ${hasTag(ORDER_TAGS, sql`o.id`, listQuery.tag)} and ${isPlacedIn(ctx, listQuery)}
      and ${await matchesOrderSearch(ctx, listQuery.search)}`,
  }
}

const SELECT_ORDER = sql`select o.id, o.number, o.email,
    concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName') as buyer,
    o.status, o.payment_status as "paymentStatus", ${IS_PAYMENT_PROCESSING} as "paymentProcessing", o.authorization_state as "authorization",
    o.authorized_until as "authorizedUntil", o.payment_method as "paymentMethod", o.currency,
    o.total_amount as "totalAmount", o.base_total as "baseTotal",
    o.base_refunded > 0 and o.payment_status = 'paid' as "isPartlyRefunded",
    (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id and i.product_id <> 'prd_gift_wrap') as pieces,
    ${tagsOf(ORDER_TAGS, sql`o.id`)} as tags, o.created_at as "createdAt"`
