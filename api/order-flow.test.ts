import { z } from 'zod'
import { query } from '#db/sql.ts'
import { runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { addressFor, newIdempotencyKey, placeTestOrder } from '#test/checkout.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = base
  .extend('store', ({ connection }) => createTestStore(connection, { env: { RATE_LIMITS: 'off' } }))
  .extend('shopper', ({ store, ctx }) => signInVisitor(store, ctx.db))
  .extend('office', ({ store, ctx }) => signInVisitor(store, ctx.db, { role: 'admin' }))
  .extend('order', async ({ shopper, ctx }) => {
    const { id: product_id } = await buildProduct(ctx)
    const response = await placeTestOrder(shopper, [{ product_id, quantity: 1 }])
    return response.json()
  })

test('a guest’s cart is merged into the account’s cart once: quantities add up, capped by stock', async ({
  ctx,
  shopper,
}) => {
  const [plenty, scarce] = [await buildProduct(ctx, { stock: 50 }), await buildProduct(ctx, { stock: 4 })]
  await shopper.post('/api/v1/cart/items', { product_id: plenty.id, quantity: 1 })
  const items = [
    { productId: plenty.id, quantity: 2 },
    { productId: scarce.id, quantity: 15 },
  ]
  const headers = { 'idempotency-key': newIdempotencyKey() }
  for (const _tab of [1, 2]) await shopper.post('/api/v1/cart/merge', { items }, { headers })
  const { data } = await (await shopper.get('/api/v1/cart')).json()
  expect(
    data.map(({ product_id, quantity }: { product_id: string; quantity: number }) => [product_id, quantity]),
  ).toEqual([
    [plenty.id, 3],
    [scarce.id, 4],
  ])
})

test('a test order keeps its payment pending, and nothing is booked for it', async ({
  ctx,
  connection,
  order,
}) => {
  expect(order).toMatchObject({ payment_method: 'demo', payment_status: 'pending' })
  await runJobs(connection, ctx)
  const entries = await query(ctx.db, z.strictObject({ kind: z.string() }))`
    select kind from accounting where order_id = ${order.id}`
  expect(entries).toEqual([])
})

test('an order is processed, shipped, and delivered in this order only, and returned once it is delivered', async ({
  shopper,
  office,
  order,
}) => {
  const moveTo = async (to: string) => {
    const response = await office.post(`/api/v1/admin/orders/${order.id}/steps`, { to })
    return response.ok ? (await response.json()).status : response.status
  }
  const items = [{ product_id: order.items[0].product_id, quantity: 1 }]
  const requestReturn = async () =>
    (await shopper.post(`/api/v1/orders/${order.id}/returns`, { items, reason: 'Not my shade' })).status
  expect(await moveTo('delivered')).toBe(409)
  for (const to of ['processing', 'shipped']) expect(await moveTo(to)).toBe(to)
  expect((await shopper.post(`/api/v1/orders/${order.id}/cancellation`)).status).toBe(409)
  expect(await requestReturn()).toBe(409)
  expect(await moveTo('delivered')).toBe('delivered')
  expect(await requestReturn()).toBe(201)
  const { data } = await (await office.get('/api/v1/admin/returns')).json()
  expect(data).toContainEqual(expect.objectContaining({ order_id: order.id, reason: 'Not my shade' }))
})

test('a cancelled order returns its stock', async ({ ctx, shopper, order }) => {
  const cancelled = await shopper.post(`/api/v1/orders/${order.id}/cancellation`)
  expect((await cancelled.json()).status).toBe('cancelled')
  const movements = await query(ctx.db, z.strictObject({ change: z.int() }))`
    select change from stock_movements where order_id = ${order.id} order by id`
  expect(movements.map(({ change }) => change)).toEqual([-1, 1])
})

test.for([
  ['US', 'United States'],
  ['CA', 'Canada'],
  ['GB', 'United Kingdom'],
  ['IN', 'India'],
] as const)('an order from %s stores its country', async ([region, country], { ctx, shopper }) => {
  const { id: product_id } = await buildProduct(ctx)
  const order = await (await placeTestOrder(shopper, [{ product_id, quantity: 1 }], { region })).json()
  expect(order.shipping_address).toMatchObject({ zipCode: addressFor(region).zipCode, country })
})
