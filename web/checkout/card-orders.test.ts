import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { query } from '#db/sql.ts'
import { runJobs, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { GOOD_CARD, type StartedCheckout } from '#test/card-store.ts'
import { addressFor, newIdempotencyKey } from '#test/checkout.ts'
import { findAll, textOf } from '#test/markup.ts'
import { loadPages } from '#test/pages.tsx'
import { startSandboxPayments } from '#test/payments/sandbox-payments.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { expect, testWithDatabase } from '#test/shared-store.ts'
import { buildContext } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const test = testWithDatabase
  .extend('payments', { scope: 'file' }, async ({ connection }, { onCleanup }) => {
    const { payments, close } = await startSandboxPayments(connection)
    onCleanup(close)
    return payments
  })
  .extend('ctx', ({ connection, payments }): Context => ({ ...buildContext(connection), payments }))
  .extend('store', { scope: 'file' }, async ({ connection, payments }) =>
    createTestStore(connection, {
      pages: await loadPages(),
      payments,
      env: { RATE_LIMITS: 'off' },
    }),
  )
  .extend('guest', ({ store }) => plainBrowser(store.visitor()))
  .extend('customer', async ({ store, ctx }) => plainBrowser(await signInVisitor(store, ctx.db)))

type Browser = ReturnType<typeof plainBrowser>
type Item = { product_id: string; quantity: number }

/** Each order has an email address of its own, because a new payment closes the older one of the same address. */
function requestCheckout(visitor: TestVisitor, items: Item[], region: 'US' | 'CA' = 'US') {
  const shipping_address = { ...addressFor(region), email: `rosa-${crypto.randomUUID()}@orchard.example` }
  return visitor.post(
    '/api/v1/functions/create-stripe-checkout',
    { items, shipping_address, region },
    { headers: { 'idempotency-key': newIdempotencyKey() } },
  )
}

async function startCheckout(...args: Parameters<typeof requestCheckout>): Promise<StartedCheckout> {
  const response = await requestCheckout(...args)
  expect(response.status).toBe(200)
  return response.json()
}

const paymentPath = ({ url }: StartedCheckout) => new URL(url).pathname

/** Pays on the provider's page, and checks the payment as the page that it leads to does. */
async function pay(guest: Browser, checkout: StartedCheckout) {
  const paid = await guest.request('POST', paymentPath(checkout), { form: { number: GOOD_CARD } })
  const { pathname, search, searchParams } = new URL(paid.headers.get('location') ?? '', checkout.url)
  return guest.open(pathname + search, searchParams)
}

async function verify(visitor: TestVisitor, { session_id }: StartedCheckout) {
  return (await visitor.post('/api/v1/functions/verify-stripe-payment', { session_id })).json()
}

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

test.for([
  { region: 'US', symbol: '' },
  { region: 'CA', symbol: 'C' },
] as const)(
  'a payment from $region shows its amount with two decimals and the symbol of its currency',
  async ({ region, symbol }, { ctx, guest }) => {
    const { id } = await buildProduct(ctx)
    const checkout = await startCheckout(guest, [{ product_id: id, quantity: 1 }], region)
    const result = await pay(guest, checkout)
    expect(result.heading).toBe('Payment Successful!')
    const { amount_total } = await verify(guest, checkout)
    expect(result.main).toContain(`Amount ${symbol}${dollars(amount_total)}`)
  },
)

test('the quote is what the cart shows, the card provider charges, and the order stores', async ({
  ctx,
  customer,
}) => {
  const items = [{ product_id: (await buildProduct(ctx, { price: 1999 })).id, quantity: 1 }]
  const quote = await (await customer.post('/api/v1/quote', { items, region: 'US' })).json()
  expect(quote.subtotal - quote.discount + quote.shipping + quote.tax).toBe(quote.total)
  await customer.post('/api/v1/cart/items', items[0])
  const cart = await customer.open('/cart')
  const totals = findAll(cart.root, ({ attributes }) => 'data-total' in attributes).map(textOf)
  expect([...new Set(totals)]).toEqual([dollars(quote.total)])
  const checkout = await startCheckout(customer, items)
  expect((await customer.open(paymentPath(checkout))).buttons).toEqual([`Pay ${dollars(quote.total)}`])
  const orders = await query(ctx.db, z.strictObject({ total: z.int() }))`
    select total_amount as total from orders where id = ${checkout.order_id}`
  expect(orders).toEqual([{ total: quote.total }])
})

test('checkout offers the card, which is chosen, and the demo payment', async ({ ctx, customer }) => {
  await customer.post('/api/v1/cart/items', { product_id: (await buildProduct(ctx)).id, quantity: 1 })
  const checkout = await customer.open('/checkout')
  expect(checkout.field('Credit or debit card').isChecked).toBe(true)
  expect(checkout.field('Demo payment').isChecked).toBe(false)
})

test('an order is pending with its stock held before the shopper pays, and is paid and booked once', async ({
  ctx,
  connection,
  guest,
}) => {
  const { id } = await buildProduct(ctx)
  const checkout = await startCheckout(guest, [{ product_id: id, quantity: 1 }])
  const readOrder = () =>
    query(ctx.db, z.strictObject({ status: z.string(), payment: z.string() }))`
      select status, payment_status as payment from orders where id = ${checkout.order_id}`
  expect(await readOrder()).toEqual([{ status: 'pending', payment: 'pending' }])
  const movements = await query(ctx.db, z.strictObject({ reason: z.string(), change: z.int() }))`
    select reason, change from stock_movements where order_id = ${checkout.order_id}`
  expect(movements).toEqual([{ reason: 'held', change: -1 }])
  expect((await pay(guest, checkout)).heading).toBe('Payment Successful!')
  await Promise.all([1, 2, 3].map(() => verify(guest, checkout)))
  await runJobs(connection, ctx)
  expect(await readOrder()).toEqual([{ status: 'pending', payment: 'paid' }])
  const entries = await query(ctx.db, z.strictObject({ kind: z.string() }))`
    select kind from accounting where order_id = ${checkout.order_id}`
  expect(entries).toEqual([{ kind: 'sale' }])
})

test('a guest’s order has no user, and no one opens it by its number or ID alone', async ({
  ctx,
  guest,
  customer,
  store,
}) => {
  const { order_id } = await startCheckout(guest, [{ product_id: (await buildProduct(ctx)).id, quantity: 1 }])
  const [order] = await query(ctx.db, z.strictObject({ number: z.string(), userId: z.null() }))`
    select number, user_id as "userId" from orders where id = ${order_id}`
  expect(order?.number).toMatch(/^EB\d{6,}$/)
  for (const id of [order_id, order?.number]) {
    expect((await customer.get(`/api/v1/orders/${id}`)).status).toBe(404)
    expect((await customer.open(`/orders/${id}`)).status).toBe(404)
    const stranger = plainBrowser(store.visitor())
    expect((await stranger.open(`/orders/${id}`)).path).toBe(`/login?next=%2Forders%2F${id}`)
  }
})

test('a checkout of more than the stock, or of more than 20 of a product, is refused', async ({
  ctx,
  guest,
}) => {
  const scarce = await buildProduct(ctx, { stock: 3, name: 'Scarce Serum' })
  const refused = await requestCheckout(guest, [{ product_id: scarce.id, quantity: 4 }])
  const { error } = await refused.json()
  expect([refused.status, error.code]).toEqual([409, 'out_of_stock'])
  expect(error.message).toContain('Scarce Serum')
  const plentiful = await buildProduct(ctx, { stock: 50 })
  const buy = async (quantity: number) =>
    (await requestCheckout(guest, [{ product_id: plentiful.id, quantity }])).status
  expect([await buy(20), await buy(21)]).toEqual([200, 400])
})
