import { signInVisitor } from '#test/accounts.ts'
import { buildImportedOrder } from '#test/imported-orders.ts'
import { insertScopedKey } from '#test/scoped-key.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('staff and keys list, search, and read imported orders', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const { id } = await buildImportedOrder(ctx, { number: '#1001', currency: 'jpy', total: 1200 })
  await buildImportedOrder(ctx, { number: '#2002', placedAt: new Date('2023-01-01') })
  const manager = await signInVisitor(store, ctx.db, { staffRole: 'manager' })
  const first = await (await manager.get('/api/v1/admin/imported-orders?limit=1')).json()
  expect(first.data.map(({ number }: { number: string }) => number)).toEqual(['#1001'])
  const next = await (
    await manager.get(`/api/v1/admin/imported-orders?limit=1&cursor=${first.next_cursor}`)
  ).json()
  expect([next.data[0].number, next.next_cursor]).toEqual(['#2002', null])
  const searched = await (await manager.get('/api/v1/admin/imported-orders?q=%231001')).json()
  expect(searched.data).toEqual(first.data)
  const order = await (await manager.get(`/api/v1/admin/imported-orders/${id}`)).json()
  expect(order).toEqual(first.data[0])
  expect(order).toMatchObject({
    id,
    email: 'grace@orchard.example',
    customer_name: 'Grace Hopper',
    placed_at: '2024-03-05T10:00:00.000Z',
    total: { amount: 1200, currency: 'jpy', display: '¥1,200' },
    payment_status: 'paid',
    fulfillment_status: 'fulfilled',
    shipping_address: { city: 'Lyon', postalCode: '69001' },
    note: 'Ring twice',
    items: [{ name: 'Rose balm', sku: 'RB-1', quantity: 2, price: { amount: 4800, currency: 'jpy' } }],
  })
  const missing = await manager.get('/api/v1/admin/imported-orders/none')
  expect(missing.status).toBe(404)
  const key = await insertScopedKey(ctx.db, manager.account.id, 'orders:read')
  const headers = { authorization: `Bearer ${key}` }
  const byKey = await (await store.visitor().get(`/api/v1/admin/imported-orders/${id}`, { headers })).json()
  expect(byKey).toMatchObject({ number: '#1001', email: null, total: { amount: 1200 } })
})

test('a customer lists their own imported orders, without the note', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const grace = await signInVisitor(store, ctx.db)
  const eve = await signInVisitor(store, ctx.db)
  await buildImportedOrder(ctx, { number: '#1001', email: grace.account.email })
  const { data } = await (await grace.get('/api/v1/imported-orders')).json()
  expect(data).toMatchObject([{ number: '#1001', total: { display: '$104.00' } }])
  expect(data[0]).not.toHaveProperty('note')
  expect(await (await eve.get('/api/v1/imported-orders')).json()).toEqual({ data: [], next_cursor: null })
  expect((await eve.get('/api/v1/admin/imported-orders')).status).toBe(403)
  expect((await store.visitor().get('/api/v1/imported-orders')).status).toBe(401)
})
