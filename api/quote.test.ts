import { createOffer } from '#core/offers/manage-offers.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'

test('a quote is in minor units, and its parts add up to the total', async ({ ctx, connection }) => {
  const guest = createTestStore(connection).visitor()
  const serum = await buildProduct(ctx, { price: 1999 })
  const comb = await buildProduct(ctx, { price: 2800 })
  const items = [
    { product_id: serum.id, quantity: 1 },
    { product_id: comb.id, quantity: 1 },
    { product_id: serum.id, quantity: 1 },
  ]
  const response = await guest.post('/api/v1/quote', { items, region: 'CA' })
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      region: 'CA',
      currency: 'cad',
      rate: 1.35,
      lines: [
        { product_id: serum.id, quantity: 2, unit_amount: 2699, amount: 5398 },
        { product_id: comb.id, quantity: 1, unit_amount: 3780, amount: 3780 },
      ],
      subtotal: 9178,
      discount: 0,
      shipping: 1350,
      tax: 734,
      tax_percent: 8,
      tax_included: false,
      shipping_tax: 0,
      total: 11_262,
      offer: null,
    },
  ])
  expect(await (await guest.post('/api/v1/quote', { items: [] })).json()).toMatchObject({ total: 0 })
})

test('an unavailable product or quantity is refused with its field', async ({ ctx, connection }) => {
  const guest = createTestStore(connection).visitor()
  const few = await buildProduct(ctx, { stock: 2, name: 'Rare Oil' })
  const requestQuote = async (product_id: string, quantity: number) => {
    const response = await guest.post('/api/v1/quote', { items: [{ product_id, quantity }] })
    return [response.status, (await response.json()).error]
  }
  expect(await requestQuote(few.id, 3)).toEqual([
    409,
    {
      code: 'out_of_stock',
      message: 'Only 2 left of Rare Oil.',
      fields: { [few.id]: 'Only 2 left of Rare Oil.' },
    },
  ])
  expect(await requestQuote('prd_none', 1)).toMatchObject([404, { code: 'not_found' }])
  expect(await requestQuote(few.id, 21)).toMatchObject([
    400,
    { fields: { 'items.0.quantity': expect.any(String) } },
  ])
  const many = { items: Array.from({ length: 2 }, () => ({ product_id: few.id, quantity: 11 })) }
  expect((await guest.post('/api/v1/quote', many)).status).toBe(400)
})

test('the subtotal is without the discount of an offer code, which is deducted once', async ({
  ctx,
  connection,
}) => {
  const offer = { code: 'TENTH', title: 'A tenth', kind: 'percentage', value: 1000, minimum: 0 }
  await createOffer(await asAdmin(ctx), { ...offer, endsAt: null, totalLimit: null, customerLimit: null })
  const { id: product_id } = await buildProduct(ctx, { price: 10_000 })
  const body = { items: [{ product_id, quantity: 1 }], code: 'tenth' }
  const quote = await (await createTestStore(connection).visitor().post('/api/v1/quote', body)).json()
  expect(quote).toMatchObject({ subtotal: 10_000, discount: 1000, shipping: 0, tax: 720, total: 9720 })
  expect(quote.offer).toEqual({ code: 'TENTH', title: 'A tenth', reason: '10% off' })
})
