import { z } from 'zod'
import { payDifference, payDifferenceByLink } from '#core/checkout/pay-difference.server.ts'
import { reconcilePayments } from '#core/checkout/reconcile-payments.server.ts'
import { settlePayment } from '#core/checkout/settle-payment.server.ts'
import { findOpenOrderIds, listPayments } from '#core/payments/payments.server.ts'
import { listRefunds } from '#core/payments/refunds.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asCustomer } from '#test/accounts.ts'
import { findStock } from '#test/checkout.ts'
import { type CardContext, expect, startCheckout, test } from '#test/payments/card-orders.ts'
import { cancelOrder } from '../cancel-order.server.ts'
import { findOrder } from '../find-order.server.ts'
import { createOrderToken } from '../order-link.ts'
import { listReturns } from '../returns/returns.server.ts'
import { createExchange } from './create-exchange.server.ts'
import { buildExchangeableOrder } from './exchange.fixture.ts'

/** The replacement costs $62.64 with tax, the returned item $51.84: $10.80 are due. */
async function buildDifference(ctx: CardContext, hasAccount = false) {
  const shop = await buildExchangeableOrder(ctx, { figPrice: 5800, hasAccount })
  const { admin, id, plum, fig } = shop
  const items = [{ productId: plum, quantity: 1, replacementId: fig }]
  const { replacementOrder } = await createExchange(admin, id, { items })
  const replacement = await findOrder(admin, replacementOrder ?? '')
  const link = { number: replacement.number, token: createOrderToken(ctx.settings, replacement.id) }
  return { ...shop, replacement, link }
}

const balanceOf = async (ctx: CardContext, userId: string | null) =>
  (
    await queryColumn(ctx.db, z.int())`
      select coalesce(sum(balance), 0)::int from gift_cards where user_id = ${userId}`
  )[0]

test('a dearer shade waits for the difference, for a week', async ({ paymentContext: ctx }) => {
  const { replacement, fig } = await buildDifference(ctx)
  expect(replacement).toMatchObject({ paymentStatus: 'pending', total: 6264, giftCardAmount: 5184 })
  const [payment] = await listPayments(ctx.db, replacement.id)
  expect(payment).toMatchObject({ state: 'open', amount: 1080 })
  expect(payment?.expiresAt?.getTime()).toBe(replacement.createdAt.getTime() + 7 * DAY_MS)
  expect(await findStock(ctx.db, fig)).toBe(8)
})

test('a guest pays the difference by the emailed link, and the replacements can be packed', async ({
  paymentContext: ctx,
}) => {
  const { admin, replacement, link, fig } = await buildDifference(ctx)
  const url = await payDifferenceByLink(ctx, link)
  expect(await payDifferenceByLink(ctx, link), 'the same page while it is open').toBe(url)
  const [payment] = await listPayments(ctx.db, replacement.id)
  await settlePayment(ctx, ctx.payments.pay(payment?.providerId ?? ''))
  expect(await findOrder(admin, replacement.id)).toMatchObject({ paymentStatus: 'paid', status: 'pending' })
  expect(await findStock(ctx.db, fig)).toBe(8)
  await expect(payDifferenceByLink(ctx, link)).rejects.toThrow('There is nothing left to pay for this order.')
})

test('a page that expires at the provider doesn’t end the exchange; the next one can be paid', async ({
  paymentContext: ctx,
}) => {
  const { admin, replacement, link } = await buildDifference(ctx)
  await payDifferenceByLink(ctx, link)
  const [first] = await listPayments(ctx.db, replacement.id)
  await ctx.payments.expireSession(first?.providerId ?? '')
  await settlePayment(ctx, await ctx.payments.findSession(first?.providerId ?? ''))
  expect(await findOrder(admin, replacement.id)).toMatchObject({ status: 'pending' })
  await payDifferenceByLink(ctx, link)
  const [second] = await listPayments(ctx.db, replacement.id)
  expect(second?.providerId).not.toBe(first?.providerId)
  await settlePayment(ctx, ctx.payments.pay(second?.providerId ?? ''))
  expect(await findOrder(admin, replacement.id)).toMatchObject({ paymentStatus: 'paid' })
})

test.for(['expires', 'is cancelled'])(
  'if the difference %s, the card gets the value back and the shade is free again',
  async (end, { paymentContext: ctx }) => {
    const { admin, id, replacement, fig, userId, plum } = await buildDifference(ctx, true)
    if (end === 'is cancelled') await cancelOrder(admin, replacement.id)
    else {
      await execute(ctx.db)`
        update payments set expires_at = now() - interval '1 second' where order_id = ${replacement.id}`
      await reconcilePayments(ctx)
    }
    expect(await findOrder(admin, replacement.id)).toMatchObject({ status: 'cancelled' })
    expect(await findStock(ctx.db, fig)).toBe(9)
    expect(await balanceOf(ctx, userId)).toBe(0)
    expect(await listRefunds(ctx.db, id)).toMatchObject([
      { tender: 'store_credit', amount: 5184, state: 'failed' },
      {
        ...{ tender: 'card', amount: 5184, state: 'pending', reason: 'returned' },
        lines: [{ productId: plum, quantity: 1 }],
      },
    ])
    const [exchange] = await listReturns(admin, await findOrder(admin, id))
    expect(exchange).toMatchObject({ resolution: 'refund', state: 'closed' })
  },
)

test('the customer’s next checkout leaves an unpaid exchange open', async ({ paymentContext: ctx }) => {
  const { customer, admin, replacement, plum, userId } = await buildDifference(ctx, true)
  expect(await findOpenOrderIds(ctx.db, userId, [replacement.id])).toEqual([])
  await startCheckout(customer ?? ctx, [{ productId: plum, quantity: 1 }])
  expect(await findOrder(admin, replacement.id)).toMatchObject({ status: 'pending' })
})

test('nobody else can pay an account’s difference, or see its order', async ({ paymentContext: ctx }) => {
  const { customer, admin, replacement } = await buildDifference(ctx, true)
  const stranger = await asCustomer(ctx)
  await expect(payDifference(stranger, replacement.number)).rejects.toMatchObject({ code: 'not_found' })
  await expect(payDifference(admin, replacement.number)).rejects.toMatchObject({ code: 'forbidden' })
  expect(await payDifference(customer ?? ctx, replacement.number)).toContain('http')
})
