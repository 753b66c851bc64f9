import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { ADDRESS, findStock, newIdempotencyKey } from '#test/checkout.ts'
import type { TestVisitor } from '#test/test-store.ts'

const { email: _, ...address } = ADDRESS
const DRAFTS = '/api/v1/admin/draft-orders'

const create = (visitor: TestVisitor, body: object, key: string | undefined = newIdempotencyKey()) =>
  visitor.post('/api/v1/admin/orders', body, { headers: { 'idempotency-key': key } })

test('support orders for a customer with a key, once, and the link is paid', async ({ ctx, shop }) => {
  const support = await signInVisitor(shop.testStore, ctx.db, { staffRole: 'support' })
  const { id } = await buildProduct(ctx, { stock: 5 })
  const customer = { email: 'caller@orchard.example' }
  const items = [{ product_id: id, quantity: 2 }]
  const body = { customer, items, shipping_address: address, region: 'US' }
  const key = newIdempotencyKey()
  const [first, second] = await Promise.all([create(support, body, key), create(support, body, key)])
  expect([first.status, second.status]).toEqual([201, 201])
  const draft = await first.json()
  expect(draft).toMatchObject({
    ...{ status: 'sent', total: { amount: 10_368 }, order_number: expect.stringMatching(/^EB/) },
    payment_link: expect.stringContaining(`/pay/${draft.id}?key=`),
  })
  expect((await second.json()).order_id).toBe(draft.order_id)
  expect(await findStock(ctx.db, id)).toBe(3)
  expect((await create(support, { ...body, message: 'Other' }, key)).status).toBe(422)
  expect((await support.post('/api/v1/admin/orders', body)).status).toBe(400)
  const { pathname, search } = new URL(draft.payment_link)
  const guest = shop.testStore.visitor()
  const page = await guest.get(pathname + search)
  expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
  expect((await support.post(`${DRAFTS}/${draft.id}/cancel`)).status).toBe(200)
  expect(await findStock(ctx.db, id)).toBe(5)
})

test('an order that can’t be placed leaves no draft, and its key can be used again', async ({
  ctx,
  shop,
}) => {
  const support = await signInVisitor(shop.testStore, ctx.db, { staffRole: 'support' })
  const { id, name } = await buildProduct(ctx, { stock: 1 })
  const body = (quantity: number) => ({
    ...{ customer: { email: 'short@orchard.example' }, region: 'US', shipping_address: address },
    items: [{ product_id: id, quantity }],
  })
  const key = newIdempotencyKey()
  const refused = await create(support, body(2), key)
  expect([refused.status, (await refused.json()).error.message]).toEqual([409, expect.stringContaining(name)])
  const changed = await create(support, { ...body(1), expected_total: 1 }, key)
  expect([changed.status, (await changed.json()).quote.total]).toEqual([409, 6184])
  expect(await (await support.get(DRAFTS)).json()).toMatchObject({ data: [] })
  expect((await create(support, body(1), key)).status).toBe(201)
})

test('a draft is changed, priced, sent, and deleted', async ({ ctx, shop }) => {
  const support = await signInVisitor(shop.testStore, ctx.db, { staffRole: 'support' })
  const { id } = await buildProduct(ctx, { stock: 5 })
  const items = [{ product_id: id, quantity: 1 }]
  const body = { customer: { email: 'later@orchard.example' }, items, region: 'US', send: false }
  const draft = await (await create(support, body)).json()
  expect(draft).toMatchObject({ status: 'draft', payment_link: null, total: null })
  const path = `${DRAFTS}/${draft.id}`
  expect(await (await support.get(path)).json()).toMatchObject({ quote: { total: 6184 }, problem: null })
  expect((await support.post(`${path}/send`)).status).toBe(400)
  const change = (json: object) => support.patch(path, json)
  expect((await change({ version: draft.version, shipping_address: address })).status).toBe(200)
  expect((await change({ version: draft.version, region: 'CA' })).status).toBe(409)
  expect((await support.delete(path)).status).toBe(204)
  expect((await support.get(path)).status).toBe(404)
})

test('a packer and a customer are refused', async ({ ctx, shop }) => {
  for (const staffRole of ['packer', null] as const) {
    const visitor = await signInVisitor(shop.testStore, ctx.db, { staffRole })
    expect((await create(visitor, {})).status).toBe(403)
    expect((await visitor.get(DRAFTS)).status).toBe(403)
  }
})
