import { captureNow } from '#core/orders/authorizations/capture-order.server.ts'
import { refundOrder } from '#core/orders/refunds/refund-order.server.ts'
import { PAYOUT_CHECK } from '#core/readiness/payout-check.ts'
import { closeDispute, openDispute } from '#sandbox/bank-events.fixture.ts'
import { createRefund } from '#sandbox/refunds.ts'
import { asAdmin, runJobs } from '#test/accounts.ts'
import { buildPayment, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import { passDays } from '#test/payments/pass-days.ts'
import { changePaymentSettings } from '#test/payments/payment-settings.ts'
import { saveBalanceState } from './balance-state.server.ts'
import { findDifferences } from './differences.server.ts'
import { reconcileBalance } from './read-balance.server.ts'

test('a payment and a refund that match their transactions are no differences', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { admin, checkout, intent } = await buildPaidOrder(ctx, shop)
  await refundOrder(admin, checkout.order_id, { amount: 1080 })
  await runJobs(connection, ctx)
  const won = await buildPaidOrder(ctx, shop)
  await closeDispute(connection.pool, await openDispute(connection.pool, won.intent), 'won')
  const lost = await openDispute(connection.pool, intent)
  await closeDispute(connection.pool, lost, 'lost')
  await shop.deliverWebhooks()
  await shop.settlePayments()
  await passDays(connection, 5)
  await reconcileBalance(ctx)
  expect(await findDifferences(ctx.db, ctx.now)).toEqual({ differences: [], unmatched: 0 })
  expect(await PAYOUT_CHECK.run(ctx)).toEqual([
    'complete',
    'Payments and refunds match the card provider’s transactions.',
  ])
})

test('a payment that was charged less when it shipped matches what was captured', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  await changePaymentSettings(ctx, { capture: 'shipping' })
  const { id } = await buildProduct(ctx, { stock: 3, price: 6800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await shop.pay(checkout)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  const admin = await asAdmin(ctx)
  await refundOrder(admin, checkout.order_id, { amount: 1080 })
  await captureNow(admin, checkout.order_id)
  await shop.settlePayments()
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(checkout)).toMatchObject({ payment_status: 'paid' })
  await passDays(connection, 5)
  await reconcileBalance(ctx)
  expect(await findDifferences(ctx.db, ctx.now)).toEqual({ differences: [], unmatched: 0 })
  await shop.expectBalancedBooks()
})

test('a payment without a transaction, other amounts, and unknown refunds are reported with their order', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { pool } = connection
  const orders = [
    await buildPaidOrder(ctx, shop),
    await buildPaidOrder(ctx, shop),
    await buildPaidOrder(ctx, shop),
  ]
  const [missing, other, refunded] = orders
  await refundOrder(refunded?.admin ?? ctx, refunded?.checkout.order_id ?? '', { amount: 1080 })
  await runJobs(connection, ctx)
  await shop.setFaults({ lose: true })
  const unknown = await createRefund(pool, { payment_intent: other?.intent ?? '', amount: '500' })
  await pool.query('update sandbox.sessions set paid = false where intent_id = $1', [missing?.intent])
  await pool.query('update sandbox.sessions set amount = 10000 where intent_id = $1', [other?.intent])
  await pool.query('update sandbox.refunds set amount = 1000 where intent_id = $1', [refunded?.intent])
  await passDays(connection, 5)
  await reconcileBalance(ctx)
  const { differences, unmatched } = await findDifferences(ctx.db, ctx.now)
  expect(
    differences.map(({ text, orderNumber }) => text.replace(orderNumber ?? '', 'EB1')).toSorted(),
  ).toEqual([
    'A refund of order EB1 is $10.80, but $10.00 at the card provider',
    `The card provider has a refund or dispute (${unknown?.id}) of order EB1 that the store doesn’t have`,
    'The payment of order EB1 ($103.68) has no transaction at the card provider',
    'The payment of order EB1 is $103.68, but $100.00 at the card provider',
  ])
  expect(unmatched).toBe(0)
  const [status, description] = await PAYOUT_CHECK.run(ctx)
  expect([status, description]).toEqual(['incomplete', expect.stringContaining('no transaction')])
})

test('recent payments, free orders, and orders of the demo are not reported', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  const { pool } = connection
  await buildPaidOrder(ctx, shop)
  await passDays(connection, 2)
  await buildPaidOrder(ctx, shop)
  await buildPaidOrder(ctx, shop)
  const old = `paid_at = now() - interval '10 days'`
  await pool.query(
    `update payments set ${old}, provider_id = 'free_1' where id = (select max(id) from payments)`,
  )
  await pool.query(
    `update payments set ${old}, intent_id = 'pi_demo_EB1' where id = (select max(id) from payments where paid_at > now() - interval '1 day')`,
  )
  await buildPayment(ctx)
  const none = { transactions: [], next: null }
  const payments = { listBalance: async () => none, payoutsSince: async () => [] }
  await reconcileBalance({ ...ctx, payments })
  await saveBalanceState(ctx.db, { from: new Date(0) })
  expect(await findDifferences(ctx.db, ctx.now)).toEqual({ differences: [], unmatched: 0 })
})

test('payments of other websites with the same account are counted, and no difference', async ({
  paymentContext: ctx,
  shop,
  connection,
}) => {
  await buildPaidOrder(ctx, shop)
  await connection.pool.query(
    `insert into sandbox.sessions (id, intent_id, status, paid, amount, currency, wanted, url, expires_at)
     values ('cs_other', 'pi_other', 'complete', true, 900, 'usd', '{}', '', now())`,
  )
  await passDays(connection, 5)
  await reconcileBalance(ctx)
  expect(await findDifferences(ctx.db, ctx.now)).toEqual({ differences: [], unmatched: 1 })
  expect(await PAYOUT_CHECK.run(ctx)).toMatchObject([
    'complete',
    expect.stringContaining('1 of its transactions'),
  ])
})

test('a key that may not read the balance is reported', async ({ paymentContext: ctx }) => {
  await saveBalanceState(ctx.db, { failure: 'The provided key does not have the required permissions.' })
  const [status, description] = await PAYOUT_CHECK.run(ctx)
  expect([status, description]).toEqual(['warning', expect.stringContaining('key is restricted')])
})
