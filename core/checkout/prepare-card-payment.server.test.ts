import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { findOrderHistory } from '../orders/order-history.server.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { settlePayment } from './settle-payment.server.ts'

const oneUnit = async (ctx: CardContext, stock = 50) => [
  { productId: (await buildProduct(ctx, { stock })).id, quantity: 1 },
]

test('an email address can have two open payments, on any network, also when it starts them at once', async ({
  paymentContext: ctx,
}) => {
  const lines = await oneUnit(ctx)
  const email = 'two@orchard.example'
  const from = (nth: number) => ({ ...ctx, visitor: { ...ctx.visitor, ipAddress: `192.0.2.${nth}` } })
  const started = await Promise.allSettled(
    [1, 2, 3, 4].map((nth) => startCheckout(from(nth), lines, { email })),
  )
  const refusals = started.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toHaveLength(2)
  expect(refusals[0]).toMatchObject({ code: 'too_often', retryAfter: 600 })
})

test('a network can have ten open payments, until one is paid', async ({ paymentContext: ctx }) => {
  const lines = await oneUnit(ctx)
  const checkouts = []
  for (let nth = 0; nth < 10; nth++) checkouts.push(await startCheckout(ctx, lines))
  await expect(startCheckout(ctx, lines)).rejects.toMatchObject({ code: 'too_often' })
  await settlePayment(ctx, ctx.payments.pay(checkouts[0]?.sessionId ?? ''))
  expect((await startCheckout(ctx, lines)).order.status).toBe('pending')
})

test('a store without limits has none', async ({ paymentContext: ctx }) => {
  const unlimited = { ...ctx, settings: { ...ctx.settings, limits: false } }
  const lines = await oneUnit(ctx)
  const email = 'many@orchard.example'
  for (let nth = 0; nth < 3; nth++) await startCheckout(unlimited, lines, { email })
})

test('a new checkout of the same account or browser replaces the unpaid one and takes over its stock', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const lines = await oneUnit(ctx, 1)
  const first = await startCheckout(grace, lines)
  const second = await startCheckout(grace, lines)
  const replaced = await readOrder(ctx.db, first.order.id)
  expect(replaced).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
  const history = await findOrderHistory(await asAdmin(ctx), first.order.id)
  expect(history).toContainEqual(
    expect.objectContaining({ message: 'Pending → Cancelled: Replaced by a newer checkout', by: 'store' }),
  )
  const browserOrders = [second.order.id]
  const purchase = buildPurchase(lines)
  const third = await startCardCheckout(ctx, purchase, newIdempotencyKey(), { browserOrders })
  expect((await readOrder(ctx.db, second.order.id))?.status).toBe('cancelled')
  expect((await readOrder(ctx.db, third.order.id))?.status).toBe('pending')
  expect(await findStock(ctx.db, lines[0]?.productId ?? '')).toBe(0)
})

test('a guest’s new checkout replaces nothing that their browser didn’t start', async ({
  paymentContext: ctx,
}) => {
  const lines = await oneUnit(ctx)
  const email = 'guest-again@orchard.example'
  const first = await startCheckout(ctx, lines, { email })
  await startCheckout(ctx, lines, { email })
  expect((await readOrder(ctx.db, first.order.id))?.status).toBe('pending')
})

test('an earlier checkout that was paid in the meantime is not replaced: the shopper learns that it went through', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const lines = await oneUnit(ctx)
  const { sessionId, order } = await startCheckout(grace, lines)
  ctx.payments.pay(sessionId)
  await expect(startCheckout(grace, lines)).rejects.toMatchObject({
    ...{ code: 'conflict' },
    message: `Your payment for order #${order.number} went through, so you don’t need to pay again.`,
  })
  expect(await readOrder(ctx.db, order.id)).toMatchObject({ status: 'pending', paymentStatus: 'paid' })
})
