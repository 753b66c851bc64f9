import { z } from 'zod'
import { findTotalSales } from '#core/analytics/sales.server.ts'
import { eraseOrders } from '#core/privacy/erase-orders.server.ts'
import { findDiscrepancies } from '#core/readiness/books-consistency.server.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { newIdempotencyKey } from '#test/checkout.ts'
import {
  buildGiftCardOrder,
  giftCardInput,
  readGiftCardOrder,
  sellGiftCards,
  startGiftCardCheckout,
} from '#test/gift-card-orders.ts'
import { buildPurchase, expect, test } from '#test/payments/card-orders.ts'
import { setPublishStatus } from '../catalog/save-product.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { findBalance } from '../gift-cards/find-gift-cards.server.ts'
import { GIFT_CARD_PRODUCT } from '../gift-cards/gift-card.ts'
import { deriveCode } from '../gift-cards/gift-card-code.server.ts'
import { enqueueDueGiftCards, sendGiftCard } from '../gift-cards/send-gift-card.server.ts'
import { findRefundProposal, refundOrder } from '../orders/refunds/refund-order.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { listPayments } from '../payments/payments.server.ts'
import { DEFAULT_GIFT_CARDS } from '../settings/gift-card-settings.ts'
import { startCardCheckout } from './card-checkout.server.ts'
import { cancelExpiredOrder, settlePayment } from './settle-payment.server.ts'

test.beforeEach(async ({ ctx }) => sellGiftCards(ctx))

test.afterEach(async ({ ctx }) => expectBalancedBooks(ctx.db))

const problemsOf = async (request: Promise<unknown>) => {
  const error: unknown = await request.catch((reason) => reason)
  if (!(error instanceof Refusal)) throw error
  return error.fields ?? error.message
}

const codeOf = (ctx: Context, id: string) => deriveCode(ctx.settings, { id, codeVersion: 1 })

const emailsTo = (ctx: Context, to: string) =>
  queryColumn(ctx.db, z.string())`select kind from emails where recipient = ${to} order by kind`

test('a gift card is paid like any order, delivered at once, and owed to the holder of its code', async ({
  paymentContext: ctx,
}) => {
  const before = await findTotalSales(ctx.db)
  const { order, card } = await buildGiftCardOrder(ctx)
  expect(order).toMatchObject({
    ...{ kind: 'gift_card', status: 'delivered', paymentStatus: 'paid', total: 5000, tax: 0, shipping: 0 },
    items: [{ productId: GIFT_CARD_PRODUCT, name: 'Gift card', quantity: 1, price: 5000 }],
    shippingAddress: { firstName: 'Grace', country: 'United States' },
  })
  expect(card).toMatchObject({ state: 'active', balance: 5000, recipientEmail: 'ada@orchard.example' })
  expect(await findBalance(ctx, codeOf(ctx, card.id))).toMatchObject({ balance: 5000, currency: 'usd' })
  expect(await findTotalSales(ctx.db)).toEqual(before)
})

test('a pending gift card can’t be used, and neither can that of an order that was never paid', async ({
  paymentContext: ctx,
}) => {
  const { order } = await startGiftCardCheckout(ctx)
  const { card } = await readGiftCardOrder(ctx, order.id)
  expect(await problemsOf(findBalance(ctx, codeOf(ctx, card.id)))).toEqual({
    code: 'This gift card code isn’t valid.',
  })
  const [payment] = await listPayments(ctx.db, order.id)
  if (!payment) throw new Error('The payment was not found')
  await cancelExpiredOrder(ctx, order, payment)
  expect((await readGiftCardOrder(ctx, order.id)).card).toMatchObject({ state: 'pending', balance: 0 })
  expect(await findDiscrepancies(ctx.db)).toEqual([])
})

test('webhook, landing page, and reconciler at the same time issue one gift card', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId } = await startGiftCardCheckout(ctx)
  const session = ctx.payments.pay(sessionId)
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => settlePayment(ctx, session)))
  expect(outcomes.toSorted()).toEqual(['paid', ...Array(5).fill('unchanged')].toSorted())
  expect((await readGiftCardOrder(ctx, order.id)).card.balance).toBe(5000)
})

test('a double click orders once, and another amount under the same key is refused', async ({
  paymentContext: ctx,
}) => {
  const key = newIdempotencyKey()
  const input = giftCardInput()
  const pages = await Promise.all(Array.from({ length: 4 }, () => startGiftCardCheckout(ctx, input, key)))
  expect(new Set(pages.map(({ sessionId }) => sessionId)).size).toBe(1)
  expect(new Set(pages.map(({ order }) => order.number)).size).toBe(1)
  await expect(startGiftCardCheckout(ctx, { ...input, amount: 10_000 }, key)).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
})

test('if the payment can’t be recorded, the gift card isn’t issued; repeating it issues and sends it once', async ({
  paymentContext: ctx,
}) => {
  const { order, sessionId } = await startGiftCardCheckout(ctx, { recipientEmail: 'once@orchard.example' })
  const session = ctx.payments.pay(sessionId)
  const crash = new Error('The process was killed')
  await ctx.db
    .transaction(async (tx) => {
      await settlePayment({ ...ctx, db: tx }, session)
      throw crash
    })
    .catch((error) => expect(error).toBe(crash))
  expect((await readGiftCardOrder(ctx, order.id)).card.state).toBe('pending')
  await settlePayment(ctx, session)
  const { card } = await readGiftCardOrder(ctx, order.id)
  await Promise.all(Array.from({ length: 4 }, () => sendGiftCard(ctx, card.id)))
  expect(await emailsTo(ctx, 'once@orchard.example')).toEqual(['gift-card'])
  expect(card.balance).toBe(5000)
})

test('the email waits for its day, and goes out although its own job was lost', async ({
  paymentContext: ctx,
}) => {
  const to = 'later@orchard.example'
  const now = new Date('2026-12-01T15:00:00Z')
  await execute(ctx.db)`delete from settings where key = 'timeZone'`
  const { order, sessionId } = await startGiftCardCheckout(
    { ...ctx, now },
    { recipientEmail: to, sendOn: '2026-12-24' },
  )
  await settlePayment({ ...ctx, now }, ctx.payments.pay(sessionId))
  const { card } = await readGiftCardOrder(ctx, order.id)
  expect(card.sendAt).toEqual(new Date('2026-12-24T09:00:00Z'))
  const run = (at: string) => sendGiftCard({ ...ctx, now: new Date(at) }, card.id)
  await run('2026-12-24T08:59:00Z')
  expect(await emailsTo(ctx, to)).toEqual([])
  await execute(
    ctx.db,
  )`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where key like 'send-gift-card%'))`
  await enqueueDueGiftCards({ ...ctx, now: new Date('2026-12-24T10:00:00Z') })
  const keys = await queryColumn(
    ctx.db,
    z.string(),
  )`select key from graphile_worker.jobs where key like 'send-gift-card%'`
  expect(keys).toContain(`send-gift-card:${card.id}`)
  await run('2026-12-24T10:00:00Z')
  await run('2026-12-24T10:00:00Z')
  expect(await emailsTo(ctx, to)).toEqual(['gift-card'])
})

test('a refund takes its amount off the gift card, and no more can be refunded than is left', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const staff = { ...admin, payments: ctx.payments }
  const { order, card } = await buildGiftCardOrder(ctx)
  await refundOrder(staff, order.id, { amount: 1000 })
  expect((await readGiftCardOrder(ctx, order.id)).card.balance).toBe(4000)
  const { id: productId } = await buildProduct(ctx, { price: 2000, stock: 5 })
  const giftCards = { codes: [codeOf(ctx, card.id)], useCredit: false }
  const spent = await startCardCheckout(
    ctx,
    { ...buildPurchase([{ productId, quantity: 1 }]), giftCards },
    newIdempotencyKey(),
  )
  const left = 4000 - spent.order.giftCardAmount
  expect(await findRefundProposal(staff, order.id)).toMatchObject({ amount: left })
  const message = `The gift card was used; at most $${(left / 100).toFixed(2)} can be refunded.`
  expect(await problemsOf(refundOrder(staff, order.id, {}))).toEqual({ amount: message })
  await refundOrder(staff, order.id, { amount: left })
  expect((await readGiftCardOrder(ctx, order.id)).card.balance).toBe(0)
  await sendGiftCard(ctx, card.id)
  expect(await emailsTo(ctx, card.recipientEmail ?? '')).toEqual([])
})

test('a refund and a purchase with the same gift card never spend its money twice', async ({
  paymentContext: ctx,
}) => {
  const staff = { ...(await asAdmin(ctx)), payments: ctx.payments }
  const { id: productId } = await buildProduct(ctx, { price: 3000, stock: 50 })
  for (let round = 0; round < 4; round++) {
    const { order, card } = await buildGiftCardOrder(ctx)
    const giftCards = { codes: [codeOf(ctx, card.id)], useCredit: false }
    const buy = () =>
      startCardCheckout(
        ctx,
        { ...buildPurchase([{ productId, quantity: 1 }]), giftCards },
        newIdempotencyKey(),
      )
    const results = await Promise.allSettled([refundOrder(staff, order.id, {}), buy(), buy()])
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal)
    expect((await readGiftCardOrder(ctx, order.id)).card.balance).toBeGreaterThanOrEqual(0)
  }
})

test('a late payment issues the gift card, or is refunded if the customer started another order', async ({
  paymentContext: ctx,
}) => {
  const grace = { ...(await asCustomer(ctx)), payments: ctx.payments }
  const expired = await startGiftCardCheckout(grace)
  const [payment] = await listPayments(ctx.db, expired.order.id)
  if (!payment) throw new Error('The payment was not found')
  await cancelExpiredOrder(ctx, expired.order, payment)
  expect(await settlePayment(ctx, ctx.payments.pay(expired.sessionId))).toBe('revived')
  expect(await readGiftCardOrder(ctx, expired.order.id)).toMatchObject({
    order: { status: 'delivered' },
    card: { state: 'active', balance: 5000 },
  })
  const replaced = await startGiftCardCheckout(grace)
  const newer = await startGiftCardCheckout({ ...grace, now: new Date(ctx.now.getTime() + 1000) })
  await settlePayment(ctx, ctx.payments.pay(newer.sessionId))
  expect(await settlePayment(ctx, ctx.payments.pay(replaced.sessionId))).toBe('late payment: refunded')
  expect((await readGiftCardOrder(ctx, replaced.order.id)).card).toMatchObject({
    state: 'pending',
    balance: 0,
  })
})

test('what a gift card can’t be is refused by field, and nothing is ordered', async ({
  paymentContext: ctx,
}) => {
  const now = new Date('2026-12-01T15:00:00Z')
  const problems = (overrides: object) => problemsOf(startGiftCardCheckout({ ...ctx, now }, overrides))
  for (const amount of [999, 50_001, 1e12])
    expect(await problems({ amount })).toEqual({ amount: 'Enter an amount from $10.00 to $500.00.' })
  for (const amount of [0, -5000, 1.5, Number.NaN, '5000', undefined])
    expect(await problems({ amount })).toEqual({ amount: 'Choose an amount, or enter one.' })
  expect(await problems({ region: 'IN', amount: 200_050 })).toEqual({
    amount: 'Enter a whole number of rupees.',
  })
  expect(await problems({ senderName: ' ' })).toEqual({ senderName: 'Enter your name.' })
  expect(await problems({ senderName: 'Grace\r\nBcc: x@y.example' })).toEqual({ senderName: 'Use one line.' })
  expect(await problems({ recipientEmail: 'a@b.example, c@d.example' })).toHaveProperty('recipientEmail')
  expect(await problems({ email: 'nobody' })).toHaveProperty('email')
  expect(await problems({ message: 'x'.repeat(501) })).toEqual({ message: 'Use at most 500 characters.' })
  for (const sendOn of ['2026-11-30', '2027-12-02', '2027-02-30', 'soon', '٢٠٢٦-١٢-٢٤'])
    expect(await problems({ sendOn })).toHaveProperty('sendOn')
  const { card } = await buildGiftCardOrder(ctx, { message: '💐'.repeat(250), recipientName: 'مريم' })
  expect(card.recipientName).toBe('مريم')
  await sellGiftCards(ctx, { enabled: false })
  expect(await problems({})).toBe('This store doesn’t sell gift cards.')
})

test('a blocked customer can’t buy one, and a gift card isn’t paid with a gift card', async ({
  paymentContext: ctx,
}) => {
  const grace = { ...(await asCustomer(ctx)), payments: ctx.payments }
  await execute(ctx.db)`update profiles set blocked_at = now() where id = ${grace.actor.id}`
  await expect(startGiftCardCheckout(grace)).rejects.toMatchObject({ code: 'forbidden' })
})

test('staff can neither ship it nor sell its product', async ({ paymentContext: ctx }) => {
  const admin = { ...(await asAdmin(ctx)), payments: ctx.payments }
  const { order } = await buildGiftCardOrder(ctx)
  for (const to of ['processing', 'shipped', 'cancelled'] as const)
    await expect(updateOrderStatus(admin, order.id, { to })).rejects.toMatchObject({ code: 'conflict' })
  await expect(setPublishStatus(admin, [GIFT_CARD_PRODUCT], 'published')).rejects.toMatchObject({
    fields: { status: expect.stringContaining('archived') },
  })
  await expect(
    startCardCheckout(
      ctx,
      buildPurchase([{ productId: GIFT_CARD_PRODUCT, quantity: 1 }]),
      newIdempotencyKey(),
    ),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('it expires only where the owner says so, counted from the payment', async ({ paymentContext: ctx }) => {
  const { regions } = DEFAULT_GIFT_CARDS
  await sellGiftCards(ctx, { regions: { ...regions, GB: { ...regions.GB, expiryMonths: 24 } } })
  const now = new Date('2026-01-31T12:00:00Z')
  const { order, sessionId } = await startGiftCardCheckout({ ...ctx, now }, { region: 'GB' })
  const paidAt = new Date('2026-01-31T12:20:00Z')
  await settlePayment({ ...ctx, now: paidAt }, ctx.payments.pay(sessionId))
  expect((await readGiftCardOrder(ctx, order.id)).card.expiresAt).toEqual(new Date('2028-01-31T12:20:00Z'))
  expect((await buildGiftCardOrder(ctx)).card.expiresAt).toBeNull()
})

test('erasing an order erases the recipient only of a gift card that was never paid', async ({
  paymentContext: ctx,
}) => {
  const { order: unpaid } = await startGiftCardCheckout(ctx)
  const [payment] = await listPayments(ctx.db, unpaid.id)
  if (!payment) throw new Error('The payment was not found')
  await cancelExpiredOrder(ctx, unpaid, payment)
  const { order: paid } = await buildGiftCardOrder(ctx)
  await eraseOrders(ctx.db, sql`id in (${unpaid.id}, ${paid.id})`)
  expect((await readGiftCardOrder(ctx, unpaid.id)).card).toMatchObject({
    recipientName: null,
    recipientEmail: null,
  })
  expect((await readGiftCardOrder(ctx, paid.id)).card).toMatchObject({
    recipientEmail: 'ada@orchard.example',
  })
})
