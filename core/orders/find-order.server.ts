import { z } from 'zod'
import { hasPermission, type Permission, requirePermission } from '#core/permissions/permissions.ts'
import { isAdmin, requireSignedIn } from '#core/permissions/policy.ts'
import { recordListRead, recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, type Sql, sql } from '#db/sql.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { selectFields } from '../fields/field-columns.server.ts'
import { storedSchemas } from '../fields/field-schemas.ts'
import { CURRENCIES } from '../money.ts'
import { listPage, type SortOrder } from '../pagination.ts'
import { REGION_CODES } from '../regions/regions.ts'
import { matchesOrderSearch, searchedOrders } from './admin/order-search.server.ts'
import { isPlacedIn, type PlacedFilter } from './admin/placed-orders.server.ts'
import { toVisibleOrder } from './admin/visible-order.ts'
import { ORDER_FIELDS } from './order-fields.ts'
import { orderTokenState } from './order-link.ts'
import { AUTHORIZATION_STATES, ORDER_STATUSES, PAYMENT_METHODS, PAYMENT_STATUSES } from './order-status.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }
type FullOrderPage = { orders: Order[]; nextCursor: string | null }

/** Customers find only their own orders; staff with the permission find any. */
export async function findOrder(ctx: Context, idOrNumber: string): Promise<Order> {
  const order = await lookUpOrder(ctx, idOrNumber)
  if (ctx.actor.kind !== 'user' || ctx.actor.id !== order.userId)
    await recordPersonalRead(ctx, { data: 'orders', way: 'record', records: 1 })
  return order
}

/** For what shows no personal data of the order. */
export async function lookUpOrder(
  ctx: Context,
  idOrNumber: string,
  permission: Permission = 'orders.view',
): Promise<Order> {
  const { id } =
    ctx.actor.kind === 'key' ? requirePermission(ctx.actor, permission) : requireSignedIn(ctx.actor)
  const isVisible = hasPermission(ctx.actor, permission) ? sql`true` : isOwnedBy(id)
  const [order] = await selectOrders(ctx.db, sql`where ${isNamed(idOrNumber)} and ${isVisible}`)
  if (!order) throw orderNotFound()
  return toVisibleOrder(ctx.actor, order)
}

/** Administrators list every order. */
export async function listOrdersWithItems(ctx: Context, page: PageRequest = {}): Promise<FullOrderPage> {
  const { id } = requireSignedIn(ctx.actor)
  if (!isAdmin(ctx.actor)) return fetchPage(ctx, page, isOwnedBy(id))
  return recordOrders(ctx, page, await fetchPage(ctx, page, sql`true`))
}

export async function listAllOrdersWithItems(
  ctx: Context,
  page: PageRequest & PlacedFilter & { search?: string } = {},
): Promise<FullOrderPage> {
  requirePermission(ctx.actor, 'orders.view')
  const condition = sql`${isPlacedIn(ctx, page)} and ${await matchesOrderSearch(ctx, page.search)}`
  const { orders, nextCursor } = await fetchPage(ctx, page, condition, searchedOrders(page.search))
  const visible = orders.map((order) => toVisibleOrder(ctx.actor, order))
  return recordOrders(ctx, page, { orders: visible, nextCursor })
}

async function recordOrders(ctx: Context, page: PageRequest, found: FullOrderPage): Promise<FullOrderPage> {
  await recordListRead(ctx, 'orders', page, { rows: found.orders, next: null, previous: null })
  return found
}

export const NEWEST_ORDERS: SortOrder<{ id: string; createdAt: Date }> = {
  column: sql`o.created_at`,
  id: sql`o.id`,
  type: 'timestamptz',
  descending: true,
  toCursor: ({ createdAt, id }) => ({ value: createdAt.toISOString(), id }),
}

async function fetchPage(
  { db }: Context,
  { cursor, limit = 24 }: PageRequest,
  isVisible: Sql,
  orders = ORDERS,
): Promise<FullOrderPage> {
  const { rows, next } = await listPage<Order>(NEWEST_ORDERS, { cursor, limit }, (range) =>
    selectOrders(
      db,
      sql`where ${isVisible} and ${range.cursorCondition} order by ${range.orderBy} limit ${range.limit}`,
      orders,
    ),
  )
  return { orders: rows, nextCursor: next }
}

export function listOrdersAfter(db: Db, id: string, limit: number): Promise<Order[]> {
  return selectOrders(db, sql`where o.id > ${id} order by o.id limit ${limit}`)
}

/** A link stops working when the order joins an account: then its owner signs in. */
export async function findOrderByLink(ctx: Context, number: string, token: string): Promise<Order> {
  const order = await readOrder(ctx.db, number)
  const state = order && orderTokenState(ctx.settings, { orderId: order.id, token, now: ctx.now })
  if (!order || state === 'forged') throw orderNotFound()
  if (order.userId) throw new Refusal('unauthenticated', 'Please sign in to see this order.')
  if (state === 'expired') throw new Refusal('expired', 'This link has expired. Please request a new one.')
  return order
}

/** Oldest first. */
export async function findOrders(ctx: Context, ids: readonly string[]): Promise<Order[]> {
  requirePermission(ctx.actor, 'orders.view')
  const orders = await selectOrders(ctx.db, sql`where o.id = any(${ids}) order by o.created_at, o.id`)
  return orders.map((order) => toVisibleOrder(ctx.actor, order))
}

/** Does not check permissions; the caller must. */
export function readOrdersById(db: Db, ids: readonly string[]): Promise<Order[]> {
  return selectOrders(db, sql`where o.id = any(${ids}::text[])`)
}

/** Does not check permissions; the caller must. */
export async function readOrder(db: Db, idOrNumber: string): Promise<Order | undefined> {
  const [order] = await selectOrders(db, sql`where ${isNamed(idOrNumber)}`)
  return order
}

export async function lockOrder(tx: Db, idOrNumber: string): Promise<Order> {
  await execute(tx)`select id from orders where id = ${idOrNumber} or number = ${idOrNumber} for update`
  const order = await readOrder(tx, idOrNumber)
  if (!order) throw orderNotFound()
  return order
}

/** In the order of their IDs. Missing ones are left out. */
export async function lockOrders(tx: Db, ids: readonly string[]): Promise<Order[]> {
  await execute(tx)`select id from orders where id = any(${ids}::text[]) order by id for update`
  return selectOrders(tx, sql`where o.id = any(${ids}::text[]) order by o.id`)
}

export function orderNotFound(): Refusal {
  return new Refusal('not_found', 'We couldn’t find this order.')
}

const isNamed = (idOrNumber: string) => sql`(o.id = ${idOrNumber} or o.number = ${idOrNumber})`

const isOwnedBy = (userId: string) => sql`o.user_id = ${userId}`

const OrderItemRow = z.strictObject({
  productId: z.string(),
  name: z.string(),
  quantity: z.int(),
  price: z.int(),
  amount: z.int(),
  /** Null in older orders: then the items share the order's discount by their price. */
  discount: z.int().nullable(),
  /** The day from which it ships, while its stock isn't in. Stored responses of an earlier version don't have it. */
  preorderDate: z.string().nullable().optional(),
  /** A free sample has no price. */
  sample: z.boolean(),
})
export const OrderRow = z.strictObject({
  id: z.string(),
  number: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  region: z.enum(REGION_CODES),
  currency: z.enum(CURRENCIES),
  rate: z.number(),
  items: z.array(OrderItemRow),
  subtotal: z.int(),
  discount: z.int(),
  shipping: z.int(),
  tax: z.int(),
  /** The tax rate when the order was placed. */
  taxPercent: z.number(),
  /** Whether prices included the tax: then the total is the same with and without it. */
  taxIncluded: z.boolean(),
  shippingTax: z.int(),
  total: z.int(),
  /** The part of the total that gift cards and store credit pay. */
  giftCardAmount: z.int(),
  giftCards: z.array(z.strictObject({ last4: z.string().nullable(), amount: z.int() })),
  /** An order of a gift card contains nothing else. */
  kind: z.enum(['products', 'gift_card']),
  offerCode: z.string().nullable(),
  offerId: z.string().nullable(),
  offerTitle: z.string().nullable(),
  shippingAddress: z.record(z.string(), z.string()),
  ...storedSchemas(ORDER_FIELDS),
  paymentMethod: z.enum(PAYMENT_METHODS),
  status: z.enum(ORDER_STATUSES),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  /** The shopper confirmed the payment; the provider still waits for an app or a bank. */
  paymentProcessing: z.boolean(),
  /** Of a payment that is taken when the order ships. */
  authorization: z.enum(AUTHORIZATION_STATES).nullable(),
  authorizedUntil: z.date().nullable(),
  /** Minor units refunded or being refunded. */
  refunded: z.int(),
  carrier: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  deliveredAt: z.date().nullable(),
  returnDays: z.int(),
  createdAt: z.date(),
})
type Order = z.infer<typeof OrderRow>

/** Of an order `o`. */
export const IS_PAYMENT_PROCESSING = sql`case when o.payment_status = 'pending' and o.payment_method = 'card'
  then exists (select from payments p where p.order_id = o.id and p.state = 'open' and p.processing_at is not null) else false end`

const ORDERS = sql`orders o`

function selectOrders(db: Db, clauses: Sql, orders = ORDERS): Promise<Order[]> {
  return query(db, OrderRow)`
    select o.id, o.number, o.user_id as "userId", o.email, o.region, o.currency, o.rate::float8 as rate, o.subtotal,
      o.discount, o.shipping, o.tax, o.tax_percent::float8 as "taxPercent",
      o.tax_included as "taxIncluded", o.shipping_tax as "shippingTax", o.total_amount as total,
      o.gift_card_amount as "giftCardAmount", o.kind,
      case when o.gift_card_amount = 0 then '[]' else (select json_agg(json_build_object('last4', c.last4, 'amount', p.amount)
        order by p.position) from order_gift_cards p join gift_cards c on c.id = p.gift_card_id
        where p.order_id = o.id) end as "giftCards",
      o.offer_code as "offerCode", o.offer_id as "offerId", o.offer_title as "offerTitle", o.shipping_address as "shippingAddress", ${selectFields(ORDER_FIELDS, 'o')},
      o.payment_method as "paymentMethod", o.status,
      o.payment_status as "paymentStatus", ${IS_PAYMENT_PROCESSING} as "paymentProcessing",
      o.authorization_state as "authorization", o.authorized_until as "authorizedUntil", o.carrier, o.tracking_number as "trackingNumber",
      o.delivered_at as "deliveredAt", o.return_days as "returnDays", o.created_at as "createdAt",
      (select coalesce(sum(r.amount), 0)::bigint from refunds r join payments p on p.id = r.payment_id
        where r.order_id = o.id and r.state <> 'failed' and not p.surplus) as refunded,
      coalesce((select json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'quantity', i.quantity,
        'price', i.price, 'amount', i.amount, 'discount', i.discount, 'sample', i.sample, 'preorderDate',
        case when i.preorder_date is not null then (select p.preorder_date from products p where p.id = i.product_id) end)
        order by i.sample, i.product_id = 'prd_gift_wrap', i.id) from order_items i where i.order_id = o.id), '[]') as items
    from ${orders} ${clauses}`
}
