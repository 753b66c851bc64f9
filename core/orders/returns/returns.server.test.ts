import type { Context } from '#core/context.ts'
import { execute } from '#db/sql.ts'
import { buildActor, findSentEmails } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type CardStore, expect, test } from '#test/card-store.ts'
import { findOrder, findOrderByLink, readOrder } from '../find-order.server.ts'
import { createOrderToken } from '../order-link.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { closeReturn, declineReturn, receiveReturn } from './process-return.server.ts'
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
  const request = { items: [{ productId: id, quantity: 1 }], reason: 'Too sweet' }
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
  const excessive = { ...request, items: [{ productId: id, quantity: 2 }] }
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
  await execute(paymentContext.db)`
    update orders set delivered_at = now() - interval '31 days' where id = ${order.id}`
  await expect(requestReturnByLink(paymentContext, link, request)).rejects.toMatchObject({ code: 'conflict' })
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
const toReturn = (productId: string, quantity: number) => ({
  items: [{ productId, quantity }],
  reason: 'Too sweet',
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
  expect(await requestReturn(admin, id, toReturn(product, 2))).toMatchObject({ state: 'requested' })
})
