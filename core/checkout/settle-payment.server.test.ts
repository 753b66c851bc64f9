import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { signPayload } from '#sandbox/webhooks.ts'
import { findSentEmails, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { DECLINED_CARD, expect, test } from '#test/card-store.ts'
import { findStockMovements, newIdempotencyKey } from '#test/checkout.ts'
import { WEBHOOK_SECRET } from '#test/payments/sandbox-payments.ts'
import type { ProviderEvent } from '../payments/payment.ts'
import { expirePayment, reconcilePayments } from './reconcile-payments.server.ts'

const Id = z.strictObject({ id: z.string() })

test('stock is held before the shopper is sent to pay and sold once the payment succeeds', async ({
  ctx,
  shop,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5, price: 6800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }])
  expect(checkout.url).toMatch(/^http:\/\/localhost:3000\/demo\/card\/cs_test_/)
  expect([await shop.findStock(id), await shop.findOrder(checkout)]).toEqual([
    3,
    { status: 'pending', payment_status: 'pending' },
  ])
  expect(await shop.verify(checkout.session_id)).toMatchObject({ success: false })
  expect(await shop.pay(checkout)).toBe('paid')
  expect(await shop.verify(checkout.session_id)).toEqual({
    success: true,
    state: 'paid',
    order_id: checkout.order_id,
    order_number: expect.stringMatching(/^EB\d{6}/),
    amount_total: 14_688,
    currency: 'usd',
  })
  expect([await shop.findStock(id), await shop.findOrder(checkout)]).toEqual([
    3,
    { status: 'pending', payment_status: 'paid' },
  ])
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await shop.expectBalancedBooks()
  expect((await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)).toEqual([
    'order-confirmed',
  ])
  const movements = await findStockMovements(ctx.db)
  expect(movements.map(({ change, reason }) => `${change} ${reason}`)).toEqual([
    '5 received',
    '-2 held',
    '2 released',
    '-2 sold',
  ])
})

test.for([
  ['are lost', { lose: true }],
  ['arrive ten times', { duplicate: 10 }],
  ['arrive out of order', { reorder: true, duplicate: 3 }],
] as const)(
  'a payment leads to one paid order, one entry, and one email when webhooks %s',
  async ([, faults], { ctx, shop, connection }) => {
    await shop.setFaults(faults)
    const { id } = await buildProduct(ctx, { stock: 20 })
    const checkout = await Promise.all(
      [1, 2, 3].map((quantity) => shop.startCheckout([{ product_id: id, quantity }])),
    )
    await Promise.all(checkout.map((placed) => shop.pay(placed, DECLINED_CARD)))
    await Promise.all(checkout.map((placed) => shop.pay(placed)))
    await Promise.all([
      shop.deliverWebhooks(),
      shop.deliverWebhooks(),
      ...checkout.map((placed) => shop.verify(placed.session_id)),
    ])
    await shop.settlePayments()
    await execute(ctx.db)`update sandbox.deliveries set due_at = now() where tries = 0`
    await shop.deliverWebhooks()
    await shop.settlePayments()
    for (const placed of checkout)
      expect(await shop.findOrder(placed)).toEqual({ status: 'pending', payment_status: 'paid' })
    await shop.expectBalancedBooks()
    const emails = await Promise.all(
      [1, 2, 3].map((nth) => findSentEmails(connection, `guest${nth}@orchard.example`)),
    )
    expect(emails.map((sent) => sent.map(({ kind }) => kind))).toEqual(Array(3).fill(['order-confirmed']))
    const entries = await query(ctx.db, Id)`select id from accounting`
    expect(entries).toHaveLength(3)
  },
)

test('a webhook with a bad signature, an unknown session, or a wrong amount changes nothing', async ({
  ctx,
  shop,
  paymentContext,
}) => {
  const { id } = await buildProduct(ctx, { stock: 5 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  const event = (overrides: object, eventId = 'evt_x') =>
    JSON.stringify({
      id: eventId,
      object: 'event',
      type: 'checkout.session.completed',
      created: 1_795_000_000,
      data: {
        object: {
          id: checkout.session_id,
          object: 'checkout.session',
          status: 'complete',
          payment_status: 'paid',
          amount_total: 5184,
          currency: 'usd',
          payment_intent: 'pi_x',
          metadata: {},
          ...overrides,
        },
      },
    })
  const validBody = event({ amount_total: 6184 })
  for (const signature of [
    '',
    't=1,v1=00',
    signPayload(validBody, 'whsec_other'),
    signPayload(`${validBody} `, WEBHOOK_SECRET),
  ]) {
    expect((await shop.postWebhook(validBody, signature)).status).toBe(400)
  }
  const deliverEvent = async (body: string) =>
    (await (await shop.postWebhook(body, signPayload(body, WEBHOOK_SECRET))).json()).outcome
  expect(await deliverEvent(event({ amount_total: 1 }, 'evt_1'))).toBe('mismatch')
  expect(await deliverEvent(event({ amount_total: 6184, currency: 'inr' }, 'evt_2'))).toBe('mismatch')
  expect(await deliverEvent(event({ id: 'cs_unknown' }, 'evt_3'))).toBe('unknown')
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'pending' })
  expect(await deliverEvent(event({ amount_total: 6184 }, 'evt_4'))).toBe('paid')
  expect(await deliverEvent(event({ amount_total: 6184 }, 'evt_4'))).toBe('received')
  await shop.settlePayments()
  await shop.expectBalancedBooks()
  expect(paymentContext.payments).not.toBeNull()
})

test('an expired payment releases its stock', async ({ ctx, shop, connection }) => {
  const { id } = await buildProduct(ctx, { stock: 1 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  expect((await shop.requestCheckout([{ product_id: id, quantity: 1 }])).status).toBe(409)
  await shop.pay(checkout, DECLINED_CARD)
  await shop.deliverWebhooks()
  await shop.expireCheckout(checkout)
  expect(await shop.findOrder(checkout)).toEqual({ status: 'cancelled', payment_status: 'failed' })
  expect(await shop.findStock(id)).toBe(1)
  expect(await shop.pay(checkout)).toBe('closed')
  await shop.expectBalancedBooks()
  expect((await findSentEmails(connection, 'guest1@orchard.example')).map(({ kind }) => kind)).toEqual([
    'payment-failed',
  ])
})

test('a late payment revives the order while stock lasts and is refunded otherwise', async ({
  ctx,
  shop,
  paymentContext,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { stock: 2 })
  const [first, second] = [
    await shop.startCheckout([{ product_id: id, quantity: 1 }]),
    await shop.startCheckout([{ product_id: id, quantity: 1 }]),
  ]
  // The payments have expired here but not yet at the provider, whose events are late.
  await shop.setFaults({ lose: true })
  const expireLocally = async () => {
    await execute(paymentContext.db)`
      update payments set expires_at = now() - interval '1 second' where state = 'open'`
    const open = await query(paymentContext.db, Id)`select id from payments where state = 'open'`
    for (const payment of open) await expirePayment({ ...paymentContext, payments: null }, payment.id)
  }
  await expireLocally()
  expect(await shop.findStock(id)).toBe(2)
  const third = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  for (const placed of [third, first, second]) await shop.pay(placed)
  await shop.settlePayments()
  await shop.settlePayments()
  for (const placed of [third, first]) {
    expect(await shop.findOrder(placed)).toEqual({ status: 'pending', payment_status: 'paid' })
  }
  expect(await shop.findOrder(second)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await shop.verify(second.session_id)).toMatchObject({ success: false })
  expect(await shop.findStock(id)).toBe(0)
  await shop.expectBalancedBooks()
  expect((await findSentEmails(connection, 'guest2@orchard.example')).map(({ kind }) => kind)).toEqual([
    'refunded',
  ])
})

test('the books balance after a paid order is cancelled or partially refunded', async ({ ctx, shop }) => {
  const admin = await signInVisitor(shop.testStore, ctx.db, { role: 'admin' })
  const grace = await signInVisitor(shop.testStore, ctx.db)
  const { id } = await buildProduct(ctx, { stock: 10, price: 3333 })
  const buyAndPay = async () => {
    const checkout = await shop.startCheckout(
      [{ product_id: id, quantity: 2 }],
      { region: 'CA' },
      newIdempotencyKey(),
      grace,
    )
    await shop.pay(checkout)
    await shop.verify(checkout.session_id)
    await shop.settlePayments()
    return checkout
  }
  const first = await buyAndPay()
  expect((await grace.post(`/api/v1/orders/${first.order_id}/cancellation`)).status).toBe(200)
  await shop.settlePayments()
  await shop.settlePayments()
  expect([await shop.findOrder(first), await shop.findStock(id)]).toEqual([
    { status: 'cancelled', payment_status: 'refunded' },
    10,
  ])
  const second = await buyAndPay()
  const refund = (json: object, key = newIdempotencyKey()) =>
    admin.post(`/api/v1/admin/orders/${second.order_id}/refunds`, json, {
      headers: { 'idempotency-key': key },
    })
  await admin.post(`/api/v1/admin/orders/${second.order_id}/steps`, { to: 'processing' })
  const restock = [{ product_id: id, quantity: 1 }]
  for (const _ of [1, 2]) expect((await refund({ amount: 1001, restock }, 'the same')).status).toBe(200)
  expect([await shop.findOrder(second), await shop.findStock(id)]).toEqual([
    { status: 'processing', payment_status: 'paid' },
    9,
  ])
  expect((await refund({ amount: 1_000_000 })).status).toBe(409)
  expect((await refund({ amount: 100, restock: [{ product_id: id, quantity: 2 }] })).status).toBe(409)
  expect((await refund({ amount: 0 })).status).toBe(400)
  await shop.settlePayments()
  await shop.expectBalancedBooks()
  const refunded = await (await refund({})).json()
  expect(refunded).toMatchObject({
    status: 'refunded',
    payment_status: 'refunded',
    refunded: refunded.total.amount,
  })
  await shop.settlePayments()
  await shop.expectBalancedBooks()
  const clearing = await query(ctx.db, z.strictObject({ net: z.int(), base: z.int() }))`
    select sum(amount)::int as net, sum(base_amount)::int as base from accounting_lines
    where account = 'card_clearing'`
  expect(clearing).toEqual([{ net: 0, base: 0 }])
})

test('an event that fails does not block the others and is retried', async ({
  ctx,
  shop,
  paymentContext,
  logEntries,
}) => {
  await shop.setFaults({ lose: true })
  const { id } = await buildProduct(ctx, { stock: 5 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await shop.pay(checkout)
  const provider = paymentContext.payments
  if (!provider) throw new Error('No payment provider')
  const broken = { id: 'evt_broken', kind: null, at: new Date(), session: null, declinedPaymentId: null }
  const payments = {
    ...provider,
    async eventsBetween(since: Date, until: Date | null) {
      const events = await provider.eventsBetween(since, until)
      return until ? events : [broken as unknown as ProviderEvent, ...events]
    },
  }
  await reconcilePayments({ ...paymentContext, payments })
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(logEntries.filter(({ id }) => id === 'evt_broken')).toHaveLength(1)
  const findFailed = () =>
    query(ctx.db, z.strictObject({ attempts: z.int() }))`select attempts from failed_provider_events`
  expect(await findFailed()).toEqual([{ attempts: 1 }])
  await reconcilePayments(paymentContext)
  expect(await findFailed()).toEqual([{ attempts: 2 }])
})
