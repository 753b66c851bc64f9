import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { queryColumn } from '#db/sql.ts'
import { asAdmin, asCustomer, JUST_SIGNED_IN } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, newIdempotencyKey } from '#test/checkout.ts'
import { countStatements } from '#test/count-statements.ts'
import { buildAuthorizedOrder, runCaptures } from '#test/payments/authorized-orders.ts'
import { buildPaidOrder, type CardContext } from '#test/payments/card-orders.ts'
import { createProvider } from '#test/payments/test-provider.ts'
import { test as base, expect } from '#test/store.ts'
import { adjustStock } from '../catalog/stock.server.ts'
import { placeTestOrder } from '../checkout/test-order.server.ts'
import { refundOrder } from '../orders/refunds/refund-order.server.ts'
import { sendRefund } from '../orders/refunds/send-refund.server.ts'
import { receiveReturn } from '../orders/returns/process-return.server.ts'
import { requestReturn } from '../orders/returns/returns.server.ts'
import { updateOrderStatus } from '../orders/update-order-status.server.ts'
import { forwardJobs } from '../outbox/outbox.server.ts'
import { createEndpoint } from './endpoints.server.ts'
import { RETRY_DELAYS, WEBHOOK_EVENT_TYPES, type WebhookEvent } from './webhook-events.ts'

// Endpoints and deliveries of other tests would count, so each test has a store of its own.
const test = base.extend<{ paymentContext: CardContext }>({
  paymentContext: async ({ ctx }, use) => use({ ...ctx, payments: createProvider() }),
})

const Body = z.object({ type: z.string(), version: z.literal(1), timestamp: z.iso.datetime(), data: z.any() })

async function findEvents({ db }: Context) {
  const bodies = await queryColumn(db, z.string())`select body from webhook_deliveries order by place`
  return bodies.map((body) => Body.parse(JSON.parse(body)))
}

const countJobs = async ({ db }: Context) => {
  await forwardJobs(db)
  const [count] = await queryColumn(db, z.int())`
      select count(*) from graphile_worker.jobs where task_identifier = 'deliver-webhooks'`
  return count
}

async function subscribe(ctx: Context, events: WebhookEvent[] = WEBHOOK_EVENT_TYPES) {
  const admin = await asAdmin(ctx)
  await createEndpoint(admin, { url: 'http://127.0.0.1:9/webhooks', events, description: '' }, JUST_SIGNED_IN)
  return admin
}

test('each step of an order is an event, in order, without personal data', async ({
  paymentContext: ctx,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const admin = await subscribe(ctx)
  const { id } = await buildPaidOrder(ctx, { lines: [{ productId, quantity: 2 }] })
  await updateOrderStatus(admin, id, { to: 'processing' })
  await updateOrderStatus(admin, id, { to: 'shipped' })
  await updateOrderStatus(admin, id, { to: 'delivered' })
  const returned = await requestReturn(admin, id, {
    items: [{ productId, quantity: 1 }],
    reason: 'Too sweet',
  })
  await receiveReturn(admin, returned.id)
  await refundOrder(admin, id, { amount: 100 })
  const [refundId = ''] = await queryColumn(ctx.db, z.string())`select id from refunds`
  await sendRefund(ctx, refundId)
  const events = await findEvents(ctx)
  expect(events.map(({ type }) => type)).toEqual([
    ...['order.placed', 'order.paid', 'order.shipped', 'order.returned', 'order.refunded'],
  ])
  const [placed, , shipped, received, refunded] = events
  expect(placed?.data.order).toMatchObject({
    ...{ id, payment_status: 'paid', currency: 'usd', items: [{ product_id: productId, quantity: 2 }] },
  })
  const { subtotal, discount, shipping, tax, total } = placed?.data.order ?? {}
  expect(subtotal - discount + shipping + tax).toBe(total)
  expect(shipped?.data.order.status).toBe('shipped')
  expect(received?.data.return).toMatchObject({ reference: returned.reference, items: [{ quantity: 1 }] })
  expect(refunded?.data.refund).toMatchObject({ id: refundId, amount: 100, currency: 'usd', items: [] })
  // One job delivers all of them.
  expect(await countJobs(ctx)).toBe(1)
  const [customer] = await queryColumn(ctx.db, z.string())`
    select concat_ws('|', email, shipping_address->>'lastName', shipping_address->>'address') from orders`
  const text = JSON.stringify(events)
  for (const personal of [...(customer?.split('|') ?? []), 'Too sweet', '@'])
    expect(text).not.toContain(personal)
})

test('stock that runs low and a product that changes are events, once for each endpoint that wants them', async ({
  paymentContext: ctx,
}) => {
  const { id } = await buildProduct(ctx, { stock: 9, name: 'Night Oil' })
  const admin = await subscribe(ctx, ['stock.low'])
  await subscribe(ctx, ['stock.low', 'product.changed'])
  const change = (amount: number) => adjustStock(admin, id, { change: amount, reason: 'counted' })
  for (const amount of [-1, -3, -1]) await change(amount)
  const lowEvents = await findEvents(ctx)
  expect(lowEvents.map(({ type, data }) => [type, data.available, data.threshold])).toEqual([
    ['stock.low', 5, 5],
    ['stock.low', 5, 5],
  ])
  expect(lowEvents[0]?.data.product).toMatchObject({ id, name: 'Night Oil' })
  await queryColumn(ctx.db, z.string())`update products set name = 'Day Oil' where id = ${id} returning name`
  await queryColumn(
    ctx.db,
    z.string(),
  )`update products set rating_sum = rating_sum + 5 where id = ${id} returning id`
  await buildProduct(ctx, { name: 'Lip Balm' })
  const changes = (await findEvents(ctx)).slice(2).map(({ data }) => [data.change, data.product.name])
  expect(changes).toEqual([
    ['updated', 'Day Oil'],
    ['created', 'Lip Balm'],
  ])
})

test('without an endpoint, nothing is written; and what is rolled back is not sent', async ({
  paymentContext: ctx,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  await buildPaidOrder(ctx, { lines: [{ productId, quantity: 1 }] })
  expect([await findEvents(ctx), await countJobs(ctx)]).toEqual([[], 0])
  await subscribe(ctx)
  const failing = ctx.db.transaction(async (tx) => {
    await queryColumn(
      tx,
      z.string(),
    )`update products set name = 'Day Oil' where id = ${productId} returning name`
    throw new Error('Rolled back')
  })
  await expect(failing).rejects.toThrow('Rolled back')
  expect([await findEvents(ctx), await countJobs(ctx)]).toEqual([[], 0])
})

test('an endpoint adds no statement to a checkout, and one job', async ({
  paymentContext: ctx,
  connection,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 9 })
  const customer = await asCustomer(ctx)
  const order = {
    lines: [{ productId, quantity: 1 }],
    address: ADDRESS,
    region: 'US' as const,
    code: '',
  }
  const statements = countStatements(connection)
  const countOrder = async () => {
    const before = statements().length
    await placeTestOrder(customer, order, newIdempotencyKey())
    return statements().length - before
  }
  await countOrder()
  const alone = await countOrder()
  expect(await countJobs(ctx)).toBe(0)
  await subscribe(ctx)
  expect(await countOrder()).toBe(alone)
  expect(await countJobs(ctx)).toBe(1)
})

test('docs/webhooks.md describes each event and the schedule', () => {
  const docs = readFileSync('docs/webhooks.md', 'utf8')
  const described = [...docs.matchAll(/^\| `([a-z]+\.[a-z]+)` \|/gm)].map(([, type]) => type)
  expect(described).toEqual([...WEBHOOK_EVENT_TYPES, 'webhook.test'])
  const seconds = docs
    .match(/^Delays: (.+)\.$/m)?.[1]
    ?.split(', ')
    .map(toMilliseconds)
  expect(seconds).toEqual([...RETRY_DELAYS])
})

function toMilliseconds(text: string): number {
  const [amount, unit = ''] = text.split(' ')
  return Number(amount) * ({ s: 1000, min: 60_000, h: 3_600_000 }[unit] ?? 0)
}

test('an authorized order is placed before it is paid, and only once', async ({ paymentContext: ctx }) => {
  const admin = await subscribe(ctx)
  const { order } = await buildAuthorizedOrder(ctx)
  await updateOrderStatus(admin, order.id, { to: 'processing' })
  await updateOrderStatus(admin, order.id, { to: 'shipped' })
  await runCaptures(ctx, order)
  const events = (await findEvents(ctx)).filter(({ data }) => data.order?.id === order.id)
  expect(
    events.map(({ type, data }) => [type, data.order.payment_status, data.order.payment_authorized]),
  ).toEqual([
    ['order.placed', 'pending', true],
    ['order.shipped', 'pending', true],
    ['order.paid', 'paid', false],
  ])
})
