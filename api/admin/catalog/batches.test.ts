import { buildSoldOrder } from '#core/batches/batches.fixture.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client receives a batch, packs an order from it, and recalls it', async ({
  ctx,
  connection,
}) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const path = '/api/v1/admin/batches'
  const { id: product_id } = await buildProduct(ctx, { stock: 0 })
  const body = { product_id, number: 'A1', expires_on: '2099-06-30', quantity: 6 }
  const key = { headers: { 'idempotency-key': 'delivery-1' } }
  const created = await admin.post(path, body, key)
  expect(created.status).toBe(201)
  const batch = await created.json()
  expect(batch).toMatchObject({
    ...{ product_id, number: 'A1', expires_on: '2099-06-30' },
    received: 6,
    remaining: 6,
  })
  expect(await (await admin.post(path, body, key)).json()).toEqual(batch)
  expect((await admin.post(path, body)).status).toBe(409)
  expect((await admin.post(path, { ...body, quantity: 7 }, key)).status).toBe(422)
  for (const [change, field] of [
    [{ number: '' }, 'number'],
    [{ expires_on: 'soon' }, 'expires_on'],
    [{ quantity: 0 }, 'quantity'],
  ] as const) {
    const refused = await admin.post(path, { ...body, ...change })
    expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, [field]])
  }
  const more = { change: 4, reason: 'received', batch: 'A1' }
  expect(await (await admin.post(`/api/v1/admin/products/${product_id}/stock`, more)).json()).toEqual({
    stock: 10,
  })
  const patched = await admin.patch(`${path}/${batch.id}`, { number: 'A2' })
  expect(await patched.json()).toMatchObject({ number: 'A2', expires_on: '2099-06-30', received: 10 })
  const other = await (await admin.post(path, { ...body, number: 'B1', quantity: 2 })).json()

  const order = await buildSoldOrder(ctx, product_id, 2)
  const orderPath = `/api/v1/admin/orders/${order.number}`
  await admin.post(`${orderPath}/steps`, { to: 'processing' })
  const [item] = (await (await admin.get(`${orderPath}/batches`)).json()).data
  expect(item).toMatchObject({ product_id, lacking: 0, assigned: [{ batch_id: batch.id, quantity: 2 }] })
  const choice = { product_id, from: batch.id, to: other.id, quantity: 1 }
  const chosen = await (await admin.post(`${orderPath}/batches`, choice)).json()
  expect(chosen.data[0].assigned.map(({ number }: { number: string }) => number)).toEqual(['A2', 'B1'])
  await admin.post(`${orderPath}/steps`, { to: 'shipped' })

  expect((await admin.post(`${path}/${batch.id}/recall`, { reason: ' ' })).status).toBe(400)
  const recalled = await (await admin.post(`${path}/${batch.id}/recall`, { reason: 'Mold' })).json()
  expect(recalled).toMatchObject({ remaining: 0, withdrawn: 9, lacking: 0, recall_reason: 'Mold' })
  expect((await admin.post(`${path}/${batch.id}/recall`, { reason: 'Mold' })).status).toBe(409)
  const { data } = await (await admin.get(`${path}/${batch.id}/recipients`)).json()
  expect(data).toMatchObject([{ order_number: order.number, quantity: 1, email: 'grace@orchard.example' }])
  const show = async (query: string) =>
    (await (await admin.get(`${path}?product_id=${product_id}&${query}`)).json()).data.map(
      ({ number }: { number: string }) => number,
    )
  expect([await show('show=recalled'), await show('show=in-stock'), await show('q=b')]).toEqual([
    ['A2'],
    ['B1'],
    ['B1'],
  ])
})

test('an API client records adverse events and lists what is to be reported', async ({ ctx, connection }) => {
  const admin = await signInVisitor(createTestStore(connection), ctx.db, { role: 'admin' })
  const path = '/api/v1/admin/adverse-events'
  const { id: product_id } = await buildProduct(ctx)
  const body = { product_id, received_on: '2026-01-10', severity: 'serious', description: 'Swollen eyelids' }
  const created = await admin.post(path, body)
  expect(created.status).toBe(201)
  const event = await created.json()
  expect(event).toMatchObject({ ...body, email: null, batch_id: null, order_number: null, reported_on: null })
  expect(await (await admin.get(`${path}/${event.id}`)).json()).toEqual(event)
  const { data } = await (await admin.get(`${path}?show=to-report&of=${product_id}`)).json()
  expect(data).toEqual([event])
  const refused = await admin.post(path, { ...body, received_on: '2999-01-01' })
  expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, ['received_on']])
})
