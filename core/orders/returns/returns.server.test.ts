import type { Context } from '#core/context.ts'
import { execute, sql } from '#db/sql.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { claimGuestOrders } from '../claim-guest-orders.server.ts'
import { findOrder, findOrderByLink, readOrder } from '../find-order.server.ts'
import { createOrderToken } from '../order-link.ts'
import { refundOrder } from '../refunds/refund-order.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { closeReturn, declineReturn, inspectReturn, receiveReturn } from './process-return.server.ts'
import { requestReturn, requestReturnByLink } from './returns.server.ts'

test('a guest can return a delivered item within 30 days and is refunded', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  const { id } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 2 }])
  await shop.pay(checkout)
  await shop.settlePayments()
  const order = await readOrder(paymentContext.db, checkout.order_id)
  if (!order) throw new Error('Order not found')
  const link = { number: order.number, token: createOrderToken(paymentContext.settings, order.id) }
  const request = { items: [{ product_id: id, quantity: 1 }], reason: 'Too sweet' }
  await expect(requestReturnByLink(paymentContext, link, request)).rejects.toMatchObject({ code: 'conflict' })
  for (const to of ['processing', 'shipped', 'delivered'] as const)
    await updateOrderStatus(admin, order.id, { to })
  await expect(findOrderByLink(paymentContext, order.number, `${link.token}x`)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(requestReturn(paymentContext, order.id, request)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const [line] = request.items
  const tripled = { ...request, items: line ? [line, line, line] : [] }
  await expect(requestReturnByLink(paymentContext, link, tripled)).rejects.toThrow('at most 2')
  const requested = await requestReturnByLink(paymentContext, link, request)
  expect(requested.reference).toBe(`R${order.number.slice(2)}-1`)
  const excessive = { ...request, items: [{ product_id: id, quantity: 2 }] }
  await expect(requestReturnByLink(paymentContext, link, excessive)).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(receiveReturn(paymentContext, requested.id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await receiveReturn(admin, requested.id)).toMatchObject({ state: 'received' })
  expect(await closeReturn(admin, requested.id, { amount: 4800, restock: true })).toMatchObject({
    state: 'closed',
  })
  await expect(closeReturn(admin, requested.id, { amount: 4800, restock: true })).rejects.toMatchObject({
    code: 'conflict',
  })
  await shop.settlePayments()
  expect([await shop.findStock(id), await shop.findOrder(checkout)]).toEqual([
    8,
    { status: 'delivered', payment_status: 'paid' },
  ])
  await shop.expectBalancedBooks()
  const kinds = (await findSentEmails(connection, order.email)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual([
    'delivered',
    'order-confirmed',
    'refunded',
    'return-received',
    'return-requested',
    'shipped',
  ])
  await execute(
    paymentContext.db,
    sql`update orders set delivered_at = now() - interval '31 days' where id = ${order.id}`,
  )
  await expect(requestReturnByLink(paymentContext, link, request)).rejects.toMatchObject({ code: 'conflict' })
})

test('guest orders move into the account with the same confirmed email address', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { id } = await buildProduct(paymentContext, { stock: 9 })
  const checkout = await shop.startCheckout([{ product_id: id, quantity: 1 }], {
    customer_email: 'late@orchard.example',
  })
  const stranger = await buildActor(paymentContext.db, { email: 'other@orchard.example' })
  const unconfirmed = await buildActor(paymentContext.db, { email: 'late@orchard.example', confirmed: false })
  for (const actor of [stranger, unconfirmed]) await claimGuestOrders(paymentContext.db, actor.id)
  expect((await readOrder(paymentContext.db, checkout.order_id))?.userId).toBeNull()
  await execute(
    paymentContext.db,
    sql`update auth_users set email_verified = true where id = ${unconfirmed.id}`,
  )
  await claimGuestOrders(paymentContext.db, unconfirmed.id)
  expect((await readOrder(paymentContext.db, checkout.order_id))?.userId).toBe(unconfirmed.id)
  await runJobs(connection, paymentContext)
})

async function buildDeliveredOrder(paymentContext: Context, shop: CardStore, quantity = 2) {
  const admin = { ...paymentContext, actor: await buildActor(paymentContext.db, { role: 'admin' }) }
  const { id: product } = await buildProduct(paymentContext, { stock: 9, price: 4800 })
  const checkout = await shop.startCheckout([{ product_id: product, quantity }])
  await shop.pay(checkout)
  await shop.settlePayments()
  const { order_id: id } = checkout
  for (const to of ['processing', 'shipped', 'delivered'] as const) await updateOrderStatus(admin, id, { to })
  return { admin, product, id, checkout }
}
const toReturn = (product_id: string, quantity: number) => ({
  items: [{ product_id, quantity }],
  reason: 'Too sweet',
})

test('a return is refunded with its tax by default, and each item can be restocked or not', async ({
  paymentContext,
  shop,
}) => {
  const { admin, product, id } = await buildDeliveredOrder(paymentContext, shop)
  const returned = await requestReturn(admin, id, toReturn(product, 1))
  await receiveReturn(admin, returned.id)
  expect(await inspectReturn(admin, returned.id, 'Unopened')).toMatchObject({
    state: 'inspected',
    inspectionNote: 'Unopened',
  })
  await closeReturn(admin, returned.id, { restock: [{ product_id: product, quantity: 1 }] })
  expect((await findOrder(admin, id)).refunded).toBe(5184)
  expect(await shop.findStock(product)).toBe(8)
  const rest = await requestReturn(admin, id, toReturn(product, 1))
  await closeReturn(admin, rest.id, {})
  await shop.settlePayments()
  expect(await findOrder(admin, id)).toMatchObject({ refunded: 10_368, paymentStatus: 'refunded' })
  expect(await shop.findStock(product)).toBe(8)
  await shop.expectBalancedBooks()
})

test('items that were refunded can’t be returned as well', async ({ paymentContext, shop }) => {
  const { admin, product, id } = await buildDeliveredOrder(paymentContext, shop)
  const returned = await requestReturn(admin, id, toReturn(product, 2))
  await refundOrder(admin, id, { lines: [{ product_id: product, quantity: 1 }] })
  await closeReturn(admin, returned.id, { restock: true })
  await shop.settlePayments()
  expect(await findOrder(admin, id)).toMatchObject({ refunded: 10_368 })
  expect(await shop.findStock(product)).toBe(8)
  const { admin: owner, product: other, id: next } = await buildDeliveredOrder(paymentContext, shop)
  await refundOrder(owner, next, { lines: [{ product_id: other, quantity: 1 }] })
  await expect(requestReturn(owner, next, toReturn(other, 2))).rejects.toThrow('at most 1')
  await shop.settlePayments()
  await shop.expectBalancedBooks()
})

test('a return request emails instructions to the customer and tells the owner, and declining says why', async ({
  paymentContext,
  shop,
  connection,
}) => {
  const { admin, product, id } = await buildDeliveredOrder(paymentContext, shop)
  const { id: returnId, reference } = await requestReturn(admin, id, toReturn(product, 1))
  await shop.settlePayments()
  const order = await findOrder(admin, id)
  const emails = await findSentEmails(connection, order.email)
  expect(emails.find(({ kind }) => kind === 'return-requested')?.text).toContain(reference)
  const ownerEmails = await findSentEmails(connection, paymentContext.settings.adminEmail)
  expect(ownerEmails.find(({ kind }) => kind === 'return-request')?.text).toContain('Too sweet')
  await expect(declineReturn(admin, returnId, '')).rejects.toMatchObject({
    fields: { reason: expect.any(String) },
  })
  await declineReturn(admin, returnId, 'The seal is broken.')
  await expect(receiveReturn(admin, returnId)).rejects.toThrow('already declined')
  await shop.settlePayments()
  const declined = (await findSentEmails(connection, order.email)).find(
    ({ kind }) => kind === 'return-declined',
  )
  expect(declined?.text).toContain('The seal is broken.')
  expect(await requestReturn(admin, id, toReturn(product, 2))).toMatchObject({ state: 'asked' })
})
