import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { buildActor, findSentEmails, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { addressFor, newIdempotencyKey } from '#test/checkout.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { ProviderRejection } from '../payments/payment.ts'

test('a new checkout cancels the older one of the same account, and a late payment for it is refunded', async ({
  ctx,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { stock: 1 })
  const grace = await signInVisitor(shop.testStore, ctx.db)
  const items = [{ product_id: id, quantity: 1 }]
  const older = await shop.startCheckout(items, {}, newIdempotencyKey(), grace)
  const newer = await shop.startCheckout(items, {}, newIdempotencyKey(), grace)
  expect([await shop.findOrder(older), await shop.findStock(id)]).toEqual([
    { status: 'cancelled', payment_status: 'failed' },
    0,
  ])
  // Paid in another tab before the provider closed the session.
  await shop.pay(older)
  await shop.pay(newer)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.settlePayments()
  expect(await shop.findOrder(older)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await shop.findOrder(newer)).toEqual({ status: 'pending', payment_status: 'paid' })
  await shop.expectBalancedBooks()
})

test('a provider that fails after creating a session still leads to one usable payment page', async ({
  ctx,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { stock: 9 })
  const items = [{ product_id: id, quantity: 1 }]
  for (const failAfterCommit of [1, 2, 5]) {
    await shop.setFaults({ failAfterCommit })
    const checkout = await shop.startCheckout(items)
    await shop.setFaults({})
    await shop.settlePayments()
    const sessions = await query(ctx.db, z.strictObject({ id: z.string() }))`
      select id from sandbox.sessions where status = 'open' and wanted -> 'metadata' ->> 'order_id' = ${checkout.order_id}`
    expect(sessions).toEqual([{ id: checkout.session_id }])
    expect(await shop.pay(checkout)).toBe('paid')
  }
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('a checkout without an email address is refused', async ({ ctx, shop }) => {
  const { id } = await buildProduct(ctx, { stock: 9 })
  const response = await shop.requestCheckout([{ product_id: id, quantity: 1 }], {
    customer_email: undefined,
  })
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: expect.objectContaining({ code: 'invalid_input' }) },
  ])
})

test('repeated requests with one key return the same payment page', async ({ ctx, shop }) => {
  const { id } = await buildProduct(ctx, { stock: 50 })
  const items = [{ product_id: id, quantity: 1 }]
  const key = newIdempotencyKey()
  const body = { customer_email: 'once@orchard.example' }
  const responses = await Promise.all(Array.from({ length: 20 }, () => shop.startCheckout(items, body, key)))
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1)
  expect(await shop.findStock(id)).toBe(49)
  expect((await shop.requestCheckout([{ product_id: id, quantity: 2 }], body, key)).status).toBe(422)
  await shop.expectBalancedBooks()
})

test('a retry after a crash waits for the payment page only if the first request is recent', async ({
  ctx,
  shop,
  paymentContext,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  if (!paymentContext.payments) throw new Error('No payment provider')
  const createSession = paymentContext.payments.createSession
  paymentContext.payments.createSession = async () => {
    throw new Error('The process crashed')
  }
  const submit = (key: string) =>
    shop.requestCheckout([{ product_id: id, quantity: 1 }], { customer_email: `${key}@b.example` }, key)
  const [old, older, young] = [newIdempotencyKey(), newIdempotencyKey(), newIdempotencyKey()]
  await submit(old)
  await submit(older)
  await execute(ctx.db)`update payments set created_at = created_at - interval '4 seconds'`
  await submit(young)
  paymentContext.payments.createSession = createSession
  const statuses: [string, number][] = []
  const retry = async (key: string) => {
    const { status } = await submit(key)
    statuses.push([key, status])
  }
  // If the old ones waited too, running them in sequence would take twice as long as the young one.
  await Promise.all([retry(young), retry(old).then(() => retry(older))])
  expect(statuses).toEqual([
    [old, 200],
    [older, 200],
    [young, 200],
  ])
  expect(await shop.findStock(id)).toBe(2)
  await shop.expectBalancedBooks()
})

test('when the provider rejects a checkout, the stock is released and the key can be used again', async ({
  ctx,
  shop,
  paymentContext,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  if (!paymentContext.payments) throw new Error('No payment provider')
  const key = newIdempotencyKey()
  const createSession = paymentContext.payments.createSession
  paymentContext.payments.createSession = async () => {
    throw new ProviderRejection('no')
  }
  const response = await shop.requestCheckout(
    [{ product_id: id, quantity: 1 }],
    { customer_email: 'a@b.example' },
    key,
  )
  expect([response.status, (await response.json()).error.message]).toEqual([
    503,
    'Payment setup failed: Please try again or contact support.',
  ])
  expect(await shop.findStock(id)).toBe(5)
  paymentContext.payments.createSession = createSession
  const retried = await shop.requestCheckout(
    [{ product_id: id, quantity: 1 }],
    { customer_email: 'a@b.example' },
    key,
  )
  expect(retried.status).toBe(200)
  await shop.expectBalancedBooks()
})

test('the server ignores the client’s prices and answers an outdated total with a new quote', async ({
  ctx,
  shop,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5, price: 6800 })
  const items = [{ product_id: id, quantity: 1, price: 1, name: 'Cheap' }]
  const tampered = {
    amount: 1,
    currency: 'usd',
    success_url: 'https://evil.example',
    cancel_url: 'https://evil.example',
  }
  const checkout = await shop.startCheckout(items, tampered)
  const sessions = await query(ctx.db, z.strictObject({ amount: z.int(), successUrl: z.string() }))`
    select amount, wanted ->> 'success_url' as "successUrl" from sandbox.sessions`
  expect(sessions).toEqual([
    { amount: 8344, successUrl: 'http://localhost:3000/payment-success?session_id={CHECKOUT_SESSION_ID}' },
  ])
  const stale = await shop.requestCheckout(items, { expected_total: 8000, expected_currency: 'usd' })
  expect([stale.status, await stale.json()]).toMatchObject([
    409,
    { error: { code: 'price_changed' }, quote: { total: 8344, currency: 'usd' } },
  ])
  expect((await shop.requestCheckout(items, { expected_total: 8344, expected_currency: 'gbp' })).status).toBe(
    409,
  )
  const shipping_address = addressFor('IN')
  const rupees = await shop.startCheckout(items, { currency: 'INR', shipping_address })
  await shop.pay(rupees)
  expect(await shop.verify(rupees.session_id)).toMatchObject({ success: true, currency: 'inr' })
  expect(checkout.order_id).not.toBe(rupees.order_id)
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('guests of a network can have ten open payments, but not an eleventh', async ({ ctx, shop }) => {
  const { id } = await buildProduct(ctx, { stock: 50 })
  const items = [{ product_id: id, quantity: 1 }]
  const responses = await Promise.all(Array.from({ length: 11 }, () => shop.requestCheckout(items)))
  const [refused, ...others] = responses.toSorted((a, b) => b.status - a.status)
  expect(refused?.status).toBe(429)
  expect(refused?.headers.get('retry-after')).toBe('600')
  expect(others.every(({ status }) => status === 200)).toBe(true)
})

test('an order fully covered by an offer is paid without a card, once', async ({ ctx, shop, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 5, price: 8000 })
  await execute(ctx.db)`
    insert into offers (id, code, title, kind, value, starts_at)
    values ('off_gift', 'GIFT', 'x', 'percentage', 10000, now() - interval '1 day')`
  const items = [{ product_id: id, quantity: 1 }]
  const key = newIdempotencyKey()
  const overrides = { code: 'gift', customer_email: 'gift@orchard.example' }
  const checkout = await shop.startCheckout(items, overrides, key)
  expect(await shop.startCheckout(items, overrides, key)).toEqual(checkout)
  expect(checkout.url).toBe(`http://localhost:3000/payment-success?session_id=${checkout.session_id}`)
  expect(await shop.verify(checkout.session_id)).toMatchObject({ success: true, amount_total: 0 })
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(await shop.findStock(id)).toBe(4)
  const emails = await findSentEmails(connection, 'gift@orchard.example')
  expect(emails.map(({ kind }) => kind)).toEqual(['order-confirmed'])
  await shop.expectBalancedBooks()
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await expect(refundOrder(admin, checkout.order_id, {})).rejects.toMatchObject({ code: 'conflict' })
  await cancelOrder(admin, checkout.order_id)
  expect(await shop.findStock(id)).toBe(5)
  await shop.expectBalancedBooks()
})
