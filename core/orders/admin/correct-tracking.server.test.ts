import { buildActor, findSentEmails, runJobs, signInVisitor } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { findOrder } from '../find-order.server.ts'
import { findOrderHistory } from '../order-history.server.ts'
import { correctTracking } from './correct-tracking.server.ts'

test('tracking details can be corrected after shipping, with the email sent again if asked', async ({
  ctx,
  connection,
}) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const { id } = await buildOrder(ctx, { status: 'shipped' })
  await correctTracking(admin, id, { carrier: 'UPS', tracking_number: '1Z998' })
  await runJobs(connection, ctx)
  expect(await findSentEmails(connection, 'grace@orchard.example')).toEqual([])
  await correctTracking(admin, id, { carrier: 'UPS', tracking_number: '1Z999', send_email: true })
  await runJobs(connection, ctx)
  const [email, ...others] = await findSentEmails(connection, 'grace@orchard.example')
  expect(others).toEqual([])
  expect(email?.text).toContain('1Z999')
  const messages = (await findOrderHistory(admin, id)).map(({ message, by }) => ({ message, by }))
  expect(messages).toEqual(
    expect.arrayContaining([
      { message: 'Tracking: none → UPS 1Z998', by: admin.actor.email },
      { message: 'Tracking: UPS 1Z998 → UPS 1Z999', by: admin.actor.email },
    ]),
  )
  await correctTracking(admin, id, { carrier: 'UPS', tracking_number: '1Z999' })
  expect((await findOrderHistory(admin, id)).filter(({ topic }) => topic === 'order')).toHaveLength(2)
})

test('only an administrator corrects tracking, and only after the order has shipped', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const customer = await signInVisitor(store, ctx.db)
  const [shipped, pending] = [await buildOrder(ctx, { status: 'shipped' }), await buildOrder(ctx)]
  const tracking = { carrier: 'DHL', tracking_number: 'JD01' }
  const put = (visitor: typeof admin, id: string, body: object = tracking) =>
    visitor.put(`/api/v1/admin/orders/${id}/tracking`, body)
  expect(await (await put(admin, shipped.id)).json()).toMatchObject({ id: shipped.id, ...tracking })
  expect((await put(customer, shipped.id)).status).toBe(403)
  const early = await put(admin, pending.id)
  expect([early.status, (await early.json()).error.message]).toEqual([
    409,
    `${pending.number} is pending. You can correct tracking details once the order has shipped.`,
  ])
  const tooLong = await put(admin, shipped.id, { tracking_number: 'x'.repeat(201) })
  expect((await tooLong.json()).error.fields).toEqual({ tracking_number: 'Use at most 200 characters.' })
  const adminContext = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  expect(await findOrder(adminContext, shipped.id)).toMatchObject({ carrier: 'DHL', trackingNumber: 'JD01' })
})
