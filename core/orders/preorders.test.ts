import { z } from 'zod'
import { execute, queryColumn } from '#db/sql.ts'
import { asAdmin, buildActor } from '#test/accounts.ts'
import { expectBalancedBooks } from '#test/books.ts'
import { buildProduct } from '#test/builders.ts'
import { buildPaidOrder, type CardContext, expect, test } from '#test/payments/card-orders.ts'
import { countPendingTasks, countWaitingWork } from '../analytics/dashboard-activity.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { listAdminOrders } from './admin/order-list.server.ts'
import { readPackingList } from './admin/packing-list.server.ts'
import { shipOrder } from './admin/ship-orders.server.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { sendPreorderEmails } from './emails/send-preorder-emails.server.ts'
import { findOrder } from './find-order.server.ts'
import { orderArrival } from './progress/order-arrival.ts'

const setDate = (ctx: CardContext, id: string, day: string | null) =>
  execute(ctx.db)`update products set preorder_date = ${day}::date where id = ${id}`

async function orderPreorder(ctx: CardContext, day = '2027-06-03') {
  const { id: productId } = await buildProduct(ctx, { stock: 9, name: 'Night Oil' })
  await setDate(ctx, productId, day)
  const order = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 1 }] })
  return { productId, order, admin: { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) } }
}

const emailsTo = (ctx: CardContext, email: string) =>
  queryColumn(
    ctx.db,
    z.string(),
  )`select body_text from emails where recipient = ${email} and kind = 'preorder-moved' order by created_at, id`

test('a pre-order is paid at once, waits until its stock is in, and arrives after its date', async ({
  paymentContext: ctx,
}) => {
  const { productId, order, admin } = await orderPreorder(ctx)
  expect(order).toMatchObject({ paymentStatus: 'paid', items: [{ preorderDate: '2027-06-03' }] })
  const settings = await readStoreSettings(ctx.db, ctx.log)
  expect(orderArrival(order, settings, ctx.now)).toMatch(/Jun/)
  const listed = async (filter: string) =>
    (await listAdminOrders(admin, { filter, sort: 'newest' })).rows.map(({ id }) => id)
  const packed = async () => (await readPackingList(admin)).orders.map(({ id }) => id)
  expect(await listed('pre-order')).toContain(order.id)
  expect(await packed()).not.toContain(order.id)
  await expect(shipOrder(admin, order.id)).rejects.toMatchObject({
    message: expect.stringContaining('waits for Night Oil'),
  })
  const waiting = { waitingPreorders: 1, overduePreorders: 0 }
  expect(await countPendingTasks(admin)).toMatchObject(waiting)
  const inJune = { ...admin, now: new Date('2027-06-03T18:00:00Z') }
  expect(await countPendingTasks(inJune)).toMatchObject({ ...waiting, overduePreorders: 1 })
  expect(await countWaitingWork(admin)).toMatchObject({ ordersToPack: 0 })
  await setDate(ctx, productId, null)
  expect(await countWaitingWork(admin)).toMatchObject({ ordersToPack: 1 })
  expect(await listed('pre-order')).not.toContain(order.id)
  expect(await packed()).toContain(order.id)
  await shipOrder(admin, order.id)
  expect(await findOrder(admin, order.id)).toMatchObject({
    status: 'shipped',
    items: [{ preorderDate: null }],
  })
})

test('when the date moves, each buyer who waits gets one email per date, and can cancel', async ({
  paymentContext: ctx,
}) => {
  const { productId, order, admin } = await orderPreorder(ctx)
  const cancelled = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 1 }] })
  await cancelOrder(admin, cancelled.id)
  await setDate(ctx, productId, '2027-07-01')
  expect(
    await queryColumn(
      ctx.db,
      z.string(),
    )`select job ->> 'key' from outbox, json_array_elements(jobs) job where job ->> 'name' = 'preorder-moved'`,
  ).toContain(`preorder-moved:${productId}`)
  await Promise.all([sendPreorderEmails(ctx, productId), sendPreorderEmails(ctx, productId)])
  await sendPreorderEmails(ctx, productId)
  expect(await emailsTo(ctx, order.email)).toEqual([expect.stringContaining('Thu, Jul 1')])
  expect(await emailsTo(ctx, cancelled.email)).toEqual([])
  await setDate(ctx, productId, '2027-08-02')
  await sendPreorderEmails(ctx, productId)
  expect(await emailsTo(ctx, order.email)).toHaveLength(2)
  await cancelOrder(admin, order.id)
  expect(await findOrder(admin, order.id)).toMatchObject({ status: 'cancelled' })
  await expectBalancedBooks(ctx.db)
})

test('an order of what was in stock does not wait when its product becomes a pre-order', async ({
  paymentContext: ctx,
}) => {
  const order = await buildPaidOrder(ctx)
  const [item] = order.items
  await setDate(ctx, item?.productId ?? '', '2027-06-03')
  const admin = await asAdmin(ctx)
  expect((await findOrder(admin, order.id)).items).toMatchObject([{ preorderDate: null }])
  await shipOrder(admin, order.id)
})
