import { execute, sql } from '#db/sql.ts'
import { buildActor, runJobs } from '#test/accounts.ts'
import { buildOrder } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { findSalesBySource, readSalesBySource } from './sources.server.ts'
import { saveVisitCounts } from './visits.server.ts'

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
  const notCounted = { visits: null, conversionPercent: null }
  const { rows, asOf } = await readSalesBySource(admin, 7)
  expect(asOf).toBeNull()
  expect(rows).toEqual([
    {
      source: 'newsletter',
      medium: 'email',
      campaign: null,
      orders: 2,
      testOrders: 0,
      revenue: 9600,
      ...notCounted,
    },
    { ...unknown, orders: 1, testOrders: 0, revenue: 4800, ...notCounted },
  ])
  expect((await readSalesBySource(admin, 30)).rows.at(-1)).toEqual({
    ...unknown,
    orders: 2,
    testOrders: 0,
    revenue: 9600,
    ...notCounted,
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

test('a source has its visits, and conversion of the days whose visits were counted', async ({ ctx }) => {
  const now = new Date('2026-11-20T12:00:00Z')
  const admin = { ...ctx, now, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const buildSourceOrder = async (day: string, columns: string, values: string[], options = {}) => {
    const { id } = await buildOrder(ctx, { createdAt: new Date(`${day}T06:00:00Z`), ...options })
    await execute(ctx.db)`
      insert into order_sources (order_id, ${sql.raw(columns)})
      select ${id}, ${sql.join(values, ', ')}`
  }
  await buildSourceOrder('2026-11-15', 'source, medium, ref', ['newsletter', 'email', 'ignored'])
  await buildSourceOrder('2026-11-18', 'source, medium', ['newsletter', 'email'])
  await buildSourceOrder('2026-11-18', 'source, medium', ['newsletter', 'email'], {
    paymentMethod: 'demo',
    paymentStatus: 'pending',
  })
  await buildSourceOrder('2026-11-19', 'ref, referrer', ['studio-lark', 'ignored.example'])
  await buildSourceOrder('2026-11-19', 'referrer', ['vogue.example'])
  const none = { source: null, medium: null, campaign: null }
  const visits = (times: number) => [{ region: 'US' as const, what: 'visit' as const, times }]
  const newsletter = { ...none, source: 'newsletter', medium: 'email' }
  // The period begins within this day, so its visits aren't part of it.
  await saveVisitCounts(ctx.db, '2026-11-13', { pages: visits(50), sources: [{ ...newsletter, times: 50 }] })
  await saveVisitCounts(ctx.db, '2026-11-18', { pages: visits(30), sources: [{ ...newsletter, times: 20 }] })
  await saveVisitCounts(ctx.db, '2026-11-19', {
    pages: visits(20),
    sources: [{ ...newsletter, times: 20 }],
  })
  await saveVisitCounts(ctx.db, '2026-11-20', {
    pages: visits(8),
    sources: [
      { ...none, source: 'studio-lark', times: 3 },
      { ...none, source: 'pinterest.example', times: 5 },
    ],
  })
  const { rows } = await readSalesBySource(admin, 7)
  expect(
    rows.map(({ source, medium, orders, visits, conversionPercent }) => {
      return [source, medium, orders, visits, conversionPercent]
    }),
  ).toEqual([
    ['newsletter', 'email', 3, 40, 2.5],
    ['studio-lark', null, 1, 3, 33.3],
    ['vogue.example', null, 1, null, null],
    [null, null, 0, 10, 0],
    ['pinterest.example', null, 0, 5, 0],
  ])
  expect((await readSalesBySource({ ...admin, now: new Date('2026-11-17T12:00:00Z') }, 7)).rows[0]).toEqual({
    ...newsletter,
    orders: 1,
    testOrders: 0,
    revenue: 4800,
    visits: 50,
    conversionPercent: 0,
  })
})

test('shoppers can’t read the sources of sales', async ({ ctx }) => {
  await expect(readSalesBySource(ctx, 7)).rejects.toMatchObject({ code: 'unauthenticated' })
})
