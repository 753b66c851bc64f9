import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isAdmin, requireSignedIn } from '../accounts/policy.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { decodeTimestampCursor, encodeCursor } from '../cursor.ts'
import { toPrice } from '../money.ts'
import { wrapError } from '../wrap-error.ts'
import type { OrderPage, OrderSummary } from './order.ts'
import { isValidOrderToken } from './order-link.ts'
import { orders } from './orders.table.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }

/** Administrators see every order, with its customer. */
export async function listOrders(ctx: Context, page: PageRequest = {}): Promise<OrderPage> {
  const { id } = requireSignedIn(ctx.actor)
  return isAdmin(ctx.actor) ? fetchPage(ctx, page, null) : fetchPage(ctx, page, id)
}

export async function listOwnOrders(ctx: Context, page: PageRequest = {}): Promise<OrderPage> {
  return fetchPage(ctx, page, requireSignedIn(ctx.actor).id)
}

async function fetchPage(
  ctx: Context,
  { cursor, limit = 24 }: PageRequest,
  userId: string | null,
): Promise<OrderPage> {
  const filter = and(
    userId === null ? undefined : eq(orders.userId, userId),
    cursor ? afterCursor(cursor) : undefined,
  )
  const rows = await selectSummaries(ctx, filter, limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  return {
    orders: await toSummaries(ctx, pageRows, { showCustomer: userId === null }),
    nextCursor: last ? encodeCursor({ value: last.createdAt.toISOString(), id: last.id }) : null,
  }
}

export type OrderLinkToken = { id: string; token: string }

/** The orders that these links open, newest first. */
export async function listOrdersByLink(
  ctx: Context,
  links: readonly OrderLinkToken[],
): Promise<OrderSummary[]> {
  const ids = links.filter(({ id, token }) => isValidOrderToken(ctx.settings, id, token)).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await selectSummaries(ctx, inArray(orders.id, ids), ids.length)
  return toSummaries(ctx, rows, { showCustomer: false })
}

function selectSummaries({ db }: Context, filter: SQL | undefined, limit: number) {
  return wrapError('Failed to fetch orders', () =>
    db
      .select(SUMMARY_COLUMNS)
      .from(orders)
      .where(filter)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit),
  )
}

async function toSummaries(
  ctx: Context,
  rows: Awaited<ReturnType<typeof selectSummaries>>,
  { showCustomer }: { showCustomer: boolean },
): Promise<OrderSummary[]> {
  const products = await findProducts(ctx, [...new Set(rows.flatMap(({ productIds }) => productIds))])
  const pictures = new Map(products.map(({ id, image }) => [id, image]))
  return rows.map(({ total, currency, productIds, customerName, customerEmail, ...order }) => ({
    ...order,
    customer: showCustomer ? { name: customerName, email: customerEmail } : null,
    total: toPrice({ amount: total, currency }),
    pictures: productIds.flatMap((id) => pictures.get(id) ?? []),
  }))
}

const SUMMARY_COLUMNS = {
  id: orders.id,
  number: orders.number,
  status: orders.status,
  paymentStatus: orders.paymentStatus,
  total: orders.totalAmount,
  currency: orders.currency,
  // Written out because Drizzle omits table names when a query selects from one table.
  itemCount: sql<number>`(select coalesce(sum(i.quantity), 0)::int from order_items i where i.order_id = orders.id)`,
  productIds: sql<
    string[]
  >`array(select i.product_id from order_items i where i.order_id = orders.id order by i.id limit 4)`,
  createdAt: orders.createdAt,
  customerName: sql<string>`trim(concat_ws(' ', ${orders.shippingAddress} ->> 'firstName', ${orders.shippingAddress} ->> 'lastName'))`,
  customerEmail: orders.email,
}

function afterCursor(cursor: string) {
  const { value, id } = decodeTimestampCursor(cursor)
  return sql`(${orders.createdAt}, ${orders.id}) < (${value}::timestamptz, ${id})`
}
