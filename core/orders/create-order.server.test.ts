import { escapeLiteral } from 'pg'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { connect, type Db } from '#db/connection.ts'
import { compile, execute, query, type Sql, type SqlValue, sql } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { test as testInSharedStore } from '#test/shared-store.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { emptyValues } from '../fields/fields.ts'
import { newId } from '../ids.ts'
import { isOutOfStockError } from './constraint-errors.ts'
import { createOrder, insertOrder, type NewOrder } from './create-order.server.ts'
import { ORDER_FIELDS } from './order-fields.ts'

const LARGE_TABLES = ['orders', 'order_items', 'payments', 'stock_levels', 'idempotency_keys', 'cart_items']

/** A store with 3,000 orders, so that reading a whole table costs more than using an index. */
async function fillStore({ db }: Context, productId: string): Promise<void> {
  // Skips the triggers, which would check every row.
  await execute(db)`set local session_replication_role = replica`
  const orders = sql`generate_series(1, 3000) n`
  await execute(db)`
    insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
      shipping_address, payment_method)
    select 'ord_old' || n, 'EB' || 100000 + n, n || '@example.com', 'US', 'usd', 1, 1000, 0, 0, 1000, 1000, '{}', 'card'
    from ${orders}`
  await execute(db)`
    insert into order_items (id, order_id, product_id, name, quantity, price, amount)
    select 'item_old' || n, 'ord_old' || n, ${productId}, 'Serum', 1, 1000, 1000 from ${orders}`
  await execute(db)`
    insert into payments (id, order_id, provider, amount, currency, state)
    select 'pay_old' || n, 'ord_old' || n, 'stripe', 1000, 'usd', 'expired' from ${orders}`
  await execute(db)`insert into stock_levels (product_id, available) select 'prd_old' || n, 1 from ${orders}`
  await execute(db)`
    insert into idempotency_keys (key_hash, request_hash) select 'old' || n, '' from ${orders}`
  await execute(db)`
    insert into cart_items (id, user_id, product_id, quantity) select 'cit_old' || n, 'usr_old' || n, ${productId}, 1
    from ${orders}`
  await execute(db)`set local session_replication_role = origin`
  for (const table of LARGE_TABLES) await execute(db)`analyze ${sql.raw(table)}`
}

function cardOrder({ now }: Context, productId: string): NewOrder {
  return {
    id: 'ord_new',
    userId: null,
    email: 'grace@orchard.example',
    region: 'US',
    currency: 'usd',
    rate: 1,
    subtotal: 4800,
    discount: 0,
    shipping: 0,
    tax: 384,
    taxPercent: 8,
    taxIncluded: false,
    shippingTax: 0,
    total: 5184,
    giftCardAmount: 0,
    giftCards: [],
    giftCardPayments: [],
    kind: 'products',
    baseTotal: 5184,
    offerCode: null,
    offerTitle: null,
    returnDays: 30,
    shippingAddress: {},
    ...emptyValues(ORDER_FIELDS),
    paymentMethod: 'card',
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: now,
    items: [{ productId, name: 'Serum', quantity: 1, price: 4800, amount: 4800, discount: 0, sample: false }],
    offerId: null,
    source: null,
    payment: { id: 'pay_new', expiresAt: now, network: '203.0.113.0/24' },
    keyHash: 'old7',
    clearCartUserId: null,
    jobs: [],
  }
}

const TableScans = z.strictObject({ table: z.string(), scans: z.int() })

/** Counts also what triggers and foreign keys read, but not their plans. */
const countSequentialScans = (db: Db) =>
  query(db, TableScans)`
    select relname as table, seq_scan as scans from pg_stat_xact_user_tables
    where relname = any(${LARGE_TABLES}) order by relname`

const Explained = z.strictObject({ 'QUERY PLAN': z.string() })

/** Returns the lines of the plan that read a whole table. */
async function findSequentialScans(db: Db, statement: Sql, mode: string): Promise<string[]> {
  const { text, values } = compile(statement)
  await execute(db)`set local plan_cache_mode = ${sql.raw(mode)}`
  await execute(db)`prepare place_order as ${sql.raw(text)}`
  const parameters = sql.join(values.map(toLiteral), ', ')
  const lines = await query(db, Explained, { prepare: false })`explain execute place_order(${parameters})`
  await execute(db)`deallocate place_order`
  const plan = lines.map((line) => line['QUERY PLAN'])
  expect(plan.join('\n')).toContain('Index')
  return plan.filter((line) => line.includes('Seq Scan'))
}

/** PREPARE and EXPLAIN take no parameters. */
function toLiteral(value: SqlValue): Sql {
  if (value === null) return sql`null`
  return sql.raw(escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)))
}

test('placing an order finds rows of large tables by index', async ({ ctx, database }) => {
  const { id: productId } = await buildProduct(ctx)
  const order = cardOrder(ctx, productId)
  const { items, payment, giftCardPayments, source, keyHash, clearCartUserId, jobs, ...fields } = order
  const statement = insertOrder({
    order: fields,
    numbers: ['EB200001', 'EB200002'],
    items: items.map((item) => ({ ...item, id: 'item_new' })),
    stockReason: 'held',
    response: {
      ...fields,
      items,
      paymentProcessing: false,
      authorization: null,
      authorizedUntil: null,
      refunded: 0,
      carrier: null,
      trackingNumber: null,
      deliveredAt: null,
    },
    ...{ payment, giftCardPayments, source, keyHash, clearCartUserId, jobs },
  })
  const { db: ownerDb, close } = connect({ url: database.url })
  onTestFinished(close)
  await ownerDb.transaction(async (db) => {
    await fillStore({ ...ctx, db }, productId)
    for (const mode of ['force_custom_plan', 'force_generic_plan'])
      expect(await findSequentialScans(db, statement, mode)).toEqual([])
    const before = await countSequentialScans(db)
    await createOrder(db, order)
    expect(await countSequentialScans(db)).toEqual(before)
  })
})

/** Writes an order with IDs of its own. */
function create(ctx: Context, productId: string, overrides: Partial<NewOrder> = {}) {
  const [id, paymentId] = [newId('order'), newId('payment')]
  const payment = { id: paymentId, expiresAt: ctx.now, network: '203.0.113.0/24' }
  return createOrder(ctx.db, { ...cardOrder(ctx, productId), id, payment, keyHash: id, ...overrides })
}

testInSharedStore(
  'orders placed in the same millisecond get different numbers, also when they are placed at once',
  async ({ ctx }) => {
    const { id: productId } = await buildProduct(ctx, { stock: 50 })
    const createdAt = new Date(1_795_000_999_995)
    const orders = await Promise.all(Array.from({ length: 12 }, () => create(ctx, productId, { createdAt })))
    expect(new Set(orders.map(({ number }) => number)).size).toBe(12)
    for (const { number } of orders) expect(number).toMatch(/^EB(99999[5-9]|00000[0-2]|[1-9]\d{7})$/)
  },
)

testInSharedStore(
  'an order does not wait for one of the same millisecond that has not committed',
  async ({ ctx }) => {
    const [serum, cream] = [await buildProduct(ctx), await buildProduct(ctx)]
    const createdAt = new Date(1_795_000_500_000)
    await ctx.db.transaction(async (db) => {
      const first = await create({ ...ctx, db }, serum.id, { createdAt })
      const second = await create(ctx, cream.id, { createdAt })
      expect([first, second].map(({ number }) => number)).toEqual(['EB500000', 'EB500001'])
    })
  },
)

testInSharedStore(
  'a card order holds its stock with an open payment; a test order sells it without one',
  async ({ ctx }) => {
    const { id: productId } = await buildProduct(ctx, { stock: 5 })
    const byCard = await create(ctx, productId)
    const isTest = { paymentMethod: 'demo', payment: null } as const
    const testOrder = await create(ctx, productId, isTest)
    const Movement = z.strictObject({ reason: z.string(), change: z.int(), payments: z.int() })
    const findMovements = ({ id }: { id: string }) =>
      query(ctx.db, Movement)`
        select reason, change, (select count(*) from payments where order_id = ${id} and state = 'open') as payments
        from stock_movements where order_id = ${id}`
    expect(await findMovements(byCard)).toEqual([{ reason: 'held', change: -1, payments: 1 }])
    expect(await findMovements(testOrder)).toEqual([{ reason: 'sold', change: -1, payments: 0 }])
  },
)

testInSharedStore('an order is written whole or not at all', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx, { stock: 1 })
  await create(ctx, productId)
  const id = newId('order')
  await expect(create(ctx, productId, { id })).rejects.toSatisfy(isOutOfStockError)
  const written = sql`select (select count(*) from orders where id = ${id})
    + (select count(*) from payments where order_id = ${id}) + (select count(*) from order_items where order_id = ${id}) as count`
  expect(await query(ctx.db, z.strictObject({ count: z.int() }))`${written}`).toEqual([{ count: 0 }])
})
