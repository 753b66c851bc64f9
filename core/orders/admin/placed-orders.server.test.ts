import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { saveSetting } from '#core/settings/store-settings.server.ts'
import { query } from '#db/sql.ts'
import { asAdmin } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { listAllOrdersWithItems } from '../find-order.server.ts'
import { listAdminOrders } from './order-list.server.ts'
import type { PlacedFilter } from './placed-orders.server.ts'

async function buildOrderAt(ctx: Context, placedAt: string, region = 'US'): Promise<string> {
  const { id, number } = await buildOrder(ctx)
  await query(ctx.db, z.strictObject({ id: z.string() }))`
    update orders set created_at = ${placedAt}::timestamptz, region = ${region} where id = ${id} returning id`
  return number
}

test('orders are listed by day in the store’s time zone, and by country, in the back office and the API', async ({
  ctx: visitor,
}) => {
  const ctx = { ...(await asAdmin(visitor)), now: new Date('2027-03-10T20:00:00Z') }
  // In Kolkata, 2027-03-11 starts at 18:30 on the 10th in UTC.
  await saveSetting(ctx.db, { key: 'timeZone', value: 'Asia/Kolkata', actorId: ctx.actor.id })
  const justNow = await buildOrderAt(ctx, '2027-03-10T18:30:00Z')
  const yesterday = await buildOrderAt(ctx, '2027-03-10T18:29:59Z', 'IN')
  const sixDaysAgo = await buildOrderAt(ctx, '2027-03-04T18:30:00Z')
  const sevenDaysAgo = await buildOrderAt(ctx, '2027-03-04T18:29:59Z', 'IN')
  const lastMonth = await buildOrderAt(ctx, '2027-02-01T00:00:00Z')
  const all = [justNow, yesterday, sixDaysAgo, sevenDaysAgo, lastMonth]
  const lists: [PlacedFilter, string[]][] = [
    [{ period: 'today' }, [justNow]],
    [{ period: '7-days' }, [justNow, yesterday, sixDaysAgo]],
    [{ period: '30-days' }, [justNow, yesterday, sixDaysAgo, sevenDaysAgo]],
    [{ from: '2027-03-10', to: '2027-03-10' }, [yesterday]],
    [{ period: 'custom', from: '2027-03-05' }, [justNow, yesterday, sixDaysAgo]],
    [{ to: '2027-03-04' }, [sevenDaysAgo, lastMonth]],
    [{ country: 'IN' }, [yesterday, sevenDaysAgo]],
    [{ country: 'IN', period: '7-days' }, [yesterday]],
    [{ from: '2027-03-11', to: '2027-03-01' }, []],
    [{ from: '2027-02-30', to: '0000-01-01', period: 'constructor', country: "XX'" }, all],
  ]
  for (const [filter, numbers] of lists) {
    const { rows } = await listAdminOrders(ctx, filter)
    expect([filter, rows.map(({ number }) => number)]).toEqual([filter, numbers])
    const { orders } = await listAllOrdersWithItems(ctx, filter)
    expect(orders.map(({ number }) => number)).toEqual(numbers)
  }
})

test('a list of a few days reads only their part of the index', async ({ ctx: visitor, connection }) => {
  const ctx = await asAdmin(visitor)
  await buildOrderAt(ctx, '2027-03-10T18:30:00Z')
  const client = await connection.pool.connect()
  try {
    // With one order, sorting is as cheap as reading in order.
    await client.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off')
    const { rows } = await client.query(
      `explain select o.id from orders o where o.created_at >= (('2027-03-10'::date)::timestamp at time zone store_time_zone())
        order by o.created_at desc, o.id desc limit 51`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
      /Index.* orders_newest[\s\S]*Index Cond: \(created_at >=/,
    )
  } finally {
    await client.query('reset all')
    client.release()
  }
})
