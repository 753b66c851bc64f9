import { offerSamples } from '#core/samples/samples.fixture.ts'
import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { placeTestOrder } from '#test/checkout.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('an API client sets up samples, and a shopper’s client orders one', async ({ ctx, connection }) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const grace = await signInVisitor(store, ctx.db)
  const serum = await buildProduct(ctx, { price: 8000, name: 'Rose Serum' })
  const path = '/api/v1/admin/samples'
  const created = await admin.post(path, { product: serum.id, stock: 3 })
  expect(created.status).toBe(201)
  const sample = await created.json()
  expect(sample).toMatchObject({
    name: 'Rose Serum – sample',
    active: true,
    stock: 3,
    full_size_id: serum.id,
  })
  const refused = await admin.post(path, { product: 'unknown' })
  expect([refused.status, Object.keys((await refused.json()).error.fields)]).toEqual([400, ['product']])

  expect(await (await grace.get('/api/v1/samples')).json()).toMatchObject({ enabled: false, data: [] })
  const { version } = await (await admin.get('/api/v1/admin/settings')).json()
  const change = { version, samples: { enabled: true, minimum: 50 } }
  const changed = await admin.patch('/api/v1/admin/settings', change)
  expect((await changed.json()).samples).toEqual({ enabled: true, minimum: 50, choose: 2 })
  expect(await (await grace.get('/api/v1/samples?region=GB')).json()).toMatchObject({
    ...{ enabled: true, choose: 2, minimum: { amount: 4000, currency: 'gbp' } },
    data: [{ id: sample.id, name: 'Rose Serum – sample', in_stock: true }],
  })

  const items = [{ product_id: serum.id, quantity: 1 }]
  const quoted = await grace.post('/api/v1/quote', { items, samples: [sample.id] })
  expect(await quoted.json()).toMatchObject({ subtotal: 8000, samples: [{ product_id: sample.id }] })
  const order = await (await placeTestOrder(grace, items, { samples: [sample.id] })).json()
  expect(order.items).toMatchObject([
    { product_id: serum.id, amount: 8000, sample: false },
    { product_id: sample.id, price: 0, amount: 0, sample: true },
  ])
  expect(await (await admin.get(`${path}/${sample.id}`)).json()).toMatchObject({
    stock: 2,
    given: 1,
    people: 1,
  })

  expect(await (await admin.patch(`${path}/${sample.id}`, { active: false })).json()).toMatchObject({
    active: false,
  })
  const late = await placeTestOrder(grace, items, { samples: [sample.id] })
  expect([late.status, Object.keys((await late.json()).error.fields)]).toEqual([404, ['samples']])
  expect((await admin.request('DELETE', `${path}/${sample.id}`)).status).toBe(204)
  expect((await (await admin.get(path)).json()).data).toEqual([])
})

test('a request names the samples that it can’t have, also for card payments and quotes', async ({
  ctx,
  connection,
}) => {
  await offerSamples(ctx)
  const guest = createTestStore(connection).visitor()
  const { id } = await buildProduct(ctx, { price: 1000 })
  const items = [{ product_id: id, quantity: 1 }]
  const quoted = await guest.post('/api/v1/quote', { items, samples: ['prd_x'] })
  expect([quoted.status, (await quoted.json()).error.fields]).toEqual([
    404,
    { samples: 'A sample is no longer available. Please choose another one.' },
  ])
  const many = await guest.post('/api/v1/quote', { items, samples: Array.from({ length: 11 }, () => 'x') })
  expect(many.status).toBe(400)
})
