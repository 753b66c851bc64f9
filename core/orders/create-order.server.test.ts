import { escapeLiteral } from 'pg'
import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { compile, execute, query, type Sql, type SqlValue, sql } from '#db/sql.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import type { Context } from '../context.ts'
import { createOrder, insertOrder, type NewOrder } from './create-order.server.ts'

const LARGE_TABLES = ['orders', 'order_items', 'payments', 'stock_levels', 'idempotency_keys']

/** A store with 3,000 orders, so that reading a whole table costs more than using an index. */
async function fillStore({ db }: Context, productId: string): Promise<void> {
  // Skips the triggers, which would check every row.
  await execute(db, sql`set local session_replication_role = replica`)
  const orders = sql`generate_series(1, 3000) n`
  await execute(
    db,
    sql`insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
        shipping_address, payment_method)
      select 'ord_old' || n, 'EB' || 100000 + n, n || '@example.com', 'US', 'usd', 1, 1000, 0, 0, 1000, 1000, '{}', 'card'
      from ${orders}`,
  )
  await execute(
    db,
    sql`insert into order_items (id, order_id, product_id, name, quantity, price, amount)
      select 'item_old' || n, 'ord_old' || n, ${productId}, 'Serum', 1, 1000, 1000 from ${orders}`,
  )
  await execute(
    db,
    sql`insert into payments (id, order_id, provider, amount, currency, state)
      select 'pay_old' || n, 'ord_old' || n, 'stripe', 1000, 'usd', 'expired' from ${orders}`,
  )
  await execute(
    db,
    sql`insert into stock_levels (product_id, available) select 'prd_old' || n, 1 from ${orders}`,
  )
  await execute(
    db,
    sql`insert into idempotency_keys (key_hash, request_hash) select 'old' || n, '' from ${orders}`,
  )
  await execute(db, sql`set local session_replication_role = origin`)
  for (const table of LARGE_TABLES) await execute(db, sql`analyze ${sql.raw(table)}`)
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
    total: 5184,
    baseTotal: 5184,
    offerCode: null,
    returnDays: 30,
    shippingAddress: {},
    paymentMethod: 'card',
    status: 'pending',
    paymentStatus: 'pending',
    createdAt: now,
    items: [{ productId, name: 'Serum', quantity: 1, price: 4800, amount: 4800 }],
    offerUse: null,
    payment: { id: 'pay_new', expiresAt: now, network: '203.0.113.0/24' },
    keyHash: 'old7',
    clearCartUserId: null,
    jobs: [],
  }
}

const TableScans = z.strictObject({ table: z.string(), scans: z.int() })

/** Counts also what triggers and foreign keys read, but not their plans. */
const countSequentialScans = (db: Db) =>
  query(
    db,
    TableScans,
    sql`select relname as table, seq_scan as scans from pg_stat_xact_user_tables
      where relname = any(${LARGE_TABLES}) order by relname`,
  )

const Explained = z.strictObject({ 'QUERY PLAN': z.string() })

/** Returns the lines of the plan that read a whole table. */
async function findSequentialScans(db: Db, statement: Sql, mode: string): Promise<string[]> {
  const { text, values } = compile(statement)
  await execute(db, sql`set local plan_cache_mode = ${sql.raw(mode)}`)
  await execute(db, sql`prepare place_order as ${sql.raw(text)}`)
  const parameters = sql.join(values.map(toLiteral), ', ')
  const lines = await query(db, Explained, sql`explain execute place_order(${parameters})`, {
    prepare: false,
  })
  await execute(db, sql`deallocate place_order`)
  const plan = lines.map((line) => line['QUERY PLAN'])
  expect(plan.join('\n')).toContain('Index')
  return plan.filter((line) => line.includes('Seq Scan'))
}

/** PREPARE and EXPLAIN take no parameters. */
function toLiteral(value: SqlValue): Sql {
  if (value === null) return sql`null`
  return sql.raw(escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)))
}

test('placing an order finds rows of large tables by index', async ({ ctx }) => {
  const { id: productId } = await buildProduct(ctx)
  const order = cardOrder(ctx, productId)
  const { items, payment, offerUse, keyHash, clearCartUserId, jobs, ...fields } = order
  const statement = insertOrder({
    order: fields,
    numbers: ['EB200001', 'EB200002'],
    items: items.map((item) => ({ ...item, id: 'item_new' })),
    stockReason: 'held',
    response: { ...fields, items, refunded: 0, carrier: null, trackingNumber: null, deliveredAt: null },
    ...{ payment, offerUse, keyHash, clearCartUserId, jobs },
  })
  await ctx.db.transaction(async (db) => {
    await fillStore({ ...ctx, db }, productId)
    for (const mode of ['force_custom_plan', 'force_generic_plan'])
      expect(await findSequentialScans(db, statement, mode)).toEqual([])
    const before = await countSequentialScans(db)
    await createOrder(db, order)
    expect(await countSequentialScans(db)).toEqual(before)
  })
})
