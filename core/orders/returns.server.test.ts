import { sql } from 'drizzle-orm'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { claimGuestOrders } from './claim-guest-orders.server.ts'
import { findOrderByLink, readOrder } from './find-order.server.ts'
import { createOrderToken } from './order-link.ts'
import { closeReturn, receiveReturn, requestReturn, requestReturnByLink } from './returns.server.ts'
import { updateOrderStatus } from './update-order-status.server.ts'

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
  const requested = await requestReturnByLink(paymentContext, link, request)
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
  expect(kinds.toSorted()).toEqual(['delivered', 'order-confirmed', 'refunded', 'return-received', 'shipped'])
  await paymentContext.db.execute(
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
  await paymentContext.db.execute(
    sql`update auth_users set email_verified = true where id = ${unconfirmed.id}`,
  )
  await claimGuestOrders(paymentContext.db, unconfirmed.id)
  expect((await readOrder(paymentContext.db, checkout.order_id))?.userId).toBe(unconfirmed.id)
  await runJobs(connection, paymentContext)
})
