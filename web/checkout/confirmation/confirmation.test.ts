import { arrivalDays, formatArrival } from '#core/regions/arrival.ts'
import { execute } from '#db/sql.ts'
import { findEmailLink, PASSWORD, runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { test as base, expect, GOOD_CARD } from '#test/card-store.ts'
import { CHECKOUT_FIELDS, DEMO_PAYMENT, placeButton, SHIPPING_FIELDS } from '#test/checkout-form.ts'
import { loadPages } from '#test/pages.tsx'
import { type PlainBrowser, plainBrowser } from '#test/plain-browser.ts'
import { createTestStore } from '#test/test-store.ts'

/** Visitors of a store that accepts cards, and a product with two steps of use. */
const test = base
  .extend('store', async ({ connection, paymentContext: { payments } }) =>
    createTestStore(connection, { pages: await loadPages(), payments }),
  )
  .extend('guest', ({ store }) => plainBrowser(store.visitor()))
  .extend('customer', async ({ store, ctx }) => plainBrowser(await signInVisitor(store, ctx.db)))
  .extend('product', ({ ctx }) =>
    buildProduct(ctx, { name: 'Quince Balm', howToUse: ['Warm a little.', 'Press it in.'] }),
  )

const GIFT = { 'Gift message': 'For Ada, with love.' }

const arrivalFrom = (now: Date) => formatArrival(arrivalDays({ deliveryDays: [2, 4] }, now, 'UTC'))

/** Without scripts, the page of the payment's result has a button that checks it. */
const openResult = (browser: PlainBrowser, sessionId: string) =>
  browser.open(`/payment-success?session_id=${sessionId}`, new URLSearchParams({ session_id: sessionId }))

/** A guest's cart exists only in the browser, whose scripts put it into the form. */
async function startGuestCheckout(guest: PlainBrowser, productId: string, email: string) {
  const fields = {
    ...{ email, firstName: 'Rosa', lastName: 'Quill', address: '12 Pear Lane', city: 'Albany', state: 'NY' },
    ...{ zipCode: '12207', mobileNumber: '(518) 555-0142', payment: 'card', key: crypto.randomUUID() },
    items: JSON.stringify([{ productId, quantity: 1 }]),
  }
  const provider = await guest.open('/checkout', new URLSearchParams(fields))
  return { payPath: provider.path, sessionId: provider.path.split('/').at(-1) ?? '' }
}

test('after paying, a customer sees what was bought, when it arrives, and how to begin', async ({
  ctx,
  customer,
  product,
}) => {
  await customer.post('/api/v1/cart/items', { product_id: product.id, quantity: 2 })
  const checkout = await customer.open('/checkout')
  const { path } = await checkout.submit(placeButton(checkout), { ...SHIPPING_FIELDS, ...GIFT })
  const paid = await customer.request('POST', path, { form: { number: GOOD_CARD } })
  const sessionId = new URL(paid.headers.get('location') ?? '').searchParams.get('session_id') ?? ''
  const result = await openResult(customer, sessionId)
  expect(result.heading).toBe('Payment Successful!')
  expect(result.main).toContain(`Arrives ${arrivalFrom(ctx.now)}.`)
  expect(result.links('Quince Balm')).toEqual([`/product/${product.slug}`])
  expect(result.main).toContain('Quantity 2')
  expect(result.main).toContain('How to begin with Quince Balm Warm a little. Press it in.')
  expect(result.main).toContain('Your gift message For Ada, with love.')
  expect(result.main).not.toContain('Keep this order')
})

test('a guest who paid keeps the order in an account once the email address is confirmed', async ({
  ctx,
  connection,
  store,
  guest,
  product,
}) => {
  const email = 'rosa@orchard.example'
  const { payPath, sessionId } = await startGuestCheckout(guest, product.id, email)
  await guest.request('POST', payPath, { form: { number: GOOD_CARD } })
  const stranger = await openResult(plainBrowser(store.visitor()), sessionId)
  expect(stranger.heading).toBe('Payment Successful!')
  for (const word of ['Quince Balm', email, 'Keep this order']) expect(stranger.main).not.toContain(word)

  const result = await openResult(guest, sessionId)
  expect(result.main).toContain('Quince Balm')
  const short = await result.submit('Create account', { Password: 'pear' })
  expect([short.path, short.field('Email').value]).toEqual(['/signup', email])
  const login = await result.submit('Create account', { Password: PASSWORD })
  expect(login.path).toBe('/login')
  const owner = () => connection.pool.query('select user_id from orders where email = $1', [email])
  expect((await owner()).rows).toEqual([{ user_id: null }])
  await guest.open(await findEmailLink(connection, email))
  await runJobs(connection, ctx)
  expect((await owner()).rows).toEqual([{ user_id: expect.stringMatching(/./) }])
})

test('a payment that failed names the products to its buyer, and the phone number to everyone', async ({
  store,
  guest,
  product,
}) => {
  const { sessionId } = await startGuestCheckout(guest, product.id, 'rosa@orchard.example')
  const result = await openResult(guest, sessionId)
  expect(result.heading).toBe('Payment Failed')
  expect(result.main).toContain('Quince Balm You haven’t been charged.')
  expect(result.main).toContain('Call us at +1 (800) 555-0142')
  const stranger = await openResult(plainBrowser(store.visitor()), sessionId)
  expect(stranger.main).not.toContain('Quince Balm')
  expect(stranger.main).toContain('Call us at +1 (800) 555-0142')
})

test('after a test order, a customer sees what was ordered, and that nothing ships', async ({
  ctx,
  customer,
  product,
}) => {
  await customer.post('/api/v1/cart/items', { product_id: product.id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  const fields = { ...CHECKOUT_FIELDS, ...DEMO_PAYMENT, ...GIFT }
  const confirmed = await checkout.submit(placeButton(checkout), fields)
  expect(confirmed.heading).toBe('Order Confirmed')
  expect(confirmed.links('Quince Balm')).toEqual([`/product/${product.slug}`])
  expect(confirmed.main).toContain(`A paid order would arrive ${arrivalFrom(ctx.now)}.`)
  expect(confirmed.main).toContain('How to begin with Quince Balm')
  expect(confirmed.main).toContain('For Ada, with love.')
  // A product that has since left the store.
  await execute(ctx.db)`update products set status = 'archived' where id = ${product.id}`
  const later = await customer.open(confirmed.path)
  expect(later.main).toContain('Quince Balm')
  expect(later.links('Quince Balm')).toEqual([])
})

test('while a payment is verified, the page has a heading', async ({ guest }) => {
  expect((await guest.open('/payment-success?session_id=cs_orchard')).heading).toBe(
    'Verifying your payment...',
  )
})
