import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/shared-store.ts'
import type { Context } from '../context.ts'
import { findProduct } from './products.server.ts'
import { adjustStock, findStockLevel, listStockMovements, withCurrentStock } from './stock.server.ts'

const sell = ({ db }: Context, id: string, quantity: number, reason = 'sold') =>
  execute(db)`
    insert into stock_movements (product_id, change, reason) values (${id}, ${-quantity}, ${reason})`

const findChanges = async (admin: Context, id: string) =>
  (await listStockMovements(admin, id)).map(({ change }) => change)

test('the same stock change sent again with its key changes nothing, even concurrently', async ({
  ctx,
  admin,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const change = { change: 7, reason: 'received', key: 'form-1' } as const
  const levels = await Promise.all(Array.from({ length: 5 }, () => adjustStock(admin, id, change)))
  expect(levels).toEqual(Array(5).fill(12))
  expect(await adjustStock(admin, id, { ...change, key: 'form-2' })).toBe(19)
  expect(await findChanges(admin, id)).toEqual([7, 7, 5])
})

test('a key belongs to one administrator and one product', async ({ ctx, admin }) => {
  const [rose, moss] = [await buildProduct(ctx, { stock: 0 }), await buildProduct(ctx, { stock: 0 })]
  const other = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const change = { change: 2, reason: 'received', key: 'form-1' } as const
  expect(await adjustStock(admin, rose.id, change)).toBe(2)
  expect(await adjustStock(other, rose.id, change)).toBe(4)
  expect(await adjustStock(admin, moss.id, change)).toBe(2)
})

test.for([
  { change: -3, reason: 'counted' },
  { change: 7, reason: 'counted' },
] as const)(
  'a different change ($change, $reason) with a used key is refused',
  async (second, { ctx, admin }) => {
    const { id } = await buildProduct(ctx, { stock: 5 })
    await adjustStock(admin, id, { change: 7, reason: 'received', key: 'form-1' })
    const message =
      'A change of +7 was already saved with this key. Reload the page, then enter the next change.'
    await expect(adjustStock(admin, id, { ...second, key: 'form-1' })).rejects.toMatchObject({
      code: 'idempotency_mismatch',
      message,
      fields: { change: message },
    })
    expect(await findStockLevel(ctx, id)).toMatchObject({ available: 12 })
  },
)

test('a change that stock can’t cover is refused, and its key can be used again', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx, { stock: 2 })
  const key = 'form-1'
  await expect(adjustStock(admin, id, { change: -3, reason: 'counted', key })).rejects.toMatchObject({
    code: 'out_of_stock',
    message: 'Only 2 in stock. Stock can’t go below zero.',
    fields: { change: 'Only 2 in stock.' },
  })
  expect(await adjustStock(admin, id, { change: -2, reason: 'counted', key })).toBe(0)
})

test.for([
  [0, 'Enter a whole number other than zero, such as 12 or -3.'],
  [0.5, 'Enter a whole number other than zero, such as 12 or -3.'],
  [Number.POSITIVE_INFINITY, 'Enter a whole number other than zero, such as 12 or -3.'],
  [1_000_001, 'Change the stock by at most 1,000,000 units at a time.'],
  [-1_000_001, 'Change the stock by at most 1,000,000 units at a time.'],
] as const)('a change of %d is refused with its reason', async ([change, message], { ctx, admin }) => {
  const { id } = await buildProduct(ctx)
  await expect(adjustStock(admin, id, { change, reason: 'counted' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: { change: message },
  })
})

test('sales and corrections at the same time never sell more than there is', async ({ ctx, admin }) => {
  const { id } = await buildProduct(ctx, { stock: 10 })
  const results = await Promise.allSettled([
    ...Array.from({ length: 8 }, () => sell(ctx, id, 2)),
    ...Array.from({ length: 4 }, () => adjustStock(admin, id, { change: -3, reason: 'counted' })),
  ])
  const changes = await findChanges(admin, id)
  expect(changes).toHaveLength(1 + results.filter(({ status }) => status === 'fulfilled').length)
  const { available } = await findStockLevel(ctx, id)
  expect(available).toBe(changes.reduce((sum, change) => sum + change, 0))
  expect(available).toBeLessThan(2)
})

test('held units can’t be bought until they are released', async ({ ctx }) => {
  const { id } = await buildProduct(ctx, { stock: 10 })
  await sell(ctx, id, 3, 'held')
  await sell(ctx, id, 2, 'sold')
  expect(await findStockLevel(ctx, id)).toMatchObject({ available: 5 })
  await sell(ctx, id, -1, 'released')
  expect(await findStockLevel(ctx, id)).toMatchObject({ available: 6 })
  expect(await findStockLevel(ctx, 'prd_00000000000000000000')).toEqual({ available: 0, held: 0 })
})

test('the last 20 stock changes are listed with their order, administrator, and note, newest first', async ({
  ctx,
  admin,
}) => {
  const { id } = await buildProduct(ctx, { stock: 50 })
  const order = await buildOrder(ctx, { lines: [{ productId: id, quantity: 1 }] })
  for (let change = 1; change <= 20; change++)
    await adjustStock(admin, id, { change, reason: 'counted', note: `  ${'n'.repeat(600)}` })
  await execute(ctx.db)`
    insert into stock_movements (product_id, change, reason, order_id) values (${id}, -1, 'sold', ${order.id})`
  const movements = await listStockMovements(admin, id)
  expect(movements.map(({ change }) => change)).toEqual([-1, ...Array.from({ length: 19 }, (_, n) => 20 - n)])
  expect(movements[0]).toMatchObject({ reason: 'sold', orderNumber: order.number, by: null, note: null })
  const by = admin.actor.kind === 'user' && admin.actor.email
  expect(movements[1]).toMatchObject({ orderNumber: null, by, note: 'n'.repeat(500) })
})

test('only administrators change stock or see its history', async ({ ctx, admin, customer }) => {
  const { id } = await buildProduct(ctx)
  const change = { change: 1, reason: 'received' } as const
  await expect(adjustStock(ctx, id, change)).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(adjustStock(customer, id, change)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(listStockMovements(customer, id)).rejects.toMatchObject({ code: 'forbidden' })
  for (const unknown of ['nothing', 'prd_00000000000000000000'])
    await expect(adjustStock(admin, unknown, change)).rejects.toMatchObject({ code: 'not_found' })
  expect(await findChanges(admin, id)).toEqual([10])
})

test('a product read from a replica shows the stock of the primary', async ({ ctx }) => {
  const stale = await findProduct(ctx, (await buildProduct(ctx, { stock: 1 })).id)
  await sell(ctx, stale.id, 1)
  const replica = { ...ctx.db }
  expect(await withCurrentStock({ ...ctx, reads: replica }, [stale])).toMatchObject([
    { id: stale.id, stock: 0, inStock: false },
  ])
  const deleted = { ...stale, id: 'prd_00000000000000000000' }
  expect(await withCurrentStock({ ...ctx, reads: replica }, [deleted])).toEqual([deleted])
})
