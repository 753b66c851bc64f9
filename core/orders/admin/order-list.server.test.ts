import type { Context } from '#core/context.ts'
import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { listAllOrdersWithItems } from '../find-order.server.ts'
import { getCustomerOrderTotals } from './customer-order-totals.server.ts'
import { listAdminOrders } from './order-list.server.ts'

type TestStore = { ctx: Context; connection: Connection }
let lastNumber = 200_000

async function placeOrder(
  { ctx, connection: { pool } }: TestStore,
  {
    status = 'pending',
    payment = 'paid',
    method = 'card',
    firstName = 'Grace',
    userId = null as string | null,
  },
): Promise<string> {
  const number = `EB${++lastNumber}`
  await pool.query(
    `insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
        shipping_address, payment_method, status, payment_status, user_id)
      values ($1, $1, $2, 'GB', 'gbp', 0.8, 4000, 0, 320, 4320, 5400, $3, $4, $5, $6, $7)`,
    [
      number,
      `${firstName.toLowerCase()}@example.com`,
      { firstName, lastName: 'O’Neil' },
      method,
      status,
      payment,
      userId,
    ],
  )
  const product = await buildProduct(ctx)
  await pool.query(
    `insert into order_items (id, order_id, product_id, name, quantity, price, amount) values ($1, $1, $2, 'Balm', 2, 2000, 4000)`,
    [number, product.id],
  )
  return number
}

test('the order list can be filtered, sorted, and searched, and shows customer, units, and total', async ({
  ctx,
  connection,
}) => {
  const store = { ctx, connection }
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const asAdmin = { ...ctx, actor }
  const paid = await placeOrder(store, {})
  const abandoned = await placeOrder(store, { payment: 'pending', firstName: 'Ada' })
  const failed = await placeOrder(store, { payment: 'failed', status: 'cancelled' })
  const testOrder = await placeOrder(store, { payment: 'pending', method: 'demo' })
  const numbers = async (query: Parameters<typeof listAdminOrders>[1]) =>
    (await listAdminOrders(asAdmin, query)).rows.map(({ number }) => number)
  expect(await numbers({})).toEqual([testOrder, failed, abandoned, paid])
  expect(await numbers({ filter: 'to-pack', sort: 'oldest' })).toEqual([paid, testOrder])
  expect(await numbers({ filter: 'unpaid' })).toEqual([failed])
  expect(await numbers({ search: 'ada o’n' })).toEqual([abandoned])
  expect(await numbers({ search: abandoned.slice(2) })).toEqual([abandoned])
  expect(await numbers({ search: ` ${abandoned.slice(0, -1).toLowerCase()} ` })).toContain(abandoned)
  expect(await numbers({ search: 'eb9999999999' })).toEqual([])
  const { email = '' } = (await listAdminOrders(asAdmin, { search: paid })).rows[0] ?? {}
  expect(await numbers({ search: ` ${email.slice(0, email.indexOf('@') + 2).toUpperCase()}` })).toContain(
    paid,
  )
  expect(await numbers({ search: email.slice(email.indexOf('@')) })).toContain(paid)
  expect(await numbers({ search: 'nobody@' })).toEqual([])
  expect((await listAdminOrders(asAdmin, { search: paid })).rows[0]).toMatchObject({
    buyer: 'Grace O’Neil',
    pieces: 2,
    total: { amount: 4320, currency: 'gbp' },
    createdAt: expect.any(Date),
  })
  await expect(listAdminOrders(ctx, {})).rejects.toThrow('sign in')
})

test('orders are found by product name, SKU, and words that match different things', async ({
  ctx,
  connection,
}) => {
  const store = { ctx, connection }
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const packer = { ...ctx, actor: await buildActor(ctx.db, { staffRole: 'packer' }) }
  const [jane, ada] = [
    await placeOrder(store, { firstName: 'Jane' }),
    await placeOrder(store, { firstName: 'Ada' }),
  ]
  await execute(ctx.db)`update order_items set name = 'Satin Lipstick, Brick' where order_id = ${jane}`
  await execute(ctx.db)`
    update products set sku = 'LIP-04', name = 'Velvet Lipstick'
    where id in (select product_id from order_items where order_id = ${jane})`
  const find = async (search: string, who: Context = admin) =>
    (await listAdminOrders(who, { search })).rows.map(({ number }) => number)
  for (const search of [
    'lipstick',
    'jane lipstick',
    'LIPSTICK  jane',
    'lip-04',
    'velvet',
    'brick jane@',
    'ja lipstick',
  ])
    expect([search, await find(search)]).toEqual([search, [jane]])
  expect(await find('balm')).toEqual([ada])
  expect(await find('ada lipstick')).toEqual([])
  expect(await find('100%')).toEqual([])
  expect(await find('jane lipstick', packer)).toEqual([jane])
  expect(await find('jane@ex', packer)).toEqual([])
  expect(await find('example lipstick', packer)).toEqual([])
  const { orders } = await listAllOrdersWithItems(admin, { search: 'jane lipstick' })
  expect(orders.map(({ number }) => number)).toEqual([jane])
})

test('a customer’s total is in US dollars and excludes unpaid orders', async ({ ctx, connection }) => {
  const store = { ctx, connection }
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const asAdmin = { ...ctx, actor }
  await placeOrder(store, { userId: actor.id })
  await placeOrder(store, { userId: actor.id, payment: 'pending' })
  await placeOrder(store, { userId: actor.id, payment: 'pending', method: 'demo' })
  await placeOrder(store, {})
  expect(await getCustomerOrderTotals(asAdmin, actor.id)).toEqual({
    orders: 2,
    paid: { amount: 5400, currency: 'usd' },
  })
  expect((await listAdminOrders(asAdmin, { customerId: actor.id })).rows).toHaveLength(3)
})
