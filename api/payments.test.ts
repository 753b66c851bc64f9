import { buildProduct } from '#test/builders.ts'
import { expect, GOOD_CARD, test } from '#test/card-store.ts'

test('create-stripe-checkout ignores the amounts and URLs of the client', async ({ ctx, shop }) => {
  const { id } = await buildProduct(ctx, { stock: 9, price: 4800 })
  const response = await shop.requestCheckout([], {
    amount: 1,
    currency: 'usd',
    items: [{ product_id: id, name: 'Anything', quantity: 1, price: 0.01 }],
    customer_email: 'rosa@orchard.example',
    success_url: 'https://evil.example/paid',
    cancel_url: 'https://evil.example/cancel',
  })
  expect(response.status).toBe(200)
  const { url, session_id } = await response.json()
  const guest = shop.testStore.visitor()
  const paymentPage = await guest.get(new URL(url).pathname)
  const html = await paymentPage.text()
  expect([paymentPage.status, html]).toEqual([200, expect.stringContaining('Return to the store')])
  expect(html).not.toContain('evil.example')
  expect((await shop.verify(session_id)).amount_total).toBeGreaterThanOrEqual(4800)
  const paid = await guest.request('POST', new URL(url).pathname, { form: { number: GOOD_CARD } })
  expect(paid.headers.get('location')).not.toContain('evil.example')
})

test('verify-stripe-payment returns success, the order, and its total in minor units', async ({
  ctx,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { stock: 9 })
  const { url, session_id, order_id } = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  const open = await shop.verify(session_id)
  expect(open).toMatchObject({ success: false, order_id, amount_total: expect.any(Number) })
  expect(Number.isInteger(open.amount_total)).toBe(true)
  const { pathname } = new URL(url)
  const paid = await shop.testStore.visitor().request('POST', pathname, { form: { number: GOOD_CARD } })
  const location = new URL(paid.headers.get('location') ?? '')
  expect([paid.status, location.pathname, location.search]).toEqual([
    303,
    '/payment-success',
    `?session_id=${session_id}`,
  ])
  const { amount_total } = open
  expect(await shop.verify(session_id)).toMatchObject({ success: true, order_id, amount_total })
  expect((await shop.verify('cs_nobody')).success).toBe(false)
})
