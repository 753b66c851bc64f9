import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { loadPages } from '#test/pages.tsx'
import { changePaymentSettings } from '#test/payments/payment-settings.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const test = base.extend<{ visitor: TestVisitor }>({
  visitor: async ({ ctx, connection, paymentContext: { payments } }, use) => {
    await changePaymentSettings(ctx, { express: 'cart' })
    await use(createTestStore(connection, { pages: await loadPages(), payments }).visitor())
  },
})

const wallet = {
  ...{ name: 'Rosa Quill', email: 'rosa@orchard.example', phone: '+1 518 555 0142' },
  address: { line1: '12 Pear Lane', line2: '', city: 'Albany', state: 'NY', postalCode: '12207' },
}

function orderBody(productId: string, total: number, changes: object = {}) {
  return {
    ...{ lines: [{ productId, quantity: 1 }], code: '', samples: [], country: 'US' },
    ...{ expected: { total, currency: 'usd' }, key: newIdempotencyKey(), wallet },
    reported: { landing: '', referrer: '' },
    ...changes,
  }
}

test('the frame alone allows the provider’s library, and pages may show it', async ({ visitor }) => {
  const frame = await visitor.get('/checkout/express')
  expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(frame.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(frame.headers.get('permissions-policy')).toContain('payment=(self)')
  const page = await visitor.get('/cart')
  expect(page.headers.get('x-frame-options')).not.toBe('SAMEORIGIN')
  expect(page.headers.get('permissions-policy')).toContain('payment=(self)')
  expect(page.headers.get('content-security-policy')).not.toContain('stripe')
})

test('while express buttons are off, pages and headers are as without them, and the frame is empty', async ({
  ctx,
  visitor,
}) => {
  await changePaymentSettings(ctx, { express: 'nowhere' })
  const page = await visitor.get('/cart')
  // The listener adds the store’s own, which allow neither payments nor windows that know the page.
  expect(page.headers.get('permissions-policy')).toBeNull()
  expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  expect(await page.text()).not.toContain('express')
  expect((await visitor.get('/checkout/express')).status).toBe(200)
  const { id: productId } = await buildProduct(ctx)
  const quote = await visitor.post('/checkout/express/quote', {
    lines: [{ productId, quantity: 1 }],
    code: '',
  })
  expect([quote.status, await quote.json()]).toEqual([
    404,
    { problem: 'Express checkout is not available.', reason: 'fail' },
  ])
})

test('a guest’s wallet is quoted, refused for another country, and gets an order that the browser may open', async ({
  ctx,
  visitor,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 3 })
  const lines = [{ productId, quantity: 1 }]
  const quote = await (await visitor.post('/checkout/express/quote', { lines, code: '' })).json()
  expect(quote).toMatchObject({ currency: 'usd', lines: [{ name: 'Items' }, { name: 'Tax' }] })
  const elsewhere = await visitor.post('/checkout/express/quote', { lines, code: '', country: 'FR' })
  expect(await elsewhere.json()).toMatchObject({ reason: 'address_unserviceable' })
  const order = await visitor.post('/checkout/express/order', orderBody(productId, quote.total))
  expect(await order.json()).toEqual({
    sessionId: expect.stringMatching(/^pi_test_/),
    clientSecret: expect.stringMatching(/^pi_test_\w+_secret_/),
  })
  expect((await visitor.get('/orders')).status).toBe(200)
  expect(await (await visitor.get('/orders')).text()).toMatch(/EB\d{6}/)
})

test('an account’s order is the account’s', async ({ ctx, connection, paymentContext: { payments } }) => {
  await changePaymentSettings(ctx, { express: 'cart' })
  const store = createTestStore(connection, { pages: await loadPages(), payments })
  const customer = await signInVisitor(store, ctx.db)
  const { id: productId } = await buildProduct(ctx, { stock: 3 })
  const lines = [{ productId, quantity: 1 }]
  const { total } = await (await customer.post('/checkout/express/quote', { lines, code: '' })).json()
  await customer.post('/checkout/express/order', orderBody(productId, total))
  const { data } = await (await customer.get('/api/v1/orders')).json()
  expect(data).toMatchObject([{ total: { amount: total }, payment_status: 'pending' }])
})

test.for([
  ['a price of the page’s own', (id: string) => orderBody(id, 1), 'price_changed', /^Your total is now \$/],
  [
    'a foreign address',
    (id: string) => orderBody(id, 1, { country: 'FR' }),
    'address',
    /^These prices are for/,
  ],
  [
    'an address that is none',
    (id: string) => orderBody(id, 1, { wallet: { ...wallet, address: { ...wallet.address, line1: ' ' } } }),
    'address',
    'Address is required',
  ],
] as const)(
  'an order with %s is refused in words for the sheet',
  async ([, build, , message], { ctx, visitor }) => {
    const { id } = await buildProduct(ctx, { stock: 3 })
    const response = await visitor.post('/checkout/express/order', build(id))
    expect(response.status).toBe(200)
    expect((await response.json()).problem).toMatch(message)
  },
)

test.for([
  ['no JSON', '{'],
  ['a huge quantity', { lines: [{ productId: 'prd_1', quantity: 1e9 }] }],
  [
    'a price list',
    { lines: [{ productId: 'prd_1', quantity: 1, price: 1 }], expected: { total: -5, currency: 'usd' } },
  ],
  ['a key that is none', { key: '' }],
] as const)('a request with %s is refused as out of date', async ([, body], { visitor }) => {
  const response =
    typeof body === 'string'
      ? await visitor.request('POST', '/checkout/express/order', { text: body })
      : await visitor.post('/checkout/express/order', orderBody('prd_1', 1, body))
  expect([response.status, await response.json()]).toEqual([
    400,
    { problem: 'This page is out of date. Please reload it and try again.', reason: 'fail' },
  ])
})
