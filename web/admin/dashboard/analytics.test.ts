import { saveVisitCounts } from '#core/analytics/visits.server.ts'
import { execute } from '#db/sql.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { figureOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

test('Analytics marks test orders wherever they count', async ({ ctx, admin }) => {
  const { id: productId } = await buildProduct(ctx)
  const lines = [{ productId, quantity: 7 }]
  await buildOrder(ctx, { paymentMethod: 'demo', paymentStatus: 'pending', region: 'CA', lines })
  const page = await admin.open('/admin/analytics')
  expect(figureOf(page.root, 'Orders')).toMatch(/^\d+ \(1 test\)$/)
  expect(page.rows('Top products').join('\n')).toMatch(/A product 7 sold \(7 test\)/)
  expect(page.rows('Sales by country').join('\n')).toMatch(/Canada 1 order \(1 test\)/)
  expect(page.rows('Sales by source').join('\n')).toContain('(1 test)')
})

test('Analytics and its export show visits and conversion of each source, and – without counted visits', async ({
  ctx,
  admin,
}) => {
  const buildOrderFrom = async (ref: string) => {
    const { id } = await buildOrder(ctx)
    await execute(ctx.db)`insert into order_sources (order_id, ref) values (${id}, ${ref})`
  }
  await buildOrderFrom('spring')
  await buildOrderFrom('studio-lark')
  const none = { source: null, medium: null, campaign: null }
  await saveVisitCounts(ctx.db, ctx.now.toISOString().slice(0, 10), {
    pages: [{ region: 'US', what: 'visit', times: 1200 }],
    sources: [
      { ...none, source: 'pinterest.example', times: 1190 },
      { ...none, source: 'spring', times: 8 },
      { source: '+cmd|calc!a0', medium: 'email', campaign: 'spring', times: 2 },
    ],
  })
  const page = await admin.open('/admin/analytics')
  const csv = await (await admin.get('/admin/export/sources.csv')).text()
  for (const [row, line] of [
    ['spring 1 order 8 visits 12.5% conversion $48.00', 'spring,,,1,48,0,8,12.5'],
    ['studio-lark 1 order – visits – conversion $48.00', 'studio-lark,,,1,48,0,,'],
    ['pinterest.example 0 orders 1,190 visits 0% conversion $0.00', 'pinterest.example,,,0,0,0,1190,0'],
    [
      '+cmd|calc!a0 email · spring 0 orders 2 visits 0% conversion $0.00',
      "'+cmd|calc!a0,email,spring,0,0,0,2,0",
    ],
  ] as const) {
    expect(page.rows('Sales by source')).toContain(row)
    expect(csv.split(/\r?\n/)).toContain(line)
  }
  const { sources } = await (await admin.get('/api/v1/admin/analytics')).json()
  const sold = { orders: 1, test_orders: 0, revenue: 4800 }
  expect(sources).toContainEqual({
    ...none,
    source: 'spring',
    ...sold,
    visits: 8,
    conversion_percent: 12.5,
  })
  expect(sources).toContainEqual({
    ...none,
    source: 'studio-lark',
    ...sold,
    visits: null,
    conversion_percent: null,
  })
})

test('returning customers are compared with the days before', async ({ ctx, admin }) => {
  for (const daysAgo of [70, 40, 10])
    await buildOrder(ctx, {
      email: 'returning@example.com',
      createdAt: new Date(ctx.now.getTime() - daysAgo * 24 * 3_600_000),
    })
  const page = await admin.open('/admin/analytics')
  expect(page.main).toContain('Returning customers 1 ±0% (±0)')
  const { returning_customers, previous } = await (await admin.get('/api/v1/admin/analytics')).json()
  expect([returning_customers, previous.returning_customers]).toEqual([1, 1])
})
