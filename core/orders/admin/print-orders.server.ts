import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { ListQuery } from '#core/pagination.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { recordPersonalRead } from '#core/personal-reads/record-read.server.ts'
import { query } from '#db/sql.ts'
import { findOrders } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { readOrderList } from './order-list.server.ts'
import { MAX_PRINTED_ORDERS } from './print-limit.ts'

export type PrintSelection = { ids: readonly string[] } | { matching: ListQuery }
export type OrdersToPrint = { orders: Order[]; hasMore: boolean }

/** The selected orders, or those that a list shows, oldest first. */
export async function findOrdersToPrint(ctx: Context, selection: PrintSelection): Promise<OrdersToPrint> {
  requirePermission(ctx.actor, 'orders.view')
  const { ids, hasMore } =
    'ids' in selection
      ? { ids: selection.ids, hasMore: selection.ids.length > MAX_PRINTED_ORDERS }
      : await findMatchingIds(ctx, selection.matching)
  const orders = await findOrders(ctx, ids.slice(0, MAX_PRINTED_ORDERS))
  const records = orders.length
  await recordPersonalRead(ctx, { data: 'orders', way: 'print', records, isBulk: records > 1 })
  return { orders, hasMore }
}

const SkuRow = z.strictObject({ id: z.string(), sku: z.string() })

/** By product, as of now. */
export async function findSkus(ctx: Context, orders: Order[]): Promise<Record<string, string>> {
  requirePermission(ctx.actor, 'orders.view')
  const ids = orders.flatMap(({ items }) => items.map(({ productId }) => productId))
  const rows = await query(ctx.db, SkuRow)`
    select id, sku from products where id = any(${[...new Set(ids)]}) and sku is not null`
  return Object.fromEntries(rows.map(({ id, sku }) => [id, sku]))
}

async function findMatchingIds(ctx: Context, listQuery: ListQuery) {
  const { rows, next } = await readOrderList(ctx, {
    ...listQuery,
    cursor: undefined,
    limit: MAX_PRINTED_ORDERS,
  })
  return { ids: rows.map(({ id }) => id), hasMore: next !== null }
}
