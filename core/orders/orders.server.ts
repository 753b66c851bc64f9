import { z } from 'zod'
import { wrapError } from '#core/errors.ts'
import { isAdmin, requireSignedIn } from '#core/permissions/policy.ts'
import { recordListRead } from '#core/personal-reads/record-read.server.ts'
import { query, type Sql, sql } from '#db/sql.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { CURRENCIES, toPrice } from '../money.ts'
import { listPage, type PageRange, pageRange } from '../pagination.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { IS_PAYMENT_PROCESSING, NEWEST_ORDERS } from './find-order.server.ts'
import type { OrderPage, OrderSummary } from './order.ts'
import { orderTokenState } from './order-link.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from './order-status.ts'
import { shownArrival } from './progress/order-arrival.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }

/** Administrators see every order, with its customer. */
export async function listOrders(ctx: Context, page: PageRequest = {}): Promise<OrderPage> {
  const { id } = requireSignedIn(ctx.actor)
  if (!isAdmin(ctx.actor)) return fetchPage(ctx, page, id)
  const orderPage = await fetchPage(ctx, page, null)
  await recordListRead(ctx, 'orders', page, { rows: orderPage.orders, next: null, previous: null })
  return orderPage
}

export async function listOwnOrders(ctx: Context, page: PageRequest = {}): Promise<OrderPage> {
  return fetchPage(ctx, page, requireSignedIn(ctx.actor).id)
}

async function fetchPage(
  ctx: Context,
  { cursor, limit = 24 }: PageRequest,
  userId: string | null,
): Promise<OrderPage> {
  const isVisible = userId === null ? sql`true` : sql`o.user_id = ${userId}`
  const { rows, next } = await listPage<OrderSummaryRow>(NEWEST_ORDERS, { cursor, limit }, (range) =>
    selectSummaries(ctx, isVisible, range),
  )
  return { orders: await toSummaries(ctx, rows, { showCustomer: userId === null }), nextCursor: next }
}

export type OrderLinkToken = { id: string; token: string }

/** The orders that these links open, newest first; none that joined an account. */
export async function listOrdersByLink(
  ctx: Context,
  links: readonly OrderLinkToken[],
): Promise<OrderSummary[]> {
  const { settings, now } = ctx
  const isValid = ({ id: orderId, token }: OrderLinkToken) =>
    orderTokenState(settings, { orderId, token, now }) === 'valid'
  const ids = links.filter(isValid).map(({ id }) => id)
  if (ids.length === 0) return []
  const range = pageRange(NEWEST_ORDERS, { limit: ids.length })
  const rows = await selectSummaries(ctx, sql`o.id = any(${ids}) and o.user_id is null`, range)
  return toSummaries(ctx, rows, { showCustomer: false })
}

const OrderSummaryRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  paymentProcessing: z.boolean(),
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  paymentMethod: z.enum(PAYMENT_METHODS),
  kind: z.enum(['products', 'gift_card']),
  region: z.enum(REGION_CODES),
  total: z.int(),
  currency: z.enum(CURRENCIES),
  itemCount: z.int(),
  productIds: z.array(z.string()),
  createdAt: z.date(),
  preorderDates: z.array(z.string()),
  customerName: z.string(),
  customerEmail: z.string(),
})
type OrderSummaryRow = z.infer<typeof OrderSummaryRow>

function selectSummaries(
  { db }: Context,
  filter: Sql,
  { cursorCondition, orderBy, limit }: PageRange,
): Promise<OrderSummaryRow[]> {
  return wrapError(
    'Failed to fetch orders',
    () =>
      query(db, OrderSummaryRow)`
      select o.id, o.number, o.status, o.payment_status as "paymentStatus", ${IS_PAYMENT_PROCESSING} as "paymentProcessing", o.authorization_state as "authorization",
        o.payment_method as "paymentMethod", o.kind, o.region, o.total_amount as total, o.currency,
        (select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = o.id and i.product_id <> 'prd_gift_wrap') as "itemCount",
        array(select i.product_id from order_items i where i.order_id = o.id order by i.id limit 4) as "productIds",
        array(select p.preorder_date::text from order_items i join products p on p.id = i.product_id
          where i.order_id = o.id and i.preorder_date is not null and p.preorder_date is not null) as "preorderDates",
        o.created_at as "createdAt",
        trim(concat_ws(' ', o.shipping_address ->> 'firstName', o.shipping_address ->> 'lastName')) as "customerName",
        o.email as "customerEmail"
      from orders o where ${filter} and ${cursorCondition} order by ${orderBy} limit ${limit}`,
  )
}

async function toSummaries(
  ctx: Context,
  rows: OrderSummaryRow[],
  { showCustomer }: { showCustomer: boolean },
): Promise<OrderSummary[]> {
  const [products, settings] = await Promise.all([
    findProducts(ctx, [...new Set(rows.flatMap(({ productIds }) => productIds))]),
    readStoreSettings(ctx.db, ctx.log),
  ])
  const pictures = new Map(products.map(({ id, image }) => [id, image]))
  return rows.map(
    ({ total, currency, productIds, preorderDates, customerName, customerEmail, region, ...order }) => ({
      ...order,
      arrival: shownArrival(
        { ...order, region, items: preorderDates.map((day) => ({ preorderDate: day })) },
        settings,
        ctx.now,
      ),
      customer: showCustomer ? { name: customerName, email: customerEmail } : null,
      total: toPrice({ amount: total, currency }),
      pictures: productIds.flatMap((id) => pictures.get(id) ?? []),
    }),
  )
}
