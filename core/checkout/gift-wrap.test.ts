import { z } from 'zod'
import { changeStoreSettings, findStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin, buildActor } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { findStock, newIdempotencyKey } from '#test/checkout.ts'
import { buildPaidOrder, buildPurchase, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { createOffer } from '../offers/manage-offers.server.ts'
import { deliveredEmail, orderConfirmedEmail, shippedEmail } from '../orders/emails/customer-emails.ts'
import { SAMPLE_ORDER } from '../orders/order.fixture.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { listReturnableItems } from '../orders/returns/returns.server.ts'
import { GIFT_WRAP_PRODUCT } from '../pricing/gift-wrap.ts'
import { startCardCheckout } from './card-checkout.server.ts'

async function setGiftWrap(ctx: Context, giftWrap: { enabled: boolean; price: number }) {
  const admin = await asAdmin(ctx)
  const { version } = await findStoreSettings(admin)
  await changeStoreSettings(admin, version, { giftWrap })
}

test('gift wrap is a line of the order, taxed, without a discount, and not counted for free shipping', async ({
  paymentContext: ctx,
}) => {
  await setGiftWrap(ctx, { enabled: true, price: 500 })
  const { id: productId } = await buildProduct(ctx, { price: 7200, stock: 9 })
  const offer = { title: 'Half', kind: 'percentage', value: 5000, code: 'WRAP-HALF', minimum: 0 }
  await createOffer(await asAdmin(ctx), { ...offer, endsAt: null, totalLimit: null, customerLimit: null })
  const lines = [{ productId, quantity: 1 }]
  const order = await buildPaidOrder(ctx, { lines, code: 'WRAP-HALF', giftWrap: true })
  // 72.00 + 5.00 − 36.00, shipping 10.00 although 77.00 are above 75.00, and 8% of 41.00.
  expect(order).toMatchObject({ subtotal: 7700, discount: 3600, shipping: 1000, tax: 328, total: 5428 })
  expect(order.items).toMatchObject([
    { productId, amount: 7200, discount: 3600 },
    { productId: GIFT_WRAP_PRODUCT, name: 'Gift wrap', quantity: 1, amount: 500, discount: 0 },
  ])
  expect(await findStock(ctx.db, productId)).toBe(8)
  expect(
    await queryColumn(
      ctx.db,
      z.string(),
    )`select product_id from stock_movements where order_id = ${order.id} group by 1`,
  ).toEqual([productId])
  expect(await listReturnableItems(ctx, order)).toEqual([{ productId, quantity: 1 }])
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const line = { productId: GIFT_WRAP_PRODUCT, quantity: 1 }
  expect(await refundOrder(admin, order.id, { lines: [line], restock: true })).toMatchObject({
    refunded: 540,
  })
  expect(await refundOrder(admin, order.id, { restock: true })).toMatchObject({ refunded: 5428 })
  expect(await findStock(ctx.db, productId)).toBe(9)
  await expectBalancedBooks(ctx.db)
})

test('free gift wrap is a line of no price, and gift wrap that isn’t offered anymore is refused by name', async ({
  paymentContext: ctx,
}) => {
  await setGiftWrap(ctx, { enabled: true, price: 0 })
  const order = await buildPaidOrder(ctx, { giftWrap: true })
  expect(order).toMatchObject({ subtotal: 9600, total: 10_368 })
  expect(order.items).toMatchObject([{}, { productId: GIFT_WRAP_PRODUCT, amount: 0 }])
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  await refundOrder(admin, order.id, { restock: true })
  await expectBalancedBooks(ctx.db)
  await setGiftWrap(ctx, { enabled: false, price: 0 })
  const { id: productId } = await buildProduct(ctx)
  const purchase = buildPurchase([{ productId, quantity: 1 }], { giftWrap: true })
  await expect(startCardCheckout(ctx, purchase, newIdempotencyKey())).rejects.toMatchObject({
    fields: { gift_wrap: expect.stringContaining('don’t offer gift wrap') },
  })
})

test('emails greet who sends a gift, and say that it goes to someone else', () => {
  const envelope = {
    to: SAMPLE_ORDER.email,
    sender: { name: 'Eternal Beauty', support: 'care@store.example', footer: '', logo: null },
    link: 'https://store.example/orders/EB123456',
  }
  const gift = { ...SAMPLE_ORDER, giftFrom: 'Ada 🌹' }
  const confirmed = orderConfirmedEmail(gift, envelope)
  expect(confirmed.to).toBe(SAMPLE_ORDER.email)
  expect(confirmed.text).toContain('Thank you, Ada 🌹.')
  expect(shippedEmail(gift, envelope).text).toContain('Your gift has shipped to Grace Holloway')
  expect(deliveredEmail(gift, envelope).text).toContain('Your gift has been delivered to Grace.')
})
