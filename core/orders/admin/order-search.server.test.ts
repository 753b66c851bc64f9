import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { connect, type Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { buildActor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { listAllOrdersWithItems } from '../find-order.server.ts'
import { listAdminOrders } from './order-list.server.ts'

/** An administrator of 20,000 orders. Numbers follow time: the 4,999 that start with EB100 are the oldest. */
async function asAdminOfLargeStore(
  ctx: Context,
  url: string,
  work: (admin: Context) => Promise<void>,
): Promise<void> {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const { id: productId } = await buildProduct(ctx, { name: 'Rose Tint' })
  const owner = connect({ url })
  onTestFinished(owner.close)
  await owner.db.transaction(async (db) => {
    // Skips the triggers, which would check every row.
    await execute(db)`set local session_replication_role = replica`
    await execute(db)`
      insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
        shipping_address, payment_method, created_at)
      select 'ord_' || n, 'EB' || 1005000 + n, n || '@example.com', 'US', 'usd', 1, 1000, 0, 0, 1000, 1000, '{}', 'card',
        ${new Date('2026-01-01')}::timestamptz + n * interval '1 minute'
      from generate_series(1, 20000) n`
    await execute(db)`
      insert into order_items (id, order_id, product_id, name, quantity, price, amount)
      select 'item_' || n, 'ord_' || n, ${productId}, case when n <= 6000 then 'Satin Lipstick' else 'Balm' end, 1, 1000, 1000
      from generate_series(1, 20000) n`
    await execute(db)`set local session_replication_role = origin`
    // Of all rows: the plan must not depend on which of them a sample has.
    await execute(db)`set local default_statistics_target = 10000`
    await execute(db)`analyze orders`
    await execute(db)`analyze order_items`
    await work({ ...ctx, actor, db })
  })
}

const Explained = z.strictObject({ 'QUERY PLAN': z.string() })

/** Returns the indexes of orders that the list of a search reads. */
async function findIndexes(ctx: Context, search: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  const run: Db['run'] = async (statement) => {
    if (/order by o\.created_at/.test(statement.text)) {
      const { rows } = await ctx.db.run({ ...statement, name: undefined, text: `explain ${statement.text}` })
      plans.push(...rows.map((row) => Explained.parse(row)['QUERY PLAN']))
    }
    return ctx.db.run(statement)
  }
  await search({ ...ctx, db: { ...ctx.db, run } })
  const indexes = plans.flatMap((line) => /Scan (?:Backward )?(?:using|on) (orders\w*)/.exec(line)?.[1] ?? [])
  return [...new Set(indexes)]
}

test('orders are found by email or number in the index of that column alone', ({ ctx, database }) =>
  asAdminOfLargeStore(ctx, database.url, async (admin) => {
    const indexesOf = async (search: string) => [
      await findIndexes(admin, (ctx) => listAdminOrders(ctx, { search })),
      await findIndexes(admin, (ctx) => listAllOrdersWithItems(ctx, { search })),
    ]
    expect(await indexesOf('77@')).toEqual([['orders_of_email'], ['orders_of_email']])
    for (const search of ['EB100', 'eb1005', 'EB1005107'])
      expect(await indexesOf(search), search).toEqual([['orders_number_key'], ['orders_number_key']])
  }))

test('of many orders whose number starts alike, the newest come first, page by page', ({ ctx, database }) =>
  asAdminOfLargeStore(ctx, database.url, async (admin) => {
    const search = 'EB1005'
    const first = await listAdminOrders(admin, { search, limit: 2 })
    expect(first.rows.map(({ number }) => number)).toEqual(['EB1005999', 'EB1005998'])
    const second = await listAdminOrders(admin, { search, limit: 2, cursor: first.next ?? '' })
    expect(second.rows.map(({ number }) => number)).toEqual(['EB1005997', 'EB1005996'])
    const oldest = await listAdminOrders(admin, { search, limit: 1, sort: 'oldest' })
    expect(oldest.rows.map(({ number }) => number)).toEqual(['EB1005001'])
    expect((await listAdminOrders(admin, { search, filter: 'unpaid' })).rows).toEqual([])
  }))

test('orders with a word that is in recent ones are found from the newest on, others by the word', ({
  ctx,
  database,
}) =>
  asAdminOfLargeStore(ctx, database.url, async (admin) => {
    for (const search of ['example', 'tint', 'example balm'])
      for (const list of [listAdminOrders, listAllOrdersWithItems])
        expect(await findIndexes(admin, (ctx) => list(ctx, { search })), search).toEqual(['orders_newest'])
    const bySatin = await findIndexes(admin, (ctx) => listAdminOrders(ctx, { search: 'satin' }))
    expect(bySatin, 'only in old orders').not.toContain('orders_newest')
    const numbers = async (search: string) =>
      (await listAdminOrders(admin, { search, limit: 2 })).rows.map(({ number }) => number)
    expect(await numbers('EXAMPLE')).toEqual(['EB1025000', 'EB1024999'])
    expect(await numbers('satin')).toEqual(['EB1011000', 'EB1010999'])
    expect(await numbers('tint rose 1005007')).toEqual(['EB1005007'])
    expect(await numbers('satin balm')).toEqual([])
  }))
