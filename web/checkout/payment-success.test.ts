import { signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect, GOOD_CARD } from '#test/card-store.ts'
import { SHIPPING_FIELDS } from '#test/checkout-form.ts'
import { findAll, textOf } from '#test/markup.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

/** A signed-in customer of a store that accepts cards. */
const test = base.extend<{ customer: ReturnType<typeof plainBrowser> }>({
  customer: async ({ ctx, connection, paymentContext: { payments } }, use) => {
    const store = createTestStore(connection, { pages: await loadPages(), payments })
    await use(plainBrowser(await signInVisitor(store, ctx.db)))
  },
})

type Page = Awaited<ReturnType<ReturnType<typeof plainBrowser>['open']>>

function placeOrder(checkout: Page) {
  const button = checkout.buttons.find((name) => name.startsWith('Place order')) ?? ''
  return checkout.submit(button, SHIPPING_FIELDS)
}

/** Checks a payment with the form that the page has until scripts run. */
async function openResult(customer: ReturnType<typeof plainBrowser>, path: string) {
  const html = await (await customer.get(path)).text()
  expect(html).toContain('Verifying your payment...')
  const [, sessionId = ''] = /<input type="hidden" name="session_id" value="(\w+)"\/>/.exec(html) ?? []
  return customer.open(path, new URLSearchParams({ session_id: sessionId }))
}

test('the card provider returns to the checkout on cancel, and to the payment’s result once paid', async ({
  ctx,
  customer,
}) => {
  const { id } = await buildProduct(ctx)
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  const provider = await placeOrder(await customer.open('/checkout'))
  const [banner, ...content] = findAll(provider.root, ({ tag }) => ['header', 'main'].includes(tag)).map(
    textOf,
  )
  expect(banner).toMatch(/^SANDBOX This is a simulation, and no money is charged\./)
  expect(content).toEqual([expect.stringContaining('Pay by card')])
  const cancelled = await provider.follow('Return to the store without paying')
  expect([cancelled.path, cancelled.heading]).toEqual(['/checkout', 'Checkout'])

  const { path: payPath } = await placeOrder(cancelled)
  const paid = await customer.request('POST', payPath, { form: { number: GOOD_CARD } })
  const { pathname, search } = new URL(paid.headers.get('location') ?? '')
  expect(pathname + search).toMatch(/^\/payment-success\?session_id=cs_\w+$/)
  const result = await openResult(customer, pathname + search)
  expect(result.heading).toBe('Payment Successful!')
  const { data } = await (await customer.get('/api/v1/orders')).json()
  // The checkout that was left is cancelled by the next one.
  expect(data).toMatchObject([
    { payment_status: 'paid', items: [{ product_id: id }] },
    { status: 'cancelled' },
  ])
  expect(result.main).toContain(`Order ID ${data[0].number}`)
})

test('the payment result page reads the query parameter session_id', async ({ ctx, customer, shop }) => {
  const { id } = await buildProduct(ctx)
  const paid = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await shop.pay(paid)
  for (const [sessionId, heading] of [
    ['cs_orchard', 'Payment Failed'],
    [paid.session_id, 'Payment Successful!'],
  ] as const) {
    const result = await openResult(customer, `/payment-success?session_id=${sessionId}`)
    expect(result.heading).toBe(heading)
  }
  expect((await customer.open('/payment-success')).heading).toBe('Payment Failed')
})
