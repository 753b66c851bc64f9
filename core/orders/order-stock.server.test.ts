import fc from 'fast-check'
import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import {
  insertHeldSale,
  releaseHolds,
  restockItems,
  restockRemaining,
  sellStock,
} from './order-stock.server.ts'

const listMovements = async ({ db }: Context, orderId: string) => {
  const movements = await query(db, z.strictObject({ movement: z.string() }))`
    select trim(concat_ws(' ', change, reason, cause)) as movement from stock_movements
    where order_id = ${orderId} order by id`
  return movements.map(({ movement }) => movement)
}

/** An order of this quantity out of ten that took its stock. */
async function buildSale(ctx: Context, quantity: number, takeStock = sellStock) {
  const { id: productId } = await buildProduct(ctx, { stock: 10 })
  const { id: orderId } = await buildOrder(ctx, { lines: [{ productId, quantity }] })
  await takeStock(ctx.db, orderId, ctx.now)
  return { productId, orderId, items: [{ productId, quantity: 1 }] }
}

/** As placing a card order does. */
const holdStock = (db: Context['db'], orderId: string) =>
  execute(db)`
    insert into stock_movements (product_id, change, reason, order_id)
    select product_id, -quantity, 'held', order_id from order_items where order_id = ${orderId}`.then(
    () => {},
  )

test('a sale takes its units, and never more than there are, however many orders come at once', async ({
  ctx,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 5 })
  const orders = await Promise.all(
    Array.from({ length: 8 }, () => buildOrder(ctx, { lines: [{ productId, quantity: 2 }] })),
  )
  const sales = await Promise.allSettled(orders.map(({ id }) => sellStock(ctx.db, id, ctx.now)))
  expect(sales.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await findStock(ctx.db, productId)).toBe(1)
})

test('selling held stock records the sale without making the units available in between', async ({ ctx }) => {
  const { productId, orderId } = await buildSale(ctx, 10, holdStock)
  await execute(ctx.db)`${insertHeldSale(orderId, ctx.now)}`
  expect(await findStock(ctx.db, productId)).toBe(0)
  expect(await listMovements(ctx, orderId)).toEqual(['-10 held', '10 released', '-10 sold'])
})

test('a released hold makes the units available again', async ({ ctx }) => {
  const { productId, orderId } = await buildSale(ctx, 4, holdStock)
  await releaseHolds(ctx.db, [orderId], ctx.now)
  expect(await findStock(ctx.db, productId)).toBe(10)
})

test('a return restocks once per cause, however often its job runs', async ({ ctx }) => {
  const { productId, orderId, items } = await buildSale(ctx, 3)
  const restock = (cause: string) => restockItems(ctx.db, { orderId, items, cause, at: ctx.now })
  await Promise.all(['return:1', 'return:1', 'return:1'].map(restock))
  expect(await findStock(ctx.db, productId)).toBe(8)
  await restock('return:2')
  expect(await listMovements(ctx, orderId)).toEqual(['-3 sold', '1 returned return:1', '1 returned return:2'])
})

test('restocking the rest leaves out what was restocked before, and nothing is left the second time', async ({
  ctx,
}) => {
  const { productId, orderId, items } = await buildSale(ctx, 3)
  await restockItems(ctx.db, { orderId, items, cause: 'return:1', at: ctx.now })
  await restockRemaining(ctx.db, orderId, { cause: 'cancelled', at: ctx.now })
  await restockRemaining(ctx.db, orderId, { cause: 'again', at: ctx.now })
  expect(await findStock(ctx.db, productId)).toBe(10)
  expect(await listMovements(ctx, orderId)).toEqual([
    '-3 sold',
    '1 returned return:1',
    '2 returned cancelled',
  ])
})

test('after any restocks, at once or not, an order gave back at most what it took', async ({ ctx }) => {
  const restocks = fc.array(fc.oneof(fc.integer({ min: 1, max: 4 }), fc.constant('rest' as const)), {
    maxLength: 6,
  })
  const property = fc.asyncProperty(fc.integer({ min: 1, max: 6 }), restocks, async (quantity, requested) => {
    const { productId, orderId } = await buildSale(ctx, quantity)
    const results = await Promise.allSettled(
      requested.map((units, nth) =>
        units === 'rest'
          ? restockRemaining(ctx.db, orderId, { cause: `rest:${nth}`, at: ctx.now })
          : restockItems(ctx.db, {
              ...{ orderId, cause: `return:${nth}`, at: ctx.now },
              items: [{ productId, quantity: units }],
            }),
      ),
    )
    const stock = await findStock(ctx.db, productId)
    expect(stock).toBeGreaterThanOrEqual(10 - quantity)
    expect(stock).toBeLessThanOrEqual(10)
    if (requested.includes('rest') && results.every(({ status }) => status === 'fulfilled'))
      expect(stock).toBe(10)
  })
  await fc.assert(property, { numRuns: 25 })
})
