import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { requireSignedIn } from '../accounts/policy.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { decodeTimestampCursor, encodeCursor } from '../cursor.ts'
import { toPrice } from '../money.ts'
import { wrapError } from '../wrap-error.ts'
import type { OrderPage, OrderSummary } from './order.ts'
import { isValidOrderToken } from './order-link.ts'
import { orders } from './orders.table.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }

export async function listOrders(ctx: Context, { cursor, limit = 24 }: PageRequest = {}): Promise<OrderPage> {
  const filter = and(
    eq(orders.userId, requireSignedIn(ctx.actor).id),
    cursor ? afterCursor(cursor) : undefined,
  )
  const rows = await selectSummaries(ctx, filter, limit + 1)
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  return {
    orders: await withPictures(ctx, pageRows),
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
  return withPictures(ctx, await selectSummaries(ctx, inArray(orders.id, ids), ids.length))
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

async function withPictures(
  ctx: Context,
  rows: Awaited<ReturnType<typeof selectSummaries>>,
): Promise<OrderSummary[]> {
  const products = await findProducts(ctx, [...new Set(rows.flatMap(({ productIds }) => productIds))])
  const pictures = new Map(products.map(({ id, image }) => [id, image]))
  return rows.map(({ total, currency, productIds, ...order }) => ({
    ...order,
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
}

function afterCursor(cursor: string) {
  const { value, id } = decodeTimestampCursor(cursor)
  return sql`(${orders.createdAt}, ${orders.id}) < (${value}::timestamptz, ${id})`
}
