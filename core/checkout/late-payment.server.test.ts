import { z } from 'zod'
import { execute, query } from '#db/sql.ts'
import { findSentEmails, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, type StartedCheckout, test } from '#test/card-store.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { buildPaidOrder } from '#test/paid-order.ts'
import type { Context } from '../context.ts'
import { DELETED_EMAIL } from '../email/deleted-email.ts'
import { type PaymentProvider, UncertainOutcome } from '../payments/payment.ts'
import { closeSessions, expirePayment } from './reconcile-payments.server.ts'
import { settlePayment } from './settle-payment.server.ts'
import { verifyPayment } from './verify-payment.server.ts'

const provider = ({ payments }: Context) => payments as PaymentProvider

async function startTwice(
  paymentContext: Context,
  shop: CardStore,
  betweenAttempts: (first: StartedCheckout) => unknown,
) {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const grace = await signInVisitor(shop.testStore, paymentContext.db)
  const items = [{ product_id: id, quantity: 1 }]
  const first = await shop.startCheckout(items, {}, newIdempotencyKey(), grace)
  await betweenAttempts(first)
  const second = await shop.requestCheckout(items, {}, newIdempotencyKey(), grace)
  return { first, second }
}

async function findPaymentId({ db }: Context, { session_id }: StartedCheckout): Promise<string> {
  const [payment] = await query(db, z.strictObject({ id: z.string() }))`
    select id from payments where provider_id = ${session_id}`
  return payment?.id ?? ''
}

test('while the provider can’t be asked, a payment is unknown, and a new attempt finds that it was paid', async ({
  paymentContext,
  shop,
}) => {
  await shop.setFaults({ lose: true })
  const { first, second } = await startTwice(paymentContext, shop, async (checkout) => {
    await shop.pay(checkout)
    const findSession = async () => {
      throw new UncertainOutcome('Timed out')
    }
    const unreachable = { ...paymentContext, payments: { ...provider(paymentContext), findSession } }
    expect(await verifyPayment(unreachable, checkout.session_id)).toMatchObject({ state: 'unknown' })
  })
  expect([second.status, (await second.json()).error.message]).toEqual([
    409,
    expect.stringContaining('went through'),
  ])
  expect(await shop.findOrder(first)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(await shop.verify(first.session_id)).toMatchObject({ success: true, state: 'paid' })
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('a payment for an order that the store replaced is refunded while a newer one is open, and counts once it is not', async ({
  paymentContext,
  shop,
}) => {
  const replaced = await startTwice(paymentContext, shop, () => {})
  await shop.pay(replaced.first)
  await shop.deliverWebhooks()
  expect(await shop.verify(replaced.first.session_id)).toMatchObject({ success: false, state: 'refunded' })

  const { first } = await startTwice(paymentContext, shop, () => {})
  await execute(paymentContext.db)`
    update orders set status = 'cancelled', payment_status = 'failed' where status = 'pending'`
  await execute(paymentContext.db)`update payments set state = 'failed' where state = 'open'`
  await shop.pay(first)
  await shop.deliverWebhooks()
  expect(await shop.findOrder(first)).toEqual({ status: 'pending', payment_status: 'paid' })
})

test('a late payment does not use an offer more often than a customer may', async ({
  paymentContext,
  shop,
}) => {
  await execute(paymentContext.db)`
    insert into offers (id, code, title, kind, value, starts_at, customer_limit)
    values ('off_once', 'ONCE', 'x', 'amount', 500, now() - interval '1 day', 1)`
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const overrides = { code: 'ONCE', customer_email: 'once@orchard.example' }
  const late = await shop.startCheckout([{ product_id: id, quantity: 1 }], overrides)
  await execute(paymentContext.db)`update payments set expires_at = now() - interval '1 second'`
  await expirePayment({ ...paymentContext, payments: null }, await findPaymentId(paymentContext, late))
  const paid = await shop.startCheckout([{ product_id: id, quantity: 1 }], overrides)
  for (const checkout of [paid, late]) {
    await shop.pay(checkout)
    await shop.deliverWebhooks()
  }
  await shop.settlePayments()
  expect(await shop.findOrder(paid)).toEqual({ status: 'pending', payment_status: 'paid' })
  expect(await shop.findOrder(late)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

test('a late payment for an order of a deleted account is refunded', async ({ paymentContext, shop }) => {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const grace = await signInVisitor(shop.testStore, paymentContext.db)
  const late = await shop.startCheckout([{ product_id: id, quantity: 1 }], {}, newIdempotencyKey(), grace)
  await execute(paymentContext.db)`update payments set expires_at = now() - interval '1 second'`
  await expirePayment({ ...paymentContext, payments: null }, await findPaymentId(paymentContext, late))
  await execute(paymentContext.db)`
    update orders set email = ${DELETED_EMAIL}, user_id = null where user_id = ${grace.account.id}`
  await shop.pay(late)
  await shop.deliverWebhooks()
  await shop.settlePayments()
  expect(await shop.findOrder(late)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  await shop.expectBalancedBooks()
})

test('a payment that was extended does not expire at its first time', async ({ paymentContext, shop }) => {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await expirePayment(paymentContext, await findPaymentId(paymentContext, checkout))
  expect(await provider(paymentContext).findSession(checkout.session_id)).toMatchObject({ state: 'open' })
  expect(await shop.findOrder(checkout)).toEqual({ status: 'pending', payment_status: 'pending' })
})

test('closing an abandoned checkout takes one request', async ({ paymentContext, shop }) => {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }])
  await execute(paymentContext.db)`update payments set state = 'failed'`
  const requests: string[] = []
  const payments = new Proxy(provider(paymentContext), {
    get(target, name: keyof PaymentProvider) {
      requests.push(name)
      return target[name]
    },
  })
  await closeSessions({ ...paymentContext, payments }, await findPaymentId(paymentContext, checkout))
  expect(requests).toEqual(['expireSession'])
  expect(await provider(paymentContext).findSession(checkout.session_id)).toMatchObject({ state: 'expired' })
})

test('a page that is created for an order that was cancelled meanwhile is closed', async ({
  paymentContext,
  shop,
}) => {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const original = { ...provider(paymentContext) }
  const createSession: PaymentProvider['createSession'] = async (params, ...rest) => {
    await execute(paymentContext.db)`update payments set state = 'failed' where id = ${params.paymentId}`
    return original.createSession(params, ...rest)
  }
  Object.assign(provider(paymentContext), { createSession })
  const response = await shop.requestCheckout([{ product_id: id, quantity: 1 }])
  expect([response.status, (await response.json()).error.message]).toEqual([
    409,
    expect.stringContaining('replaced by a newer one'),
  ])
})

test('the owner is emailed once about a payment without an order', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout } = await buildPaidOrder(paymentContext, shop)
  const session = await provider(paymentContext).findSession(checkout.session_id)
  const unknown = { ...session, id: 'cs_restored', paymentId: 'pay_restored' }
  for (let repeat = 0; repeat < 2; repeat++)
    expect(await settlePayment(paymentContext, unknown)).toBe('unknown')
  await shop.settlePayments()
  const emails = await findSentEmails(connection, paymentContext.settings.adminEmail)
  expect(emails.filter(({ kind }) => kind === 'unmatched-payment')).toHaveLength(1)
})

test('only cards can pay, because bank debits arrive after the hold', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { checkout } = await buildPaidOrder(paymentContext, shop)
  const { rows } = await connection.pool.query('select wanted from sandbox.sessions where id = $1', [
    checkout.session_id,
  ])
  expect(rows[0].wanted.allowed_payment_method_types).toEqual({ 0: 'card' })
})
