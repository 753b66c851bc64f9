import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { asAdmin, asCustomer, findJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findStock } from '#test/checkout.ts'
import { buildPaidOrder, expect, test } from '#test/payments/card-orders.ts'
import type { Context } from '../context.ts'
import { listRefunds } from '../payments/refunds.server.ts'
import { readOrder } from './find-order.server.ts'
import { listStatusChanges } from './order-status-changes.server.ts'
import { setPaymentStatus, storeActor, transitionOrder } from './order-transition.server.ts'
import { StatusUpdate, updateOrderStatus } from './update-order-status.server.ts'

const moveThrough = async (admin: Context, id: string, ...statuses: StatusUpdate['to'][]) => {
  for (const to of statuses) await updateOrderStatus(admin, id, { to })
}

const emailJobs = async ({ db }: Context, id: string) =>
  (await findJobs(db, id)).filter(({ name }) => name === 'order-email').map(({ key }) => key)

test('each step is recorded with its time, and shipping and delivery email the customer once', async ({
  ctx,
}) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildOrder(ctx)
  const at = (hour: number) => new Date(Date.UTC(2027, 0, 1, hour))
  await updateOrderStatus({ ...admin, now: at(1) }, id, { to: 'processing', note: 'Gift wrap' })
  expect(await emailJobs(ctx, id)).toEqual([])
  const tracking = { carrier: 'UPS', tracking_number: '1Z999' }
  await updateOrderStatus({ ...admin, now: at(2) }, id, { to: 'shipped', ...tracking })
  const delivered = await updateOrderStatus({ ...admin, now: at(3) }, id, { to: 'delivered' })
  expect(await emailJobs(ctx, id)).toEqual([`delivered:${id}`, `shipped:${id}`])
  expect(delivered).toMatchObject({
    ...{ status: 'delivered', deliveredAt: at(3) },
    ...{ carrier: 'UPS', trackingNumber: '1Z999' },
  })
  expect(await listStatusChanges(ctx, { id })).toEqual([
    { to: 'processing', at: at(1) },
    { to: 'shipped', at: at(2) },
    { to: 'delivered', at: at(3) },
  ])
})

test('a shipping email can be sent later, so that shipping can be undone', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildOrder(ctx, { status: 'processing' })
  const emailAt = new Date(Date.now() + 600_000)
  await updateOrderStatus(admin, id, { to: 'shipped' }, { emailAt })
  expect(await findJobs(ctx.db, id)).toMatchObject([{ runAt: emailAt }])
})

test.for([
  ['pending', 'shipped', 'is pending. Its status can change only to processing or cancelled.'],
  [
    'processing',
    'delivered',
    'is processing. Its status can change only to shipped, cancelled, or refunded.',
  ],
  ['shipped', 'cancelled', 'is shipped. Its status can change only to delivered or refunded.'],
  ['shipped', 'processing', 'is already shipped.'],
  ['delivered', 'delivered', 'is already delivered.'],
  ['cancelled', 'refunded', 'is cancelled and can’t be changed.'],
  ['refunded', 'pending', 'is already refunded.'],
] as const)(
  'an order that is %s can’t become %s, and the refusal says why',
  async ([status, to, says], { ctx }) => {
    const { id, number } = await buildOrder(ctx, { status })
    await expect(updateOrderStatus(await asAdmin(ctx), id, { to })).rejects.toMatchObject({
      ...{ code: 'conflict', message: `${number} ${says}` },
    })
    expect((await readOrder(ctx.db, id))?.status).toBe(status)
  },
)

test('an unpaid order can’t be fulfilled', async ({ ctx }) => {
  const { id, number } = await buildOrder(ctx, { paymentStatus: 'pending' })
  await expect(updateOrderStatus(await asAdmin(ctx), id, { to: 'processing' })).rejects.toThrow(
    `${number} is pending. Its status can change only to cancelled.`,
  )
})

test('only administrators change the status of an order', async ({ ctx }) => {
  const grace = await asCustomer(ctx)
  const { id } = await buildOrder(ctx, { userId: grace.actor.id })
  await expect(updateOrderStatus(grace, id, { to: 'processing' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(updateOrderStatus(ctx, id, { to: 'processing' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a change of status is in the audit log, with its tracking details', async ({ ctx }) => {
  const admin = await asAdmin(ctx)
  const { id } = await buildOrder(ctx, { status: 'processing' })
  await updateOrderStatus(admin, id, { to: 'shipped', carrier: 'DHL', tracking_number: 'JD01' })
  expect((await listAuditEntries(admin, { search: id })).rows).toMatchObject([
    {
      ...{ action: 'order-status-changed', by: admin.actor.email, before: { status: 'processing' } },
      after: { status: 'shipped', carrier: 'DHL', trackingNumber: 'JD01' },
    },
  ])
})

test('a refunded order is refunded in full, without restocking what was shipped', async ({
  paymentContext: ctx,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const admin = await asAdmin(ctx)
  const { id, total } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  await moveThrough(admin, id, 'processing', 'shipped')
  const refunded = await updateOrderStatus(admin, id, { to: 'refunded', note: 'Lost in the mail' })
  expect(refunded).toMatchObject({ status: 'refunded', refunded: total })
  const [refund, ...others] = await listRefunds(ctx.db, id)
  expect(others).toEqual([])
  expect(refund).toMatchObject({ amount: total, reason: 'refunded', note: 'Lost in the mail' })
  expect(await findStock(ctx.db, productId)).toBe(7)
})

test('of two administrators who move an order at once, one succeeds and the other learns its status', async ({
  ctx,
}) => {
  const [ada, eve] = [await asAdmin(ctx), await asAdmin(ctx)]
  const { id, number } = await buildOrder(ctx)
  const moves = await Promise.allSettled(
    [ada, eve].map((admin) => updateOrderStatus(admin, id, { to: 'processing' })),
  )
  const refusals = moves.flatMap((move) => (move.status === 'rejected' ? [move.reason.message] : []))
  expect(refusals).toEqual([`${number} is already processing.`])
  expect(await listStatusChanges(ctx, { id })).toHaveLength(1)
})

test('a transition from a status that the order no longer has changes nothing', async ({ ctx }) => {
  const { id } = await buildOrder(ctx, { status: 'processing' })
  const stale = { from: 'pending', to: 'cancelled', ...storeActor(ctx.now) } as const
  await expect(transitionOrder(ctx.db, id, stale)).rejects.toMatchObject({
    ...{ code: 'conflict', message: 'Someone else just updated this order. Reload to see it.' },
  })
  expect((await readOrder(ctx.db, id))?.status).toBe('processing')
  expect(await listStatusChanges(ctx, { id })).toEqual([])
})

test('a transition keeps the tracking details and payment status that it doesn’t mention', async ({
  ctx,
}) => {
  const { id } = await buildOrder(ctx, { status: 'processing' })
  const by = storeActor(ctx.now)
  const carrier = 'UPS'
  await transitionOrder(ctx.db, id, {
    from: 'processing',
    to: 'shipped',
    carrier,
    trackingNumber: '1',
    ...by,
  })
  await transitionOrder(ctx.db, id, { from: 'shipped', to: 'delivered', ...by })
  expect(await readOrder(ctx.db, id)).toMatchObject({ carrier, trackingNumber: '1', paymentStatus: 'paid' })
  await setPaymentStatus(ctx.db, id, { status: 'refunded', at: ctx.now })
  expect(await readOrder(ctx.db, id)).toMatchObject({ status: 'delivered', paymentStatus: 'refunded' })
})

test('tracking details and notes are trimmed, and have at most 200 characters', () => {
  const update = { to: 'shipped', carrier: '  UPS ', tracking_number: '   ', note: null }
  expect(StatusUpdate.parse(update)).toEqual({
    to: 'shipped',
    carrier: 'UPS',
    tracking_number: null,
    note: null,
  })
  for (const field of ['carrier', 'tracking_number', 'note'])
    expect(StatusUpdate.safeParse({ ...update, [field]: 'x'.repeat(201) }).error?.issues).toMatchObject([
      { path: [field], message: 'Use at most 200 characters.' },
    ])
  expect(StatusUpdate.safeParse({ to: 'lost' }).success).toBe(false)
})
