import { z } from 'zod'
import { bookGiftCards } from '#core/accounting/book-gift-cards.server.ts'
import { bookSales } from '#core/accounting/post-entries.server.ts'
import {
  adjustGiftCard,
  changeStoreCredit,
  issueGiftCard,
  replaceCode,
  setGiftCardEnabled,
} from '#core/gift-cards/manage-gift-cards.server.ts'
import { previewPayment } from '#core/gift-cards/pay-with-gift-cards.server.ts'
import { quoteCart } from '#core/pricing/cart-quote.server.ts'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import { buildPurchase, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findBalance } from '../gift-cards/find-gift-cards.server.ts'
import type { GiftCardTender } from '../gift-cards/gift-card.ts'
import type { Currency } from '../money.ts'
import { cancelOrder } from '../orders/cancel-order.server.ts'
import { findOrder, readOrder } from '../orders/find-order.server.ts'
import { listPayments } from '../payments/payments.server.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { cancelExpiredOrder, settlePayment } from './settle-payment.server.ts'
import { placeTestOrder } from './test-order.server.ts'

const tenderOf = (...codes: string[]): GiftCardTender => ({ codes, useCredit: false })

async function issue(ctx: Context, amount: number, currency: Currency = 'usd') {
  return issueGiftCard(await asAdmin(ctx), { amount, currency })
}

const balanceOf = async (ctx: Context, code: string) => (await findBalance(ctx, code)).balance

/** One oil, for $48.00 and $10.00 shipping: $61.84 with tax. */
async function buy(ctx: Context, giftCards: GiftCardTender | undefined, overrides: object = {}) {
  const { id: productId } = await buildProduct(ctx, { price: 4800, stock: 9 })
  const purchase = { ...buildPurchase([{ productId, quantity: 1 }]), giftCards, ...overrides }
  return startCardCheckout(ctx, purchase, newIdempotencyKey())
}

async function pay(ctx: CardContext, sessionId: string) {
  await settlePayment(ctx, ctx.payments.pay(sessionId))
}

test('a gift card pays a part of an order, the card the rest, and the next order uses what is left', async ({
  paymentContext: ctx,
}) => {
  const { code } = await issue(ctx, 10_000)
  const first = await buy(ctx, tenderOf(code))
  expect(first.order).toMatchObject({ total: 6184, giftCardAmount: 6184, paymentStatus: 'pending' })
  expect(first.url).toContain('/payment-success')
  expect(await readOrder(ctx.db, first.order.id)).toMatchObject({ paymentStatus: 'paid' })
  const second = await buy(ctx, tenderOf(code))
  expect(second.order).toMatchObject({ giftCardAmount: 3816, giftCards: [{ amount: 3816 }] })
  expect(ctx.payments.sessions.get(second.sessionId)?.amount).toBe(6184 - 3816)
  await pay(ctx, second.sessionId)
  await bookSales(ctx, [first.order.id, second.order.id])
  await bookGiftCards(ctx)
  expect(await balanceOf(ctx, code)).toBe(0)
  await expectBalancedBooks(ctx.db)
})

test('of orders placed at the same time, none spends what another spent', async ({ paymentContext: ctx }) => {
  const { code } = await issue(ctx, 20_000)
  const { id: productId } = await buildProduct(ctx, { price: 4800, stock: 50 })
  const place = () => {
    const purchase = { ...buildPurchase([{ productId, quantity: 1 }]), giftCards: tenderOf(code) }
    return startCardCheckout(ctx, { ...purchase, expected: expectedDue(0) }, newIdempotencyKey())
  }
  const results = await Promise.allSettled(Array.from({ length: 12 }, place))
  const outcomes = results.map((result) => (result.status === 'fulfilled' ? 'paid' : result.reason.code))
  expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(3)
  // 14.48 are left, so each of the others would pay by card, which the page didn't say.
  expect(outcomes.filter((outcome) => outcome === 'price_changed')).toHaveLength(9)
  expect(await balanceOf(ctx, code)).toBe(20_000 - 3 * 6184)
})

const expectedDue = (due: number) => ({ total: 6184, currency: 'usd' as const, due })

test('an order that is cancelled or expires before it is paid gives the money back, once', async ({
  paymentContext: ctx,
}) => {
  const grace = await asCustomer(ctx)
  const { code } = await issue(ctx, 3000)
  const paying = { ...grace, payments: ctx.payments }
  const cancelled = await buy(paying, tenderOf(code))
  expect(await balanceOf(ctx, code)).toBe(0)
  await cancelOrder(paying, cancelled.order.id)
  expect(await balanceOf(ctx, code)).toBe(3000)
  const expired = await buy(ctx, tenderOf(code))
  const [payment] = await listPayments(ctx.db, expired.order.id)
  if (!payment) throw new Error('The payment was not found')
  await cancelExpiredOrder(ctx, expired.order, payment)
  await cancelExpiredOrder(ctx, expired.order, payment).catch(() => undefined)
  expect(await balanceOf(ctx, code)).toBe(3000)
  await expectBalancedBooks(ctx.db)
})

test('a payment that arrives late uses the gift card again, or is refunded if it was spent', async ({
  paymentContext: ctx,
}) => {
  const { code } = await issue(ctx, 3000)
  const expire = async (orderId: string) => {
    const order = await readOrder(ctx.db, orderId)
    const [payment] = await listPayments(ctx.db, orderId)
    if (!order || !payment) throw new Error('The order was not found')
    await cancelExpiredOrder(ctx, order, payment)
  }
  const revived = await buy(ctx, tenderOf(code))
  await expire(revived.order.id)
  expect(await settlePayment(ctx, ctx.payments.pay(revived.sessionId))).toBe('revived')
  expect(await balanceOf(ctx, code)).toBe(0)
  const { code: another } = await issue(ctx, 3000)
  const late = await buy(ctx, tenderOf(another))
  await expire(late.order.id)
  const spent = await buy(ctx, tenderOf(another))
  await pay(ctx, spent.sessionId)
  const session = ctx.payments.pay(late.sessionId)
  expect(await settlePayment(ctx, session)).toBe('late payment: refunded')
  expect(await settlePayment(ctx, session)).toBe('unchanged')
  const refunds = await queryColumn(ctx.db, z.int())`
    select amount from refunds where order_id = ${late.order.id}`
  expect(refunds).toEqual([6184 - 3000])
  expect(await balanceOf(ctx, another)).toBe(0)
  await bookSales(ctx, [revived.order.id, spent.order.id])
  await bookGiftCards(ctx)
  await expectBalancedBooks(ctx.db)
})

test('store credit pays for its account only, before the codes', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  const grace = { ...(await asCustomer(ctx)), payments: ctx.payments }
  const change = { userId: grace.actor.id, currency: 'usd' as const, note: 'Sorry for the wait' }
  await changeStoreCredit(admin, { ...change, change: 2000 })
  const { code } = await issue(ctx, 10_000)
  const tender = { codes: [code], useCredit: true }
  expect((await buy(grace, tender)).order.giftCards).toEqual([
    { last4: null, amount: 2000 },
    { last4: expect.any(String), amount: 4184 },
  ])
  expect((await buy(ctx, tender)).order.giftCards).toHaveLength(1)
  await expect(changeStoreCredit(admin, { ...change, change: -1 })).rejects.toMatchObject({
    fields: { change: 'The account doesn’t have that much store credit.' },
  })
})

test('a test order uses gift cards too, and gives them back when it is cancelled', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { code } = await issue(ctx, 3000, 'cad')
  const { id: productId } = await buildProduct(ctx, { price: 4800, stock: 9 })
  const purchase = {
    ...buildPurchase([{ productId, quantity: 1 }], { region: 'CA' }),
    giftCards: tenderOf(code),
  }
  const placed = await placeTestOrder(grace, purchase, newIdempotencyKey())
  expect(placed).toMatchObject({ giftCardAmount: 3000 })
  await bookGiftCards(ctx)
  await expectBalancedBooks(ctx.db)
  await cancelOrder(grace, placed.id)
  expect(await balanceOf(ctx, code)).toBe(3000)
  await bookGiftCards(ctx)
  await expectBalancedBooks(ctx.db)
})

test('a gift card that can’t pay is refused with the reason, and nothing is ordered', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const [disabled, empty, canadian, expired, replaced] = await Promise.all([
    issue(ctx, 5000),
    issue(ctx, 5000),
    issue(ctx, 5000, 'cad'),
    issue(ctx, 5000),
    issue(ctx, 5000),
  ])
  await setGiftCardEnabled(admin, disabled.id, false)
  await adjustGiftCard(admin, empty.id, { change: -5000, note: 'Issued by mistake' })
  await execute(ctx.db)`update gift_cards set expires_at = now() - interval '1 day' where id = ${expired.id}`
  await replaceCode(admin, replaced.id)
  const problemOf = async (...codes: string[]) => {
    const error: unknown = await buy(ctx, tenderOf(...codes)).catch((reason) => reason)
    return error instanceof Refusal ? error.fields?.gift_card_codes : error
  }
  expect(await problemOf(disabled.code)).toContain('was disabled')
  expect(await problemOf(empty.code)).toContain('has been used up')
  expect(await problemOf(canadian.code)).toContain('is in CAD, and this order is in USD')
  expect(await problemOf(expired.code)).toContain('expired on')
  for (const wrong of [replaced.code, 'NOPE', '💝'.repeat(20), '\u202eCODE', 'x'.repeat(60)])
    expect(await problemOf(wrong)).toBe('This gift card code isn’t valid.')
  expect(await problemOf('1', '2', '3', '4', '5', '6')).toBe('Use up to 5 gift cards for an order.')
})

test('wrong codes are limited, and the right code works all the same', async ({ ctx }) => {
  const { code } = await issue(ctx, 5000)
  const guest = {
    ...ctx,
    settings: { ...ctx.settings, limits: true },
    visitor: { ...ctx.visitor, ipAddress: '198.51.100.77' },
  }
  for (let guess = 0; guess < 100; guess++)
    await expect(findBalance(guest, `GUESS${guess}`)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(findBalance(guest, 'GUESS100')).rejects.toMatchObject({ code: 'too_often' })
  expect(await balanceOf(guest, code)).toBe(5000)
  const quote = await quoteCart(ctx, { lines: [], region: ctx.region })
  await expect(previewPayment(guest, quote, tenderOf('GUESS101'))).rejects.toMatchObject({
    code: 'too_often',
  })
})

test('a repeated request issues one gift card, and shows its code again', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const draft = { amount: 5000, currency: 'usd', recipient: 'Friend@Orchard.example' }
  const cards = await Promise.all(Array.from({ length: 5 }, () => issueGiftCard(admin, draft, 'once')))
  expect(new Set(cards.map(({ code }) => code)).size).toBe(1)
  expect(await balanceOf(ctx, cards[0]?.code ?? '')).toBe(5000)
  await expect(issueGiftCard(admin, { ...draft, amount: 9000 }, 'once')).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('the balance never falls below zero, and only staff with the permission change it', async ({ ctx }) => {
  const { id, code } = await issue(ctx, 5000)
  const admin = await asAdmin(ctx)
  await expect(adjustGiftCard(admin, id, { change: -5001, note: 'x' })).rejects.toMatchObject({
    fields: { change: 'The balance is $50.00.' },
  })
  const grace = await asCustomer(ctx)
  for (const change of [
    () => adjustGiftCard(grace, id, { change: 1, note: 'x' }),
    () => issueGiftCard(grace, { amount: 1, currency: 'usd' }),
    () => setGiftCardEnabled(grace, id, false),
    () => replaceCode(grace, id),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'forbidden' })
  expect(await balanceOf(ctx, code)).toBe(5000)
  await expect(
    execute(ctx.db)`update gift_card_movements set change = 1 where gift_card_id = ${id}`,
  ).rejects.toThrow('permanent')
})

test('a shopper sees the gift cards of their order', async ({ paymentContext: ctx }) => {
  const grace = { ...(await asCustomer(ctx)), payments: ctx.payments }
  const { code } = await issue(ctx, 1000)
  const { order } = await buy(grace, tenderOf(code))
  expect((await findOrder(grace, order.id)).giftCards).toEqual([{ last4: code.slice(-4), amount: 1000 }])
})
