import { and, desc, eq, sql } from 'drizzle-orm'
import { requireSignedIn } from '../accounts/policy.ts'
import { findProducts } from '../catalog/products.server.ts'
import type { Context } from '../context.ts'
import { decodeTimestampCursor, encodeCursor } from '../cursor.ts'
import { toPrice } from '../money.ts'
import { wrapError } from '../wrap-error.ts'
import type { OrderPage } from './order.ts'
import { orders } from './orders.table.ts'

type PageRequest = { cursor?: string | undefined; limit?: number }

export async function listOrders(ctx: Context, { cursor, limit = 24 }: PageRequest = {}): Promise<OrderPage> {
  const filter = and(
    eq(orders.userId, requireSignedIn(ctx.actor).id),
    cursor ? afterCursor(cursor) : undefined,
  )
  const rows = await wrapError('Failed to fetch orders', () =>
    ctx.db
      .select(SUMMARY_COLUMNS)
      .from(orders)
      .where(filter)
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(limit + 1),
  )
  const pageRows = rows.slice(0, limit)
  const last = rows.length > limit ? pageRows.at(-1) : undefined
  const products = await findProducts(ctx, [...new Set(pageRows.flatMap(({ productIds }) => productIds))])
  const pictures = new Map(products.map(({ id, image }) => [id, image]))
  return {
    orders: pageRows.map(({ total, currency, productIds, ...order }) => ({
      ...order,
      total: toPrice({ amount: total, currency }),
      pictures: productIds.flatMap((id) => pictures.get(id) ?? []),
    })),
    nextCursor: last ? encodeCursor({ value: last.createdAt.toISOString(), id: last.id }) : null,
  }
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
