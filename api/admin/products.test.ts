import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client creates, updates, lists, and restocks products', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const input = { name: 'Fig Balm', price: 32.5, size: { quantity: 30, unit: 'ml' }, how_to_use: ['Dab.'] }
  const created = await (await admin.post('/api/v1/admin/products', input)).json()
  expect(created).toMatchObject({
    ...input,
    status: 'draft',
    original_price: null,
    stock: 0,
    in_stock: false,
    edition: 1,
  })
  const change = { price: '30', original_price: 32.5, status: 'published', edition: 1 }
  const changed = await (await admin.patch(`/api/v1/admin/products/${created.id}`, change)).json()
  expect(changed).toMatchObject({
    price: 30,
    original_price: 32.5,
    status: 'published',
    edition: 2,
    size: input.size,
  })
  expect((await admin.patch(`/api/v1/admin/products/${created.id}`, change)).status).toBe(409)
  const stock = (body: object) => admin.post(`/api/v1/admin/products/${created.id}/stock`, body)
  expect(await (await stock({ change: 4, reason: 'received' })).json()).toEqual({ stock: 4 })
  const overdrawn = await stock({ change: -5, reason: 'counted' })
  expect([overdrawn.status, (await overdrawn.json()).error.code]).toEqual([409, 'out_of_stock'])
  expect((await stock({ change: 1, reason: 'sold' })).status).toBe(400)
  const keyed = (change: number) =>
    admin.post(
      `/api/v1/admin/products/${created.id}/stock`,
      { change, reason: 'counted' },
      { headers: { 'idempotency-key': 'recount' } },
    )
  const repeated = await Promise.all([keyed(2), keyed(2), keyed(2)])
  expect(await Promise.all(repeated.map((response) => response.json()))).toEqual(Array(3).fill({ stock: 6 }))
  expect((await keyed(-3)).status).toBe(422)
  expect(await (await stock({ change: -2, reason: 'counted' })).json()).toEqual({ stock: 4 })
  const { data } = await (await admin.get('/api/v1/admin/products')).json()
  expect(data).toMatchObject([{ id: created.id, stock: 4, in_stock: true }])
})

test('an invalid product reports the field', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const submitInvalid = async (input: object) => {
    const response = await admin.post('/api/v1/admin/products', { name: 'Balm', price: 1, ...input })
    return [response.status, Object.keys((await response.json()).error.fields)]
  }
  expect(await submitInvalid({ price: 0.001 })).toEqual([400, ['price']])
  expect(await submitInvalid({ price: '1e3' })).toEqual([400, ['price']])
  expect(await submitInvalid({ price: 0 })).toEqual([400, ['price']])
  expect(await submitInvalid({ name: ' ' })).toEqual([400, ['name']])
  expect(await submitInvalid({ category: 'All' })).toEqual([400, ['category']])
  expect(await submitInvalid({ shade: { name: 'Fig', color: 'red' } })).toEqual([400, ['shade.color']])
  expect(await submitInvalid({ original_price: 0.5 })).toEqual([400, ['original_price']])
  expect((await admin.patch('/api/v1/admin/products/prd_none', { name: 'x' })).status).toBe(404)
})

test('an API client adds and lists accounting entries', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const add = (amount: unknown, description = 'Ribbon') =>
    admin.post('/api/v1/admin/accounting', { description, amount })
  const created = await add(-12.5)
  const entry = await created.json()
  expect([created.status, entry]).toMatchObject([
    201,
    { description: 'Ribbon', amount: -12.5, currency: 'usd', kind: 'manual' },
  ])
  expect(entry).toMatchObject({
    id: expect.stringMatching(/./),
    entry_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  for (const amount of [0, -0, 0.001, 1e12, '1e3', '٣', '']) {
    const response = await add(amount)
    expect([amount, response.status, (await response.json()).error.fields?.amount]).toEqual([
      amount,
      400,
      expect.any(String),
    ])
  }
  const { data, next_cursor } = await (await admin.get('/api/v1/admin/accounting?limit=1')).json()
  expect([data, next_cursor]).toEqual([[entry], null])
  expect((await add(12.5, 'Refund of ribbon')).status).toBe(201)
  expect((await add('3', 'Thread')).status).toBe(201)
  const entries = (await (await admin.get('/api/v1/admin/accounting?limit=100')).json()).data
  expect(entries).toMatchObject([
    { description: 'Thread', amount: 3 },
    { description: 'Refund of ribbon', amount: 12.5 },
    entry,
  ])
  const first = await (await admin.get('/api/v1/admin/accounting?limit=2')).json()
  const path = `/api/v1/admin/accounting?limit=2&cursor=${first.next_cursor}`
  const { data: rest } = await (await admin.get(path)).json()
  expect([...first.data, ...rest]).toEqual(entries)
  const dates = entries.map(({ entry_date }: { entry_date: string }) => entry_date)
  expect(dates).toEqual(dates.toSorted().toReversed())
})
