import { vi } from 'vitest'
import { addToCart, findCart } from '#core/cart/cart.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import { UncertainOutcome } from '#core/payments/payment.ts'
import { listPayments } from '#core/payments/payments.server.ts'
import { asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { changePaymentSettings } from '#test/payments/payment-settings.ts'
import { handleProviderEvent } from '../handle-provider-event.server.ts'
import { replaceFormWithPage } from '../payment-form.server.ts'
import { expirePayment } from '../reconcile-payments.server.ts'
import { settlePayment } from '../settle-payment.server.ts'
import { quoteExpress } from './express-quote.server.ts'
import { type ExpressPurchase, startExpressCheckout } from './start-express-checkout.server.ts'

let shopperCount = 0

async function openSheet(ctx: CardContext, stock = 9) {
  await changePaymentSettings(ctx, { express: 'cart', methods: { ...NO_METHODS, klarna: true, upi: true } })
  const { id: productId } = await buildProduct(ctx, { stock })
  const lines = [{ productId, quantity: 1 }]
  const quote = await quoteExpress(ctx, { lines, code: '' })
  return { lines, productId, quote }
}

const NO_METHODS = { link: false, paypal: false, klarna: false, upi: false, ideal: false, bancontact: false }

function confirm(
  ctx: CardContext,
  { lines, quote }: Pick<Awaited<ReturnType<typeof openSheet>>, 'lines' | 'quote'>,
  {
    key = newIdempotencyKey(),
    browserOrders = [],
    ...changes
  }: Partial<ExpressPurchase> & { key?: string; browserOrders?: string[] } = {},
) {
  const { total, currency } = quote
  const purchase: ExpressPurchase = {
    ...{ lines, code: '', samples: [], source: null, country: 'US' },
    expected: { total, currency },
    wallet: walletOf({}),
    ...changes,
  }
  return startExpressCheckout(ctx, purchase, key, browserOrders)
}

function walletOf(changes: Partial<ExpressPurchase['wallet']>): ExpressPurchase['wallet'] {
  return {
    name: 'Rosa Maria Quill',
    email: `wallet${++shopperCount}@orchard.example`,
    phone: '+1 518 555 0142',
    address: { line1: '12 Pear Lane', line2: 'Flat 3', city: 'Albany', state: 'NY', postalCode: '12207' },
    ...changes,
  }
}

test('the sheet shows the store’s quote, and the order is written with that total before anything is paid', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const { lines, shipping, total } = sheet.quote
  expect(lines.reduce((sum, { amount }) => sum + amount, shipping)).toBe(total)
  const { order, sessionId, clientSecret } = await confirm(ctx, sheet)
  expect(clientSecret).toBe(`${sessionId}_secret`)
  expect(sessionId).toMatch(/^pi_/)
  expect(await readOrder(ctx.db, order.id)).toMatchObject({
    ...{ total, status: 'pending', paymentStatus: 'pending', paymentMethod: 'card' },
    shippingAddress: {
      ...{
        firstName: 'Rosa Maria',
        lastName: 'Quill',
        address: '12 Pear Lane, Flat 3',
        country: 'United States',
      },
    },
  })
  expect(await findStock(ctx.db, sheet.productId)).toBe(8)
  await settlePayment(ctx, ctx.payments.pay(sessionId))
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid' })
})

test('a repeated request returns the same secret, and one order', async ({ paymentContext: ctx }) => {
  const sheet = await openSheet(ctx)
  const [wallet, key] = [walletOf({}), newIdempotencyKey()]
  const [first, second] = await Promise.all([
    confirm(ctx, sheet, { wallet, key }),
    confirm(ctx, sheet, { wallet, key }),
  ])
  expect(second).toMatchObject({ sessionId: first.sessionId, clientSecret: first.clientSecret })
  expect(second.order.id).toBe(first.order.id)
  expect(await findStock(ctx.db, sheet.productId)).toBe(8)
  await settlePayment(ctx, ctx.payments.pay(first.sessionId))
  expect(await confirm(ctx, sheet, { wallet, key })).toMatchObject({ clientSecret: null })
})

test('another attempt in the same browser replaces the first, whose payment is closed', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx, 1)
  const first = await confirm(ctx, sheet)
  const second = await confirm(ctx, sheet, { browserOrders: [first.order.id] })
  expect(await readOrder(ctx.db, first.order.id)).toMatchObject({ status: 'cancelled' })
  expect(second.sessionId).not.toBe(first.sessionId)
  expect(await findStock(ctx.db, sheet.productId)).toBe(0)
})

test('one unit that is bought beside the cart takes one unit out of it', async ({ paymentContext }) => {
  const ctx = await asCustomer(paymentContext)
  const sheet = await openSheet(ctx)
  const { id: other } = await buildProduct(ctx, { stock: 3 })
  await addToCart(ctx, { productId: sheet.productId, quantity: 3 })
  await addToCart(ctx, { productId: other, quantity: 1 })
  const { sessionId } = await confirm(ctx, sheet)
  expect(await findCart(ctx)).toHaveLength(2)
  await settlePayment(ctx, ctx.payments.pay(sessionId))
  expect((await findCart(ctx)).map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [sheet.productId, 2],
    [other, 1],
  ])
})

test('two shoppers confirm the last unit at once: one gets it, the other nothing to pay', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx, 1)
  const results = await Promise.allSettled([confirm(ctx, sheet), confirm(ctx, sheet)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ code: 'out_of_stock' })
  expect(ctx.payments.sessions.size).toBe(1)
})

test.for([
  [
    'a country that these prices aren’t for',
    { country: 'FR' },
    'country',
    /^These prices are for the United States\./,
  ],
  ['no phone number', { wallet: { phone: '' } }, 'mobileNumber', 'Please enter a valid mobile number'],
  [
    'an email address that is two',
    { wallet: { email: 'a@b.example, c@d.example' } },
    'email',
    'Please enter a valid email address',
  ],
  ['one name', { wallet: { name: 'Rosa' } }, 'lastName', 'Last name is required'],
  [
    'a ZIP code of another country',
    { wallet: { address: { line1: 'x', line2: '', city: 'y', state: 'NY', postalCode: 'SW1A 1AA' } } },
    'zipCode',
    /ZIP/,
  ],
] as const)(
  'a wallet with %s is refused before an order is written',
  async ([, changes, field, message], { paymentContext: ctx }) => {
    const sheet = await openSheet(ctx)
    const { wallet, ...others } = { wallet: {}, ...changes }
    const attempt = confirm(ctx, sheet, { ...others, wallet: walletOf(wallet) })
    const matcher = typeof message === 'string' ? message : expect.stringMatching(message)
    await expect(attempt).rejects.toMatchObject({
      code: 'invalid_input',
      message: matcher,
      fields: { [field]: matcher },
    })
    expect(await findStock(ctx.db, sheet.productId)).toBe(9)
  },
)

test('names of any script are names, and what has no state gets the city', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const address = { line1: '١٢ شارع', line2: '', city: 'Albany', state: '', postalCode: '12207' }
  const { order } = await confirm(ctx, sheet, { wallet: walletOf({ name: 'روزا 🌹 قيل', address }) })
  expect(order.shippingAddress).toMatchObject({ firstName: 'روزا 🌹', lastName: 'قيل', state: 'Albany' })
})

test('a total that isn’t the sheet’s is refused with the new one', async ({ paymentContext: ctx }) => {
  const sheet = await openSheet(ctx)
  const expected = { total: sheet.quote.total - 1, currency: 'usd' } as const
  await expect(confirm(ctx, sheet, { expected })).rejects.toMatchObject({
    code: 'price_changed',
    quote: { total: sheet.quote.total },
  })
})

test('nothing is sold by express while the owner has it off, or without the provider’s library', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const withoutLibrary = { ...ctx, payments: { ...ctx.payments, library: null } }
  await expect(confirm(withoutLibrary, sheet)).rejects.toMatchObject({ code: 'not_found' })
  await changePaymentSettings(ctx, { express: 'nowhere' })
  await expect(confirm(ctx, sheet)).rejects.toMatchObject({ code: 'not_found' })
})

test('if the provider doesn’t answer, the order is cancelled, its stock free, and the key usable again', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const key = newIdempotencyKey()
  const { createSession } = ctx.payments
  ctx.payments.createSession = async () => {
    throw new UncertainOutcome('timeout', {})
  }
  await expect(confirm(ctx, sheet, { key })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await findStock(ctx.db, sheet.productId)).toBe(9)
  ctx.payments.createSession = createSession
  expect((await confirm(ctx, sheet, { key })).clientSecret).not.toBeNull()
})

test('an express payment that nobody confirms expires like any other, and its intent is cancelled', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const { order, sessionId } = await confirm(ctx, sheet)
  const [payment] = await listPayments(ctx.db, order.id)
  const later = payment?.expiresAt ?? new Date()
  vi.setSystemTime(later.getTime() + 1000)
  await expirePayment({ ...ctx, now: new Date() }, payment?.id ?? '')
  vi.useRealTimers()
  expect(ctx.payments.sessions.get(sessionId)?.state).toBe('expired')
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'cancelled' })
  expect(await findStock(ctx.db, sheet.productId)).toBe(9)
})

test('a late payment of a closed express order is settled or refunded as any late payment', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx, 1)
  const first = await confirm(ctx, sheet)
  await confirm(ctx, sheet, { browserOrders: [first.order.id] })
  expect(await settlePayment(ctx, ctx.payments.pay(first.sessionId))).toBe('late payment: refunded')
})

test('an intent of another amount or currency settles nothing, and the owner gets an email', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const { order, sessionId } = await confirm(ctx, sheet)
  const paid = ctx.payments.pay(sessionId)
  expect(await settlePayment(ctx, { ...paid, amount: paid.amount - 1 })).toBe('mismatch')
  expect(await settlePayment(ctx, { ...paid, currency: 'inr' })).toBe('mismatch')
  expect(await settlePayment(ctx, { ...paid, id: 'pi_other', intentId: 'pi_other' })).toBe('mismatch')
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'pending' })
})

test('an app that refuses after the shopper confirmed fails the payment at once', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const { order, sessionId } = await confirm(ctx, sheet)
  const open = ctx.payments.sessions.get(sessionId)
  if (!open) throw new Error('The session was not found')
  const event = {
    id: 'evt_1',
    at: new Date(),
    session: null,
    declinedPaymentId: null,
    refund: null,
    refundedIntentId: null,
    dispute: null,
  }
  const processing = { ...open, state: 'complete', intentId: sessionId } as const
  ctx.payments.sessions.set(sessionId, processing)
  expect(
    await handleProviderEvent(ctx, {
      ...event,
      id: `evt_p${sessionId}`,
      kind: 'payment_intent.processing',
      session: processing,
    }),
  ).toBe('processing')
  ctx.payments.sessions.set(sessionId, { ...open, intentId: sessionId })
  const declined = {
    ...event,
    id: `evt_f${sessionId}`,
    kind: 'payment_intent.payment_failed',
    declinedPaymentId: open.paymentId,
  }
  expect(await handleProviderEvent(ctx, declined)).toBe('failed')
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'cancelled', paymentProcessing: false })
})

test('an order that was begun with a wallet can be paid on the provider’s page', async ({
  paymentContext: ctx,
}) => {
  const sheet = await openSheet(ctx)
  const { order, sessionId } = await confirm(ctx, sheet)
  const page = await replaceFormWithPage(ctx, sessionId)
  expect(page?.url).toMatch(/^https:\/\/pay\.example\//)
  expect(ctx.payments.sessions.get(sessionId)?.state).toBe('expired')
  await settlePayment(ctx, ctx.payments.pay(page?.sessionId ?? ''))
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ paymentStatus: 'paid' })
})
