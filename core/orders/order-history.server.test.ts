import { saveSetting } from '#core/settings/store-settings.server.ts'
import { asAdmin, asCustomer } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { buildPaidOrder, expect, test } from '#test/payments/card-orders.ts'
import { bookRefund } from '../accounting/post-entries.server.ts'
import type { Context } from '../context.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { findOrderHistory } from './order-history.server.ts'
import { refundOrder } from './refunds/refund-order.server.ts'
import { closeReturn, declineReturn, inspectReturn, receiveReturn } from './returns/process-return.server.ts'
import { requestReturn } from './returns/returns.server.ts'
import { updateOrderStatus } from './update-order-status.server.ts'

const messages = async (admin: Context, id: string) =>
  (await findOrderHistory(admin, id)).map(({ topic, message, reference }) =>
    [`${topic}: ${message}`, reference && `(${reference})`].filter(Boolean).join(' '),
  )

test('a paid order that is cancelled tells its story in order, with who did what', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9, name: 'Night Oil' })
  const { id } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  await cancelOrder({ ...admin, now: new Date() }, id)
  const story = await messages(admin, id)
  const chapters = [
    'order: Order placed',
    'stock: Held 2 × Night Oil',
    'stock: Sold 2 × Night Oil',
    'stock: Returned 2 × Night Oil',
  ]
  expect(story.filter((message) => chapters.includes(message))).toEqual(chapters)
  expect(story).toContainEqual(expect.stringMatching(/^payment: Payment page opened, expires at \d\d:\d\d$/))
  expect(story).toContainEqual(expect.stringMatching(/^payment: Paid \(cs_test\d+\)$/))
  expect(story).toContain('accounting: Sale booked: $103.68')
  expect(story).toContain('refund: Requested (cancelled), 2 × Night Oil: $103.68')
  const steps = (await findOrderHistory(admin, id)).filter(({ topic }) => topic === 'order')
  expect(steps.map(({ message, by }) => [message, by])).toEqual([
    ['Order placed', 'shopper'],
    ['Pending → Cancelled', admin.actor.email],
  ])
})

test('a refund is in the history with its items, shipping, note, and what the provider made of it', async ({
  paymentContext: ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id: productId } = await buildProduct(ctx, { stock: 9, name: 'Lip Balm', price: 1000 })
  const { id } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 1 }] })
  await updateOrderStatus(admin, id, { to: 'processing' })
  const line = { productId: productId, quantity: 1 }
  await refundOrder(admin, id, { lines: [line], shipping: true, note: 'Broken jar' })
  const [refund] = await listRefunds(ctx.db, id)
  await bookRefund(ctx, refund?.id ?? '')
  const story = await messages(admin, id)
  expect(story).toContain('refund: Requested (refunded), 1 × Lip Balm, shipping, note “Broken jar”: $20.80')
  expect(story).toContain(`refund: Done (${refund?.providerId})`)
  expect(story).toContain('order: Processing → Refunded: Broken jar')
  expect(story).toContain('accounting: Refund booked: -$20.80')
})

test('a return is in the history with its reference at each step', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  const { id, number, items } = await buildPaidOrder(ctx)
  for (const to of ['processing', 'shipped', 'delivered'] as const) await updateOrderStatus(admin, id, { to })
  const request = { items: [{ productId: items[0]?.productId ?? '', quantity: 1 }], reason: 'Too sweet' }
  const declined = await requestReturn(admin, id, request)
  await declineReturn(admin, declined.id, 'The seal is broken.')
  const closed = await requestReturn(admin, id, request)
  await receiveReturn(admin, closed.id)
  await inspectReturn(admin, closed.id, 'Unopened')
  await closeReturn(admin, closed.id, {})
  const reference = `R${number.slice(2)}`
  const returnMessages = (await messages(admin, id)).filter((message) => message.startsWith('return'))
  expect(returnMessages.toSorted()).toEqual([
    `return: ${reference}-1 declined: The seal is broken.`,
    `return: ${reference}-1 requested: Too sweet`,
    `return: ${reference}-2 inspected: Unopened`,
    `return: ${reference}-2 received`,
    `return: ${reference}-2 refunded`,
    `return: ${reference}-2 requested: Too sweet`,
  ])
})

test('the time at which a payment expires is in the store’s time zone', async ({ paymentContext: ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildPaidOrder({ ...ctx, now: new Date('2027-01-01T12:00:00Z') })
  const expiry = async () => (await messages(admin, id)).find((message) => message.includes('expires at'))
  expect(await expiry()).toContain('expires at 12:31')
  await saveSetting(ctx.db, { key: 'timeZone', value: 'Asia/Kolkata', actorId: admin.actor.id })
  expect(await expiry()).toContain('expires at 18:01')
})

test('only administrators read an order’s history, and only of one order', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id } = await buildOrder(ctx, { userId: grace.actor.id })
  await expect(findOrderHistory(grace, id)).rejects.toMatchObject({ code: 'forbidden' })
  const admin = await asAdmin(ctx)
  await expect(findOrderHistory(admin, 'EB000000000')).rejects.toMatchObject({ code: 'not_found' })
  expect(await findOrderHistory(admin, id)).toEqual([])
})
