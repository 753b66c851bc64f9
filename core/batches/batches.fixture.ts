import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { sellStock } from '#core/orders/order-stock.server.ts'
import type { Db } from '#db/connection.ts'
import { execute, query, queryColumn } from '#db/sql.ts'
import { buildOrder, buildProduct, type OrderDraft } from '#test/builders.ts'
import { receiveBatch } from './receive-batch.server.ts'

type BatchDraft = { number: string; quantity: number; expiresOn?: string | null; productId?: string }

/** A batch of a product that otherwise has no stock. */
export async function buildBatch(
  admin: Context,
  { number, quantity, expiresOn = null, productId }: BatchDraft,
) {
  const id = productId ?? (await buildProduct(admin, { stock: 0 })).id
  return receiveBatch(admin, { productId: id, number, expiresOn, quantity })
}

/** A paid order that took its units from stock. */
export async function buildSoldOrder(
  ctx: Context,
  productId: string,
  quantity: number,
  overrides: OrderDraft = {},
) {
  const order = await buildOrder(ctx, { lines: [{ productId, quantity }], ...overrides })
  await sellStock(ctx.db, order.id, ctx.now)
  return order
}

const Units = z.strictObject({ number: z.string().nullable(), remaining: z.int() })

/** What is left of each batch, by its number. Units without one are at ''. */
export async function findRemaining(db: Db, productId: string): Promise<Record<string, number>> {
  const rows = await query(db, Units)`
    select number, remaining from batches where product_id = ${productId} order by number nulls first`
  return Object.fromEntries(rows.map(({ number, remaining }) => [number ?? '', remaining]))
}

const Assigned = z.strictObject({ number: z.string().nullable(), quantity: z.int() })

export async function findAssigned(db: Db, orderId: string): Promise<Record<string, number>> {
  const rows = await query(db, Assigned)`
    select b.number, a.quantity from order_item_batches a join order_items i on i.id = a.order_item_id
    join batches b on b.id = a.batch_id where i.order_id = ${orderId} order by b.number nulls first`
  return Object.fromEntries(rows.map(({ number, quantity }) => [number ?? '', quantity]))
}

const Balance = z.strictObject({
  available: z.int(),
  open: z.int(),
  remaining: z.int(),
  toWithdraw: z.int(),
})

/** Stock and batches count the same units: those on hand that no order has been assigned. */
export async function findBalance(db: Db, productId: string): Promise<z.infer<typeof Balance>> {
  const [balance] = await query(db, Balance)`
    select s.available, (select coalesce(sum(unassigned_units(i)), 0)::int from order_items i join orders o on o.id = i.order_id
        where i.product_id = s.product_id and o.status in ('pending', 'processing')) as open,
      (select coalesce(sum(remaining), 0)::int from batches b where b.product_id = s.product_id) as remaining,
      (select coalesce(sum(to_withdraw), 0)::int from batches b where b.product_id = s.product_id) as "toWithdraw"
    from stock_levels s where s.product_id = ${productId}`
  if (!balance) throw new Error('The product has no stock level')
  return balance
}

export function setStatus(db: Db, orderId: string, status: string): Promise<number> {
  return execute(db)`update orders set status = ${status} where id = ${orderId}`
}

export async function findStatus(db: Db, orderId: string): Promise<string> {
  const [status = ''] = await queryColumn(db, z.string())`select status from orders where id = ${orderId}`
  return status
}
