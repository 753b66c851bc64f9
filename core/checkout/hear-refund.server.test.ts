import { sql } from 'drizzle-orm'
import { createRefund, failRefund, openDispute } from '#server/sandbox/refunds.ts'
import { buildActor, lettersTo } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { type Begun, expect, type Shop, test } from '#test/card-store.ts'
import { explainOrder } from '../accounting/explain-order.server.ts'
import type { Context } from '../context.ts'
import { refundOrder } from '../orders/refund-order.server.ts'
import { stepOrder } from '../orders/step-order.server.ts'

const OWNER = 'admin@eternalbeauty.example'
const numerically = (one: number, other: number) => one - other

async function booked({ db }: Context, { order_id }: Begun): Promise<number[]> {
  const { rows } = await db.execute(
    sql`select amount from accounting where order_id = ${order_id} order by entry_date, id`,
  )
  return rows.map(({ amount }) => Number(amount))
}

async function paid(till: Context, shop: Shop, quantity = 2) {
  const { id } = await buildProduct(till, { stock: 9, price: 4800 })
  const begun = await shop.begun([{ product_id: id, quantity }])
  await shop.pay(begun)
  await shop.deliver()
  await shop.settleDown()
  const admin = { ...till, actor: await buildActor(till.db, { role: 'admin' }) }
  return { begun, admin, product: id, intent: await shop.intent(begun) }
}

test('what is given back at the provider’s own desk is booked once, told to the buyer, and shown', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin, product, intent } = await paid(till, shop)
  await stepOrder(admin, begun.order_id, { to: 'processing' })
  await createRefund(connection.pool, { payment_intent: intent, amount: '1000' })
  await shop.faults({ duplicate: 5 })
  await createRefund(connection.pool, { payment_intent: intent, amount: '500' })
  await shop.deliver()
  await shop.settleDown()
  await shop.settleDown()
  expect((await booked(till, begun)).toSorted(numerically)).toEqual([-1000, -500, 10_368])
  expect(await shop.order(begun)).toEqual({ status: 'processing', payment_status: 'paid' })
  await createRefund(connection.pool, { payment_intent: intent })
  await shop.deliver()
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect(await shop.stock(product)).toBe(7)
  expect((await booked(till, begun)).toSorted(numerically)).toEqual([-8868, -1000, -500, 10_368])
  const told = (await explainOrder(admin, begun.order_id)).map(({ said }) => said)
  expect(told).toContain('asked (elsewhere): $10.00')
  expect(told).toContain('processing → refunded: Given back at the provider')
  expect((await lettersTo(connection, 'guest1@orchard.example')).map(({ kind }) => kind)).toEqual([
    'order-confirmed',
    'refunded',
    'refunded',
    'refunded',
  ])
  await shop.straight()
})

test('an order that nobody packed is cancelled by it, and its goods never left', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, product, intent } = await paid(till, shop)
  await shop.faults({ lose: true })
  await createRefund(connection.pool, { payment_intent: intent })
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'cancelled', payment_status: 'refunded' })
  expect(await shop.stock(product)).toBe(9)
  await shop.straight()
})

test('a refund that fails days later leaves the books, and the owner is told and may try again', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin } = await paid(till, shop)
  await stepOrder(admin, begun.order_id, { to: 'processing' })
  await refundOrder(admin, begun.order_id, {})
  await shop.deliver()
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  const { rows } = await connection.pool.query('select id from sandbox.refunds')
  await failRefund(connection.pool, rows[0].id)
  await shop.deliver()
  await shop.settleDown()
  await shop.settleDown()
  expect(await booked(till, begun)).toEqual([10_368, -10_368, 10_368])
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'paid' })
  await shop.straight()
  const letters = await lettersTo(connection, OWNER)
  expect(letters.filter(({ kind }) => kind === 'refund-failed')).toHaveLength(1)
  await refundOrder(admin, begun.order_id, {})
  await shop.deliver()
  await shop.settleDown()
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  expect(await booked(till, begun)).toEqual([10_368, -10_368, 10_368, -10_368])
  await shop.straight()
})

test('given back in both places at once, it goes back once', async ({ till, shop, connection }) => {
  const { begun, admin, intent } = await paid(till, shop)
  await stepOrder(admin, begun.order_id, { to: 'processing' })
  await createRefund(connection.pool, { payment_intent: intent })
  await refundOrder(admin, begun.order_id, {})
  await shop.deliver()
  await shop.settleDown()
  expect(await booked(till, begun)).toEqual([10_368, -10_368])
  expect(await shop.order(begun)).toEqual({ status: 'refunded', payment_status: 'refunded' })
  await shop.straight()
})

test('a dispute is told to the owner once, and stands on the order’s timeline', async ({
  till,
  shop,
  connection,
}) => {
  const { begun, admin, intent } = await paid(till, shop)
  await shop.faults({ duplicate: 3 })
  await openDispute(connection.pool, intent)
  await openDispute(connection.pool, 'pi_of_nobody')
  await shop.deliver()
  await shop.settleDown()
  const [letter, ...more] = (await lettersTo(connection, OWNER)).filter(({ kind }) => kind === 'dispute')
  expect(more).toEqual([])
  expect(letter?.text).toContain('product not received')
  const facts = await explainOrder(admin, begun.order_id)
  expect(facts.map(({ said }) => said)).toContain('charge.dispute.created: told to the owner')
  await shop.straight()
})
