import { createFamily } from '#core/catalog/families/save-family.server.ts'
import { EMPTY_DRAFT } from '#core/catalog/product-fields.ts'
import { asAdmin, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'

test('a customer requests an exchange and staff complete it; staff also exchange without a request, once per key', async ({
  paymentContext,
  shop,
}) => {
  const owner = await asAdmin(paymentContext)
  const plum = await buildProduct(owner, { stock: 9 })
  const fig = await buildProduct(owner, { stock: 2 })
  await createFamily(owner, {
    draft: { ...EMPTY_DRAFT, name: 'Velvet', category: 'Makeup', options: ['shade'] },
    products: [
      { productId: plum.id, shadeName: 'Plum' },
      { productId: fig.id, shadeName: 'Fig' },
    ],
  })
  const grace = await signInVisitor(shop.testStore, owner.db)
  const eve = await signInVisitor(shop.testStore, owner.db)
  const admin = await signInVisitor(shop.testStore, owner.db, { role: 'admin' })
  const checkout = await shop.startCheckout([{ product_id: plum.id, quantity: 3 }], {}, undefined, grace)
  await shop.pay(checkout)
  await shop.settlePayments()
  const { order_id: id } = checkout
  const exchanges = `/api/v1/admin/orders/${id}/exchanges`
  const key = (name: string) => ({ headers: { 'idempotency-key': name } })
  const input = { lines: [{ product_id: plum.id, quantity: 1 }], replacement: fig.id }
  expect((await admin.post(exchanges, input, key('early'))).status).toBe(409)
  for (const step of ['processing', 'shipped', 'delivered'])
    await admin.post(`/api/v1/admin/orders/${id}/steps`, { to: step, carrier: 'UPS', tracking_number: '1Z' })

  const request = {
    items: [{ product_id: plum.id, quantity: 1, replacement_id: fig.id }],
    resolution: 'exchange',
    reason: 'Too dark',
  }
  const returns = `/api/v1/orders/${id}/returns`
  expect((await eve.post(returns, request)).status).toBe(404)
  const requested = await (await grace.post(returns, request)).json()
  expect(requested).toMatchObject({
    resolution: 'exchange',
    items: [{ replacement_id: fig.id, replacement_name: 'Velvet, Fig', replacement_price: 4800 }],
  })
  const completion = `/api/v1/admin/returns/${requested.id}/exchange`
  expect((await grace.post(completion, {})).status).toBe(403)
  const completed = await (await admin.post(completion, { restock: true })).json()
  expect(completed).toMatchObject({ state: 'closed', replacement_order: expect.stringMatching(/^EB/) })
  const replacement = await (await grace.get(`/api/v1/orders/${completed.replacement_order}`)).json()
  expect(replacement).toMatchObject({ payment_status: 'paid', items: [{ product_id: fig.id, quantity: 1 }] })

  expect((await grace.post(exchanges, input, key('one'))).status).toBe(403)
  expect((await admin.post(exchanges, input)).status).toBe(400)
  const first = await admin.post(exchanges, input, key('one'))
  expect(first.status).toBe(201)
  const created = await first.json()
  expect(await (await admin.post(exchanges, input, key('one'))).json()).toEqual(created)
  const changed = { ...input, lines: [{ product_id: plum.id, quantity: 2 }] }
  expect((await admin.post(exchanges, changed, key('one'))).status).toBe(422)
  const soldOut = await admin.post(exchanges, input, key('two'))
  expect([soldOut.status, JSON.stringify(await soldOut.json())]).toEqual([
    409,
    expect.stringContaining('Velvet, Fig is sold out.'),
  ])
  expect(await shop.findStock(fig.id)).toBe(0)
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})
