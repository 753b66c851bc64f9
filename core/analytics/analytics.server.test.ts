import { changeStoreSettings } from '#core/settings/change-store-settings.server.ts'
import { execute } from '#db/sql.ts'
import { buildActor, runJobs } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/store.ts'
import { readAnalytics } from './analytics.server.ts'
import { countPendingTasks, findDailySales } from './dashboard-activity.server.ts'
import { findPreviousReturningCustomers } from './returning-customers.server.ts'
import { findTopProducts } from './top-products.server.ts'

test('analytics count orders, customers, products, and regions of the selected period', async ({
  ctx,
  connection,
}) => {
  const now = new Date('2026-11-20T12:00:00Z')
  const admin = { ...ctx, now, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const balm = await buildProduct(ctx, { name: 'Balm' })
  let lastNumber = 300_000
  const order = async (email: string, daysAgo: number, payment = 'paid', method = 'card') => {
    const id = `EB${++lastNumber}`
    const at = new Date(now.getTime() - daysAgo * 24 * 3_600_000)
    await connection.pool.query(
      `insert into orders (id, number, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total,
          shipping_address, payment_method, payment_status, created_at)
        values ($1, $1, $2, 'GB', 'gbp', 0.8, 4000, 0, 0, 4000, 5000, '{}', $3, $4, $5)`,
      [id, email, method, payment, at],
    )
    await connection.pool.query(
      `insert into order_items (id, order_id, product_id, name, quantity, price, amount) values ($1, $1, $2, 'Balm', 2, 2000, 4000)`,
      [id, balm.id],
    )
  }
  await order('ada@example.com', 100)
  await order('ada@example.com', 3)
  await order('grace@example.com', 2)
  await order('grace@example.com', 1)
  await order('eve@example.com', 1, 'failed')
  await order('mary@example.com', 1, 'pending', 'demo')
  expect(await readAnalytics(admin, 7)).toEqual({
    days: 7,
    orders: 4,
    testOrders: 1,
    revenue: 15_000,
    averageOrder: 5000,
    newCustomers: 2,
    returningCustomers: 1,
    products: {
      rows: [{ id: balm.id, name: 'Balm', pieces: 8, testPieces: 2, revenue: 15_000 }],
      asOf: null,
      isPending: false,
    },
    sources: {
      rows: [
        {
          source: null,
          medium: null,
          campaign: null,
          orders: 4,
          testOrders: 1,
          revenue: 15_000,
          visits: null,
          conversionPercent: null,
        },
      ],
      asOf: null,
      isPending: false,
    },
    regions: [{ region: 'GB', orders: 4, testOrders: 1, revenue: 15_000 }],
    traffic: { visits: 0, products: 0, checkouts: 0, paid: 3, searches: [], failedSearches: [] },
    gifts: {
      giftCardsSold: 0,
      giftCardSales: 0,
      giftCardPayments: 0,
      returns: 0,
      exchanges: 0,
      wished: [],
    },
    previous: {
      sales: { orders: 0, revenue: 0, averageOrder: 0, newCustomers: 0, returningCustomers: 0 },
      traffic: null,
    },
  })
  const days = await findDailySales(admin)
  expect(days).toHaveLength(60)
  expect(days.reduce((sum, day) => sum + day.revenue, 0)).toBe(15_000)
  const week = await findDailySales(admin, 7)
  expect([week.length, week.at(0)?.day, week.at(-1)?.day]).toEqual([14, '2026-11-07', '2026-11-20'])
  expect(week.slice(-3)).toEqual(days.slice(-3))
  expect(days.at(-3)).toMatchObject({ revenue: 5000, orders: 1 })
  await changeStoreSettings(admin, 0, { timeZone: 'America/New_York' })
  const newYork = await findDailySales({ ...admin, now: new Date('2026-11-20T04:00:00Z') })
  expect(newYork.at(-1)).toMatchObject({ day: '2026-11-19', revenue: 5000, orders: 2 })
  expect(await countPendingTasks(admin)).toEqual({
    failedPayments: 1,
    failedRefunds: 0,
    openReturns: 0,
    disputesToAnswer: 0,
    reviewsWaiting: 0,
    pausedWebhooks: 0,
    waitingPreorders: 0,
    overduePreorders: 0,
    chargesAtRisk: 0,
  })
  await expect(readAnalytics(ctx, 7)).rejects.toThrow('sign in')
})

test('a day’s sales run from midnight to midnight', async ({ ctx }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const now = new Date('2026-11-22T04:08:00Z')
  for (const time of ['20T23:59:59.999', '21T00:00:00', '21T23:59:59.999', '22T00:00:00', '22T04:08:00'])
    await buildOrder(ctx, { createdAt: new Date(`2026-11-${time}Z`), baseTotal: 5000 })
  const days = await findDailySales({ ...admin, now })
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-20', revenue: 5000, orders: 1 },
    { day: '2026-11-21', revenue: 10_000, orders: 2 },
    { day: '2026-11-22', revenue: 10_000, orders: 2 },
  ])
})

test('a job counts the top products of a period with very many orders, and the result is cached', async ({
  ctx,
  connection,
}) => {
  const { id } = await buildProduct(ctx, { name: 'Balm', price: 4000 })
  await buildOrder(ctx, { lines: [{ productId: id, quantity: 3 }] })
  const many = 100_001
  expect(await findTopProducts(ctx, 90, many)).toEqual({ rows: [], asOf: null, isPending: true })
  await runJobs(connection, ctx)
  const later = { ...ctx, now: new Date() }
  const counted = await findTopProducts(later, 90, many)
  expect(counted).toMatchObject({ rows: [{ id, pieces: 3 }], asOf: expect.any(Date), isPending: false })
  expect(counted.rows).toEqual((await findTopProducts(later, 90, 1)).rows)
})

test('analytics are compared with the days before, unless the store is too young', async ({ ctx }) => {
  const now = new Date('2026-11-20T12:00:00Z')
  const admin = { ...ctx, now, actor: await buildActor(ctx.db, { role: 'admin' }) }
  const order = (email: string, daysAgo: number) =>
    buildOrder(ctx, { email, createdAt: new Date(now.getTime() - daysAgo * 24 * 3_600_000) })
  await order('ada@example.com', 3)
  await order('grace@example.com', 10)
  await order('grace@example.com', 11)
  expect((await readAnalytics(admin, 7)).previous).toEqual({ sales: null, traffic: null })
  await order('ada@example.com', 15)
  // Returning in the days before, and again in this period.
  await order('mary@example.com', 20)
  await order('mary@example.com', 9)
  await order('mary@example.com', 8)
  await order('mary@example.com', 1)
  await execute(ctx.db)`
    insert into page_counts (day, region, what, times)
    values ('2026-11-05', 'GB', 'visit', 9), ('2026-11-10', 'GB', 'visit', 40), ('2026-11-10', 'GB', 'product', 7)`
  const { orders, newCustomers, returningCustomers, previous } = await readAnalytics(admin, 7)
  expect({ orders, newCustomers, returningCustomers }).toEqual({
    orders: 2,
    newCustomers: 0,
    returningCustomers: 2,
  })
  expect(previous).toEqual({
    sales: { orders: 4, revenue: 19_200, averageOrder: 4800, newCustomers: 1, returningCustomers: 1 },
    traffic: { visits: 40, conversionPercent: 10 },
  })
})

test('a job counts the returning customers of the days before if they have very many orders', async ({
  ctx,
  connection,
}) => {
  for (const daysAgo of [20, 10])
    await buildOrder(ctx, {
      email: 'grace@example.com',
      createdAt: new Date(ctx.now.getTime() - daysAgo * 24 * 3_600_000),
    })
  const many = 500_001
  expect(await findPreviousReturningCustomers(ctx, 7, many)).toMatchObject({ rows: [], isPending: true })
  await runJobs(connection, ctx)
  const later = { ...ctx, now: new Date() }
  expect(await findPreviousReturningCustomers(later, 7, many)).toMatchObject({ rows: [{ customers: 1 }] })
})
