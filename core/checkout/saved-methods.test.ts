import { execute } from '#db/sql.ts'
import { asCustomer, findJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { countStatements } from '#test/count-statements.ts'
import { test as base, buildPurchase, type CardContext, expect } from '#test/payments/card-orders.ts'
import type { Context, SignedInActor } from '../context.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { ProviderAuthFailure, UncertainOutcome } from '../payments/payment.ts'
import { listPayments } from '../payments/payments.server.ts'
import { findCustomerId } from '../payments/saved-methods/payment-customer.server.ts'
import { DEFAULT_PAYMENTS, type PaymentSettings } from '../settings/payment-settings.ts'
import { forgetStoreSettings, readStoreSettings, saveSetting } from '../settings/store-settings.server.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { openLinkedPayment } from './open-linked-payment.server.ts'
import { findPaymentForm, replaceFormWithPage } from './payment-form.server.ts'

type BuyerContext = CardContext & { actor: SignedInActor }

/** In a store that lets customers save how they pay. */
const test = base
  .extend('guest', async ({ paymentContext }): Promise<CardContext> => {
    await changePayments(paymentContext, { saveMethods: true })
    return paymentContext
  })
  .extend('grace', ({ guest }): Promise<BuyerContext> => asCustomer(guest))

async function changePayments(ctx: Context, changes: Partial<PaymentSettings>): Promise<void> {
  await saveSetting(ctx.db, { key: 'payments', value: { ...DEFAULT_PAYMENTS, ...changes }, actorId: 'test' })
  forgetStoreSettings(ctx.db)
}

async function checkOut(ctx: Context, { canShowForm = false } = {}) {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const purchase = buildPurchase([{ productId, quantity: 1 }])
  return startCardCheckout(ctx, purchase, newIdempotencyKey(), { canShowForm })
}

const sessionOf = (ctx: CardContext, id: string) => ctx.payments.sessions.get(id)

/** The account as its next request knows it. */
async function nextRequest(ctx: BuyerContext): Promise<BuyerContext> {
  return { ...ctx, actor: { ...ctx.actor, paymentCustomerId: await findCustomerId(ctx.db, ctx.actor.id) } }
}

test('an account gets one customer at the provider, which every session of its orders has', async ({
  grace,
}) => {
  const first = await checkOut(grace)
  const customerId = await findCustomerId(grace.db, grace.actor.id)
  expect(customerId).toMatch(/^cus_/)
  expect(sessionOf(grace, first.sessionId)?.customerId).toBe(customerId)
  const second = await checkOut(await nextRequest(grace))
  expect(sessionOf(grace, second.sessionId)?.customerId).toBe(customerId)
  expect(grace.payments.customers.size).toBe(1)
})

test('a guest, and an account whose store saves nothing, get no customer', async ({ guest, grace }) => {
  const { sessionId } = await checkOut(guest)
  expect(sessionOf(guest, sessionId)).not.toHaveProperty('customerId')
  await changePayments(guest, { saveMethods: false })
  const checkout = await checkOut({ ...grace, actor: { ...grace.actor, paymentCustomerId: 'cus_before' } })
  expect(sessionOf(grace, checkout.sessionId)).not.toHaveProperty('customerId')
  expect(guest.payments.customers.size).toBe(0)
})

test('checkouts at the same time make one customer', async ({ grace }) => {
  const checkouts = await Promise.all([1, 2, 3].map(() => checkOut(grace).catch(() => undefined)))
  const customerId = await findCustomerId(grace.db, grace.actor.id)
  for (const { customerId: used } of grace.payments.sessions.values()) expect(used).toBe(customerId)
  expect(checkouts.filter(Boolean).length).toBeGreaterThan(0)
  expect(grace.payments.customers.size).toBe(1)
})

test('a customer that another request stored first is used, and the further one is deleted', async ({
  grace,
}) => {
  await execute(grace.db)`update profiles set payment_customer_id = 'cus_first' where id = ${grace.actor.id}`
  grace.payments.customers.set('cus_first', [])
  const { sessionId } = await checkOut(grace)
  expect(sessionOf(grace, sessionId)?.customerId).toBe('cus_first')
  const further = [...grace.payments.customers.keys()].find((id) => id !== 'cus_first')
  expect(await findJobs(grace.db, `:${further}`)).toMatchObject([{ name: 'delete-payment-customer' }])
})

test('after a crash between creating and storing, the next checkout finds the same customer', async ({
  grace,
}) => {
  const account = { accountId: grace.actor.id, email: grace.actor.email }
  const created = await grace.payments.createCustomer(account, `customer:${grace.actor.id}`)
  await checkOut(grace)
  expect(await findCustomerId(grace.db, grace.actor.id)).toBe(created)
})

test('a customer that was deleted at the provider is replaced, once for checkouts at the same time', async ({
  grace,
}) => {
  await checkOut(grace)
  const known = await nextRequest(grace)
  const deleted = known.actor.paymentCustomerId ?? ''
  await grace.payments.deleteCustomer(deleted)
  const [{ sessionId }, other] = await Promise.all([checkOut(known), checkOut(known).catch(() => undefined)])
  const replacement = await findCustomerId(grace.db, grace.actor.id)
  expect(replacement).not.toBe(deleted)
  expect(sessionOf(grace, sessionId)?.customerId).toBe(replacement)
  if (other) expect(sessionOf(grace, other.sessionId)?.customerId).toBe(replacement)
  expect([...grace.payments.customers.keys()]).toEqual([replacement])
})

test('if the provider makes no customer, or doesn’t answer in time, the order is paid without', async ({
  grace,
}) => {
  for (const error of [
    new ProviderAuthFailure('The key may not create customers', {}),
    new UncertainOutcome('timeout', {}),
  ]) {
    grace.payments.createCustomer = () => Promise.reject(error)
    const { sessionId } = await checkOut(grace)
    expect(sessionOf(grace, sessionId)).not.toHaveProperty('customerId', expect.any(String))
  }
  expect(await findCustomerId(grace.db, grace.actor.id)).toBeNull()
})

test('the form with saved methods is shown only to the customer', async ({ guest, grace }) => {
  await changePayments(grace, { saveMethods: true, form: 'store' })
  const { sessionId } = await checkOut(grace, { canShowForm: true })
  expect(await findPaymentForm(grace, sessionId)).toMatchObject({ clientSecret: `${sessionId}_secret` })
  const linus = await asCustomer(guest)
  for (const ctx of [guest, linus])
    expect(await findPaymentForm(ctx, sessionId)).toMatchObject({ state: 'open', clientSecret: null })
  const page = await replaceFormWithPage(guest, sessionId)
  expect(sessionOf(guest, page?.sessionId ?? '')).not.toHaveProperty('customerId')
})

test('a payment link shows saved methods to the customer, and to nobody else who has it', async ({
  guest,
  grace,
}) => {
  const { order } = await checkOut(grace)
  const find = async () => (await listPayments(grace.db, order.id))[0]
  const open = async (ctx: CardContext) => {
    const current = await readOrder(ctx.db, order.id)
    if (!current) throw new Error('The order was not found')
    const url = await openLinkedPayment(ctx, current, '/pay')
    return { url, session: sessionOf(ctx, (await find())?.providerId ?? '') }
  }
  const own = await open(grace)
  expect(own.session?.customerId).toBe(await findCustomerId(grace.db, grace.actor.id))
  expect((await open(grace)).url).toBe(own.url)
  const forwarded = await open(guest)
  expect(forwarded.url).not.toBe(own.url)
  expect(forwarded.session).not.toHaveProperty('customerId')
  // The page without saved methods is open, and an order has only one.
  expect((await open(grace)).url).toBe(forwarded.url)
})

test('a known customer takes no further statement', async ({ grace, connection }) => {
  const ctx = { ...grace, settings: { ...grace.settings, limits: false } }
  await checkOut(ctx)
  const known = await nextRequest(ctx)
  const countCheckout = async (saveMethods: boolean) => {
    await changePayments(ctx, { saveMethods })
    await readStoreSettings(ctx.db)
    const { id: productId } = await buildProduct(ctx, { stock: 9 })
    const statements = countStatements(connection)
    await startCardCheckout(known, buildPurchase([{ productId, quantity: 1 }]), newIdempotencyKey())
    return statements().length
  }
  // Each replaces the order before it.
  expect(await countCheckout(true)).toBe(await countCheckout(false))
})
