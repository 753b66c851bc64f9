import { vi } from 'vitest'
import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { readOrder } from '../orders/find-order.server.ts'
import { findOrderHistory } from '../orders/order-history.server.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { settlePayment } from './settle-payment.server.ts'

const WAIT = { timeout: 10_000 }

const oneUnit = async (ctx: CardContext, stock = 50) => [
  { productId: (await buildProduct(ctx, { stock })).id, quantity: 1 },
]

const onNetwork = (ctx: CardContext, ipAddress: string): CardContext => ({
  ...ctx,
  visitor: { ...ctx.visitor, ipAddress },
})

test('open payments with someone’s email address don’t keep them from paying, signed in or not', async ({
  paymentContext: ctx,
}) => {
  const lines = await oneUnit(ctx)
  const victim = await asCustomer(ctx)
  const email = victim.actor.kind === 'user' ? victim.actor.email : ''
  const attacker = onNetwork(ctx, '192.0.2.1')
  for (let nth = 0; nth < 3; nth++) await startCheckout(attacker, lines, { email })
  expect((await startCheckout(ctx, lines, { email })).order.status).toBe('pending')
  expect((await startCheckout(victim, lines, { email })).order.status).toBe('pending')
})

test('guests of a network can have ten open payments, also when they start them at once, until one is paid', async ({
  paymentContext: ctx,
}) => {
  const lines = await oneUnit(ctx)
  const started = await Promise.allSettled(Array.from({ length: 14 }, () => startCheckout(ctx, lines)))
  const checkouts = started.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const refusals = started.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(checkouts).toHaveLength(10)
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'too_often', retryAfter: 600 })
  await settlePayment(ctx, ctx.payments.pay(checkouts[0]?.sessionId ?? ''))
  expect((await startCheckout(ctx, lines)).order.status).toBe('pending')
})

test('a signed-in customer pays on a network where guests have used up their payments', async ({
  paymentContext: ctx,
}) => {
  const lines = await oneUnit(ctx)
  for (let nth = 0; nth < 10; nth++) await startCheckout(ctx, lines)
  await expect(startCheckout(ctx, lines)).rejects.toMatchObject({ code: 'too_often' })
  expect((await startCheckout(await asCustomer(ctx), lines)).order.status).toBe('pending')
  expect((await startCheckout(onNetwork(ctx, '192.0.2.2'), lines)).order.status).toBe('pending')
})

test('guests of a network can’t hold a boutique’s stock, one after the other or at once', async ({
  paymentContext: ctx,
}) => {
  const products = await Promise.all(Array.from({ length: 9 }, () => buildProduct(ctx, { stock: 200 })))
  const lines = products.map(({ id: productId }) => ({ productId, quantity: 20 }))
  const started = await Promise.allSettled(Array.from({ length: 8 }, () => startCheckout(ctx, lines)))
  const refusals = started.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'too_often' })
  for (const { id } of products) expect(await findStock(ctx.db, id)).toBeGreaterThanOrEqual(134)
  expect((await startCheckout(onNetwork(ctx, '192.0.2.3'), lines)).order.status).toBe('pending')
})

test('an order that would hold most of a boutique is refused, after its quantities and stock are checked', async ({
  paymentContext: ctx,
}) => {
  const products = await Promise.all(Array.from({ length: 8 }, () => buildProduct(ctx, { stock: 20 })))
  const buy = (quantity: number) =>
    startCheckout(
      ctx,
      products.map(({ id: productId }) => ({ productId, quantity })),
    )
  await expect(buy(21)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(buy(16)).rejects.toMatchObject({
    ...{ code: 'conflict' },
    message: expect.stringContaining('larger than we can reserve'),
  })
  await buildProduct(ctx, { stock: 1 }).then((scarce) => products.push(scarce))
  await expect(buy(16)).rejects.toMatchObject({ code: 'out_of_stock' })
  products.pop()
  expect((await buy(15)).order.status).toBe('pending')
})

test('a store without limits has none', async ({ paymentContext: ctx }) => {
  const unlimited = { ...ctx, settings: { ...ctx.settings, limits: false } }
  const lines = await oneUnit(ctx)
  for (let nth = 0; nth < 11; nth++) await startCheckout(unlimited, lines)
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

test('other shoppers don’t wait for a checkout that replaces an older one', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const lines = await oneUnit(ctx)
  await startCheckout(grace, lines)
  const code = 'SLOW'
  await createOffer(await asAdmin(ctx), {
    ...{ code, title: 'x', kind: 'amount', value: 500, minimum: 0, endsAt: null },
    ...{ totalLimit: 9, customerLimit: null },
  })
  const replacement = await ctx.db.transaction(async (tx) => {
    await execute(tx)`select from offers where code = ${code} for update`
    const waiting = startCheckout(grace, lines, { code })
    await vi.waitFor(async () => {
      expect(
        await queryColumn(ctx.db, z.int())`
          select pid from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database() and query like '%from offers%for no key update%'`,
      ).toHaveLength(1)
    }, WAIT)
    const stranger = onNetwork(ctx, '192.0.2.4')
    expect((await startCheckout(stranger, lines)).order.status).toBe('pending')
    return { waiting }
  })
  expect((await replacement.waiting).order.status).toBe('pending')
  expect(await findStock(ctx.db, lines[0]?.productId ?? '')).toBe(48)
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
