import { execute } from '#db/sql.ts'
import { buildActor, runJobs } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findSalesBySource, readSalesBySource } from './sources.server.ts'

test('orders and revenue are counted by source, the rest as unknown', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const createdAt = new Date(ctx.now.getTime() - 60_000)
  const orders = [await buildOrder(ctx, { createdAt }), await buildOrder(ctx, { createdAt })]
  await buildOrder(ctx, { createdAt })
  await buildOrder(ctx, { createdAt: new Date(ctx.now.getTime() - 8 * 24 * 3_600_000) })
  await buildOrder(ctx, { createdAt, paymentStatus: 'failed' })
  for (const { id } of orders)
    await execute(ctx.db)`
      insert into order_sources (order_id, source, medium, referrer)
      values (${id}, 'newsletter', 'email', 'mail.example')`
  const unknown = { source: null, medium: null, campaign: null }
  const { rows, asOf } = await readSalesBySource(admin, 7)
  expect(asOf).toBeNull()
  expect(rows).toEqual([
    { source: 'newsletter', medium: 'email', campaign: null, orders: 2, testOrders: 0, revenue: 9600 },
    { ...unknown, orders: 1, testOrders: 0, revenue: 4800 },
  ])
  expect((await readSalesBySource(admin, 30)).rows.at(-1)).toEqual({
    ...unknown,
    orders: 2,
    testOrders: 0,
    revenue: 9600,
  })
})

test('a job counts the sources of very many orders, and the result is cached for ten minutes', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildOrder(ctx)
  await execute(ctx.db)`insert into order_sources (order_id, source) values (${id}, 'newsletter')`
  const many = 1_000_001
  expect(await findSalesBySource(ctx, 90, many)).toEqual({ rows: [], asOf: null, isPending: true })
  await runJobs(connection, ctx)
  const counted = await findSalesBySource({ ...ctx, now: new Date() }, 90, many)
  expect(counted).toMatchObject({ rows: [{ source: 'newsletter', orders: 1 }], isPending: false })
  await buildOrder(ctx)
  const inNineMinutes = { ...ctx, now: new Date(Date.now() + 9 * 60_000) }
  await findSalesBySource(inNineMinutes, 90, many)
  await runJobs(connection, ctx)
  expect(await findSalesBySource(inNineMinutes, 90, many)).toEqual(counted)
  const inElevenMinutes = { ...ctx, now: new Date(Date.now() + 11 * 60_000) }
  expect(await findSalesBySource(inElevenMinutes, 90, many)).toEqual(counted)
  await runJobs(connection, ctx)
  expect((await findSalesBySource(inElevenMinutes, 90, many)).rows).toHaveLength(2)
})

test('shoppers can’t read the sources of sales', async ({ ctx }) => {
  await expect(readSalesBySource(ctx, 7)).rejects.toMatchObject({ code: 'unauthenticated' })
})
