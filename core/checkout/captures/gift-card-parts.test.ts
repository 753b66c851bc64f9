import { findBalance } from '#core/gift-cards/find-gift-cards.server.ts'
import { issueGiftCard } from '#core/gift-cards/manage-gift-cards.server.ts'
import { shipOrder } from '#core/orders/admin/ship-orders.server.ts'
import { cancelOrder } from '#core/orders/cancel-order.server.ts'
import { listPayments } from '#core/payments/payments.server.ts'
import { asAdmin } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { sellGiftCards, startGiftCardCheckout } from '#test/gift-card-orders.ts'
import { chargeWhenOrdersShip, reload, report, runCaptures } from '#test/payments/authorized-orders.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { startCardCheckout } from '../card-checkout.server.ts'

/** $61.84, of which a gift card pays $20.00. */
async function buildDividedOrder(ctx: CardContext) {
  await chargeWhenOrdersShip(ctx)
  const { code } = await issueGiftCard(await asAdmin(ctx), { amount: 2000, currency: 'usd' })
  const { id: productId } = await buildProduct(ctx, { price: 4800, stock: 9 })
  const purchase = {
    ...buildPurchase([{ productId, quantity: 1 }]),
    giftCards: { codes: [code], useCredit: false },
  }
  const { order, sessionId } = await startCardCheckout(ctx, purchase, newIdempotencyKey())
  const { intentId } = ctx.payments.authorize(sessionId)
  expect(await report(ctx, sessionId)).toBe('authorized')
  return { order, intentId: intentId ?? '', balance: async () => (await findBalance(ctx, code)).balance }
}

test('the card is charged what the gift card leaves', async ({ paymentContext: ctx }) => {
  const { order, intentId, balance } = await buildDividedOrder(ctx)
  await shipOrder(await asAdmin(ctx), order.id)
  await runCaptures(ctx, order)
  expect(await ctx.payments.findIntent(intentId)).toMatchObject({ captured: 6184 - 2000 })
  expect(await reload(ctx, order)).toMatchObject({ paymentStatus: 'paid' })
  expect(await balance()).toBe(0)
  await expectBalancedBooks(ctx.db)
})

test('a cancelled order gives the gift card its money back, and the authorization ends', async ({
  paymentContext: ctx,
}) => {
  const { order, balance } = await buildDividedOrder(ctx)
  await cancelOrder(await asAdmin(ctx), order.id)
  expect(await balance()).toBe(2000)
  await expectBalancedBooks(ctx.db)
})

test('a gift card that is sold is charged at once, because it is delivered at once', async ({
  paymentContext: ctx,
}) => {
  await chargeWhenOrdersShip(ctx)
  await sellGiftCards(ctx)
  const { order } = await startGiftCardCheckout(ctx)
  expect(await listPayments(ctx.db, order.id)).toMatchObject([{ capture: 'automatic' }])
})
