import { sql } from 'drizzle-orm'
import { buildActor, doJobs, lettersTo } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/card-store.ts'
import { findOrderByLink, readOrder } from './find-order.server.ts'
import { joinGuestOrders } from './join-orders.server.ts'
import { orderToken } from './order-link.ts'
import { askReturn, askReturnByLink, closeReturn, receiveReturn } from './returns.server.ts'
import { stepOrder } from './step-order.server.ts'

test('a guest sends back within thirty days what was delivered, and gets its price', async ({
  till,
  shop,
  connection,
}) => {
  const admin = { ...till, actor: await buildActor(till.db, { role: 'admin' }) }
  const { id } = await buildProduct(till, { stock: 9, price: 4800 })
  const begun = await shop.begun([{ product_id: id, quantity: 2 }])
  await shop.pay(begun)
  await shop.settleDown()
  const order = await readOrder(till.db, begun.order_id)
  if (!order) throw new Error('The order is gone')
  const link = { number: order.number, token: orderToken(till.settings, order.id) }
  const wish = { items: [{ product_id: id, quantity: 1 }], reason: 'Too sweet' }
  await expect(askReturnByLink(till, link, wish)).rejects.toMatchObject({ code: 'conflict' })
  for (const to of ['processing', 'shipped', 'delivered'] as const) await stepOrder(admin, order.id, { to })
  await expect(findOrderByLink(till, order.number, `${link.token}x`)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(askReturn(till, order.id, wish)).rejects.toMatchObject({ code: 'unauthenticated' })
  const asked = await askReturnByLink(till, link, wish)
  const more = { ...wish, items: [{ product_id: id, quantity: 2 }] }
  await expect(askReturnByLink(till, link, more)).rejects.toMatchObject({ code: 'conflict' })
  await expect(receiveReturn(till, asked.id)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await receiveReturn(admin, asked.id)).toMatchObject({ state: 'received' })
  expect(await closeReturn(admin, asked.id, { amount: 4800, restock: true })).toMatchObject({
    state: 'closed',
  })
  await expect(closeReturn(admin, asked.id, { amount: 4800, restock: true })).rejects.toMatchObject({
    code: 'conflict',
  })
  await shop.settleDown()
  expect([await shop.stock(id), await shop.order(begun)]).toEqual([
    8,
    { status: 'delivered', payment_status: 'paid' },
  ])
  await shop.straight()
  const kinds = (await lettersTo(connection, order.email)).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(['delivered', 'order-confirmed', 'refunded', 'return-received', 'shipped'])
  await till.db.execute(
    sql`update orders set delivered_at = now() - interval '31 days' where id = ${order.id}`,
  )
  await expect(askReturnByLink(till, link, wish)).rejects.toMatchObject({ code: 'conflict' })
})

test('a guest’s orders join the account whose address it is, and no other', async ({
  till,
  shop,
  connection,
}) => {
  const { id } = await buildProduct(till, { stock: 9 })
  const begun = await shop.begun([{ product_id: id, quantity: 1 }], {
    customer_email: 'late@orchard.example',
  })
  const stranger = await buildActor(till.db, { email: 'other@orchard.example' })
  const unconfirmed = await buildActor(till.db, { email: 'late@orchard.example', confirmed: false })
  for (const actor of [stranger, unconfirmed]) await joinGuestOrders(till.db, actor.id)
  expect((await readOrder(till.db, begun.order_id))?.userId).toBeNull()
  await till.db.execute(sql`update auth_users set email_verified = true where id = ${unconfirmed.id}`)
  await joinGuestOrders(till.db, unconfirmed.id)
  expect((await readOrder(till.db, begun.order_id))?.userId).toBe(unconfirmed.id)
  await doJobs(connection, till)
})
