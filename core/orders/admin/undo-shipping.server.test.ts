import type { Context } from '#core/context.ts'
import { buildActor, findSentEmails, runJobs } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findOrder } from '../find-order.server.ts'
import { findOrderHistory } from '../order-history.server.ts'
import { listStatusChanges } from '../order-status-changes.server.ts'
import { updateOrderStatus } from '../update-order-status.server.ts'
import { findShippableOrders, shipOrders } from './ship-orders.server.ts'
import { undoShipping } from './undo-shipping.server.ts'

const buildAdmin = async (ctx: Context) => ({ ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) })
const BUYER = 'grace@orchard.example'
const MAKE_EMAILS_DUE = `update graphile_worker._private_jobs set run_at = now() where key like 'shipped:%'`

test('shipping several orders can be undone before their emails go out', async ({ ctx, connection }) => {
  const admin = await buildAdmin(ctx)
  const [pending, processing] = [await buildOrder(ctx), await buildOrder(ctx, { status: 'processing' })]
  const ids = [pending.id, processing.id]
  const shipments = ids.map((id) => ({ id, carrier: 'DHL', tracking_number: `JD-${id}` }))
  expect(await findShippableOrders(admin, ids)).toHaveLength(2)
  expect(await shipOrders(admin, shipments)).toEqual({ shipped: ids, refused: [] })
  expect(await findOrder(admin, pending.id)).toMatchObject({
    status: 'shipped',
    trackingNumber: `JD-${pending.id}`,
  })
  expect(await findShippableOrders(admin, ids)).toEqual([])
  await runJobs(connection, ctx)
  expect(await findSentEmails(connection, BUYER)).toEqual([])

  expect(await undoShipping(admin, ids)).toEqual({
    undone: [pending.number, processing.number],
    unchanged: [],
  })
  expect(await findOrder(admin, pending.id)).toMatchObject({
    status: 'pending',
    carrier: null,
    trackingNumber: null,
  })
  expect(await findOrder(admin, processing.id)).toMatchObject({ status: 'processing', carrier: null })
  const history = await findOrderHistory(admin, pending.id)
  expect(history.at(-1)).toMatchObject({
    message: 'Shipped → Pending: Shipping undone',
    by: admin.actor.email,
  })
  expect(await listStatusChanges(ctx, pending)).toEqual([])
  await connection.pool.query(MAKE_EMAILS_DUE)
  await runJobs(connection, ctx)
  expect(await findSentEmails(connection, BUYER)).toEqual([])

  await shipOrders(admin, shipments)
  await connection.pool.query(MAKE_EMAILS_DUE)
  await runJobs(connection, ctx)
  expect((await findSentEmails(connection, BUYER)).map(({ kind }) => kind)).toEqual(['shipped', 'shipped'])
})

test('an order that was delivered, or whose email has gone out, stays shipped', async ({
  ctx,
  connection,
}) => {
  const admin = await buildAdmin(ctx)
  const [delivered, emailed] = [await buildOrder(ctx), await buildOrder(ctx)]
  const ids = [delivered.id, emailed.id]
  await shipOrders(
    admin,
    ids.map((id) => ({ id })),
  )
  await updateOrderStatus(admin, delivered.id, { to: 'delivered' })
  await connection.pool.query(MAKE_EMAILS_DUE)
  await runJobs(connection, ctx)
  expect(await undoShipping(admin, ids)).toEqual({
    undone: [],
    unchanged: [delivered.number, emailed.number],
  })
  expect((await findOrder(admin, emailed.id)).status).toBe('shipped')
  await expect(undoShipping({ ...ctx, actor: await buildActor(ctx.db) }, ids)).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test('two undos at once change an order only once', async ({ ctx, connection }) => {
  const admin = await buildAdmin(ctx)
  const { id, number } = await buildOrder(ctx)
  await shipOrders(admin, [{ id }])
  const results = await Promise.all([undoShipping(admin, [id]), undoShipping(admin, [id])])
  expect(results.flatMap(({ undone }) => undone)).toEqual([number])
  const { rows } = await connection.pool.query(
    `select count(*)::int from order_steps where note = 'Shipping undone'`,
  )
  expect(rows).toEqual([{ count: 1 }])
})
