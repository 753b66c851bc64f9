import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { isAdmin, requireRole, requireSignedIn } from '../accounts/policy.ts'
import type { Context } from '../context.ts'
import { decodeTimestampCursor, encodeCursor } from '../cursor.ts'
import { Refusal } from '../errors.ts'
import type { Order, OrderItem } from './order.ts'
import { isValidOrderToken } from './order-link.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }
type FullOrderPage = { orders: Order[]; nextCursor: string | null }

/** Customers find only their own orders; administrators find any. */
export async function findOrder(ctx: Context, idOrNumber: string): Promise<Order> {
  const { id } = requireSignedIn(ctx.actor)
  return requireFirst(await selectVisible(ctx.db, idOrNumber, id, isAdmin(ctx.actor)))
}

/** Administrators list every order. */
export async function listOrdersWithItems(ctx: Context, page: PageRequest = {}): Promise<FullOrderPage> {
  const { id } = requireSignedIn(ctx.actor)
  if (isAdmin(ctx.actor)) return listAllOrdersWithItems(ctx, page)
  return fetchPage(page, (...range) => selectOwn(ctx.db, ...range, id))
}

export async function listAllOrdersWithItems(ctx: Context, page: PageRequest = {}): Promise<FullOrderPage> {
  requireRole(isAdmin, ctx.actor)
  return fetchPage(page, (...range) => selectAll(ctx.db, ...range))
}

async function fetchPage(
  { cursor, limit = 24 }: PageRequest,
  select: (createdBefore: string | number | null, id: string | null, limit: number) => Promise<OrderRow[]>,
): Promise<FullOrderPage> {
  const { value, id } = cursor ? decodeTimestampCursor(cursor) : { value: null, id: null }
  const rows = await select(value, id, limit + 1)
  const orders = rows.slice(0, limit).map(toOrder)
  const last = rows.length > limit ? orders.at(-1) : undefined
  return {
    orders,
    nextCursor: last ? encodeCursor({ value: last.createdAt.toISOString(), id: last.id }) : null,
  }
}

export async function listOrdersAfter(db: Db, id: string, limit: number): Promise<Order[]> {
  return (await selectAfter(db, id, limit)).map(toOrder)
}

export async function findOrderByLink(ctx: Context, number: string, token: string): Promise<Order> {
  const order = await readOrder(ctx.db, number)
  if (!order || !isValidOrderToken(ctx.settings, order.id, token)) throw orderNotFound()
  return order
}

/** Does not check permissions; the caller must. */
export async function readOrder(db: Db, idOrNumber: string): Promise<Order | undefined> {
  const [row] = await selectVisible(db, idOrNumber, null, true)
  return row && toOrder(row)
}

export async function lockOrder(tx: Db, id: string): Promise<Order> {
  await lockOrderRow(tx, id)
  return requireFirst(await selectVisible(tx, id, null, true))
}

export function orderNotFound(): Refusal {
  return new Refusal('not_found', 'We couldn’t find this order.')
}

function requireFirst(rows: OrderRow[]): Order {
  if (!rows[0]) throw orderNotFound()
  return toOrder(rows[0])
}

type OrderRow = Omit<Order, 'createdAt' | 'deliveredAt'> & {
  createdAt: string
  deliveredAt: string | null
  items: OrderItem[] | null
}

const lockOrderRow = statement('order_lock', 'select id from orders where id = $1 for update')
const ORDER_COLUMNS = `o.id, o.number, o.user_id as "userId", o.email, o.region, o.currency, o.rate::float8 as rate, o.subtotal,
  o.discount, o.shipping, o.tax, o.tax_percent::float8 as "taxPercent", o.total_amount as total, o.offer_code as "offerCode",
  o.shipping_address as "shippingAddress", o.payment_method as "paymentMethod", o.status,
  o.payment_status as "paymentStatus", o.carrier, o.tracking_number as "trackingNumber", o.delivered_at as "deliveredAt",
  o.return_days as "returnDays",
  o.created_at as "createdAt",
  (select coalesce(sum(r.amount), 0)::bigint from refunds r join payments p on p.id = r.payment_id
    where r.order_id = o.id and r.state <> 'failed' and not p.surplus) as refunded,
  (select json_agg(json_build_object('productId', i.product_id, 'name', i.name, 'quantity', i.quantity,
    'price', i.price, 'amount', i.amount) order by i.id) from order_items i where i.order_id = o.id) as items`
const selectVisible = statement<OrderRow>(
  'order',
  `select ${ORDER_COLUMNS} from orders o where (o.id = $1 or o.number = $1) and ($3::boolean or o.user_id = $2)`,
)
const selectAfter = statement<OrderRow>(
  'orders_after',
  `select ${ORDER_COLUMNS} from orders o where o.id > $1 order by o.id limit $2`,
)
// Without `or`, so that every page is a range of the index.
const NEWEST_FIRST = `(o.created_at, o.id) < (coalesce($1::timestamptz, 'infinity'), coalesce($2, '')) order by o.created_at desc, o.id desc limit $3`
const selectOwn = statement<OrderRow>(
  'orders_own',
  `select ${ORDER_COLUMNS} from orders o where o.user_id = $4 and ${NEWEST_FIRST}`,
)
const selectAll = statement<OrderRow>(
  'orders_all',
  `select ${ORDER_COLUMNS} from orders o where ${NEWEST_FIRST}`,
)

function toOrder(row: OrderRow): Order {
  const deliveredAt = row.deliveredAt === null ? null : new Date(row.deliveredAt)
  return { ...row, items: row.items ?? [], deliveredAt, createdAt: new Date(row.createdAt) }
}
