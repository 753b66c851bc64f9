import { sql } from 'drizzle-orm'
import { createRefund } from '#server/sandbox/refunds.ts'
import { buildActor, lettersTo } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type Begun, expect, type Shop, test } from '#test/card-store.ts'
import { explainOrder } from '../accounting/explain-order.server.ts'
import { waitingToday } from '../analytics/today.server.ts'
import type { Context } from '../context.ts'
import { type PaymentProvider, UncertainOutcome } from '../payments/payment.ts'
import { listAllOrders } from './all-orders.server.ts'
import { cancelOrder } from './cancel-order.server.ts'
import { failedRefunds, retryRefund, settleRefund } from './failed-refunds.server.ts'
import { findOrder } from './find-order.server.ts'
import { refundOrder } from './refund-order.server.ts'
import { askReturn, closeReturn, returnsOf } from './returns.server.ts'
import { stepOrder } from './step-order.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const POOR = 'Insufficient funds in your Stripe balance to refund this amount.'

async function paid(till: Context, shop: Shop) {
  const { id: product } = await buildProduct(till, { stock: 9, price: 4800 })
  const begun = await shop.begun([{ product_id: product, quantity: 2 }])
  await shop.pay(begun)
  await shop.deliver()
  await shop.settleDown()
  const admin = { ...till, actor: await buildActor(till.db, { role: 'admin' }) }
  return { begun, admin, product, id: begun.order_id }
}

const failedOf = async (admin: Context, id: string) => failedRefunds(admin, await findOrder(admin, id))

async function net({ db }: Context, { order_id }: Begun): Promise<number> {
  const { rows } = await db.execute(
    sql`select sum(amount) as net from accounting where order_id = ${order_id}`,
  )
  return Number(rows[0]?.net)
}

const jobsLeft = async ({ db }: Context) =>
  (await db.execute(sql`select id from graphile_worker.jobs where task_identifier = 'send-refund'`)).rows

test('a refund that the provider refuses ends at once, is told to the owner, and goes through at one press', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin, product, id } = await paid(till, shop)
  await shop.faults({ refuseRefunds: 1 })
  await cancelOrder(admin, id)
  await shop.settleDown()
  expect(await jobsLeft(till)).toEqual([])
  expect(await shop.order(begun)).toEqual({ status: 'cancelled', payment_status: 'paid' })
  expect(await shop.stock(product)).toBe(9)
  expect(await net(till, begun)).toBe(10_368)
  await shop.straight()

  const [letter, ...more] = (await lettersTo(connection, OWNER)).filter(
    ({ kind }) => kind === 'refund-failed',
  )
  expect(more).toEqual([])
  expect(letter?.text).toContain(POOR)
  expect((await explainOrder(admin, id)).map(({ said }) => said)).toContain(`failed: ${POOR}`)
  expect(await waitingToday(admin)).toMatchObject({ failedRefunds: 1 })
  const { rows } = await listAllOrders(admin, { filter: 'refund-failed' })
  expect(rows.map((order) => order.id)).toEqual([id])
  const [failed] = await failedOf(admin, id)
  expect(failed).toMatchObject({ amount: 10_368, currency: 'usd', failure: POOR })

  const press = () => retryRefund(admin, failed?.id ?? '')
  const pressed = await Promise.allSettled([press(), press()])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await shop.deliver()
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await net(till, begun)).toBe(0)
  expect(await failedOf(admin, id)).toEqual([])
  expect(await waitingToday(admin)).toMatchObject({ failedRefunds: 0 })
  const buyer = (await lettersTo(connection, 'guest1@orchard.example')).map(({ kind }) => kind)
  expect(buyer).toEqual(['order-confirmed', 'refunded'])
  await shop.straight()
})

test('whoever asks for a refund is told of the refusal there and then, asked twice or tried again as well', async ({
  till,
  shop,
}) => {
  const { begun, admin, id } = await paid(till, shop)
  await stepOrder(admin, id, { to: 'processing' })
  await shop.faults({ refuseRefunds: 2 })
  const said = `The card provider does not give the money back: ${POOR}`
  await expect(refundOrder(admin, id, { amount: 1000 }, 'once')).rejects.toThrow(said)
  await expect(refundOrder(admin, id, { amount: 1000 }, 'once')).rejects.toThrow(said)
  const [first] = await failedOf(admin, id)
  await expect(retryRefund(admin, first?.id ?? '')).rejects.toThrow(said)
  expect(await shop.order(begun)).toEqual({ status: 'processing', payment_status: 'paid' })
  const [second, ...more] = await failedOf(admin, id)
  expect(more).toEqual([])
  expect(second?.id).not.toBe(first?.id)
  await settleRefund(admin, second?.id ?? '')
  expect(await failedOf(admin, id)).toEqual([])
  await expect(retryRefund(admin, second?.id ?? '')).rejects.toThrow('waits for nobody')
  await shop.straight()
})

test('a return whose money is refused stays closed, and follows the refund that goes through', async ({
  till,
  shop,
}) => {
  const { admin, id, product } = await paid(till, shop)
  for (const to of ['processing', 'shipped', 'delivered'] as const) await stepOrder(admin, id, { to })
  const back = await askReturn(admin, id, { items: [{ product_id: product, quantity: 1 }], reason: 'No' })
  await shop.faults({ refuseRefunds: 1 })
  await expect(closeReturn(admin, back.id, { amount: 4800, restock: true })).rejects.toThrow(POOR)
  const [failed] = await failedOf(admin, id)
  await retryRefund(admin, failed?.id ?? '')
  const order = await findOrder(admin, id)
  expect(order.refunded).toBe(4800)
  expect(await returnsOf(admin, order)).toMatchObject([{ state: 'closed' }])
  const { rows } = await till.db.execute(
    sql`select f.state from returns r join refunds f on f.id = r.refund_id where r.id = ${back.id}`,
  )
  expect(rows).toEqual([{ state: 'done' }])
  await shop.settleDown()
  await shop.straight()
})

test('what went back at the provider’s own desk meanwhile is not asked for again', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin, id } = await paid(till, shop)
  await shop.faults({ refuseRefunds: 1 })
  await cancelOrder(admin, id)
  await shop.settleDown()
  const [failed] = await failedOf(admin, id)
  await createRefund(connection.pool, { payment_intent: await shop.intent(begun) })
  await shop.deliver()
  await shop.settleDown()
  expect(await failedOf(admin, id)).toEqual([])
  await expect(retryRefund(admin, failed?.id ?? '')).rejects.toThrow('waits for nobody')
  expect(await shop.order(begun)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  await shop.straight()
})

test('what may be a matter of time is tried again, and nobody is troubled', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin, id } = await paid(till, shop)
  const provider = till.payments as PaymentProvider
  const away = async () => {
    throw new UncertainOutcome('timed out')
  }
  const troubled = { ...admin, payments: { ...provider, refund: away } }
  await stepOrder(admin, id, { to: 'processing' })
  await refundOrder(troubled, id, {})
  expect(await failedOf(admin, id)).toEqual([])
  expect(await jobsLeft(till)).toHaveLength(1)
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  const toOwner = (await lettersTo(connection, OWNER)).map(({ kind }) => kind)
  expect(toOwner).not.toContain('refund-failed')
  await shop.straight()
})
