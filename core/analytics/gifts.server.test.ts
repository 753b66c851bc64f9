import { issueGiftCard } from '#core/gift-cards/manage-gift-cards.server.ts'
import { buildExchangeableOrder } from '#core/orders/exchanges/exchange.fixture.ts'
import { declineReturn } from '#core/orders/returns/process-return.server.ts'
import { requestReturn } from '#core/orders/returns/returns.server.ts'
import { buildWaitingCustomer } from '#core/wishlist/wishlist.fixture.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { buildGiftCardOrder, sellGiftCards } from '#test/gift-card-orders.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { startCardCheckout } from '../checkout/card-checkout.server.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { readGifts } from './gifts.server.ts'

const DAY_MS = 24 * 3_600_000

/** The movements of unpaid orders have the time of the database. */
function readWeek({ db }: CardContext) {
  const until = new Date(Date.now() + DAY_MS)
  return readGifts(db, new Date(until.getTime() - 7 * DAY_MS), until)
}

test('gift cards count when they are sold and when they pay, but not when an unpaid order gives back', async ({
  paymentContext: ctx,
}) => {
  await sellGiftCards(ctx)
  await buildGiftCardOrder(ctx, { amount: 5000 })
  const admin = await asAdmin(ctx)
  const { code } = await issueGiftCard(admin, { amount: 3000, currency: 'usd' })
  const { id: productId } = await buildProduct(ctx, { price: 4800, stock: 9 })
  const giftCards = { codes: [code], useCredit: false }
  const purchase = { ...buildPurchase([{ productId, quantity: 1 }]), giftCards }
  const { order } = await startCardCheckout(ctx, purchase, newIdempotencyKey())
  const sold = { giftCardsSold: 1, giftCardSales: 5000 }
  expect(await readWeek(ctx)).toMatchObject({ ...sold, giftCardPayments: 3000 })
  await cancelOrder(admin, order.id)
  expect(await readWeek(ctx)).toMatchObject({ ...sold, giftCardPayments: 0 })
  const future = new Date(Date.now() + 9 * DAY_MS)
  expect(await readGifts(ctx.db, new Date(future.getTime() - 7 * DAY_MS), future)).toMatchObject({
    giftCardsSold: 0,
    giftCardSales: 0,
  })
})

test('exchanges are counted among the returns, and declined ones are not', async ({
  paymentContext: ctx,
}) => {
  const shop = await buildExchangeableOrder(ctx)
  const { admin, id, plum, fig } = shop
  const reason = 'Too dark'
  const items = [{ productId: plum, quantity: 1, replacementId: fig }]
  await requestReturn(admin, id, { items, resolution: 'exchange', reason })
  expect(await readWeek(ctx)).toMatchObject({ returns: 1, exchanges: 1 })
  const refund = await requestReturn(admin, id, {
    items: [{ productId: plum, quantity: 1 }],
    resolution: 'refund',
    reason,
  })
  expect(await readWeek(ctx)).toMatchObject({ returns: 2, exchanges: 1 })
  await declineReturn(admin, refund.id, 'Opened')
  expect(await readWeek(ctx)).toMatchObject({ returns: 1, exchanges: 1 })
})

test('the products on most wish lists come first', async ({ paymentContext: ctx }) => {
  const [plum, fig] = [await buildProduct(ctx, { name: 'Plum' }), await buildProduct(ctx, { name: 'Fig' })]
  await buildWaitingCustomer(ctx, [plum.id, fig.id])
  await buildWaitingCustomer(ctx, [fig.id])
  expect((await readWeek(ctx)).wished).toMatchObject([
    { name: 'Fig', wishes: 2 },
    { name: 'Plum', wishes: 1 },
  ])
})
