import { listEntries } from '#core/accounting/entries.server.ts'
import { ledgerByMonth, summarizeLedger } from '#core/accounting/ledger.server.ts'
import { listProfiles, PROFILE_SORTS } from '#core/accounts/profiles.server.ts'
import { PERIODS, readAnalytics } from '#core/analytics/analytics.server.ts'
import { getDashboardNumbers } from '#core/analytics/dashboard.server.ts'
import { countPendingTasks, findDailySales } from '#core/analytics/dashboard-activity.server.ts'
import { cachePreviousReturningCustomers } from '#core/analytics/returning-customers.server.ts'
import { cacheSalesBySource, readSalesBySource } from '#core/analytics/sources.server.ts'
import { cacheTopProducts } from '#core/analytics/top-products.server.ts'
import { listAuditEntries } from '#core/audit/audit-log.server.ts'
import { listAdminProducts } from '#core/catalog/admin-products.server.ts'
import { listAdminFamilies } from '#core/catalog/families/admin-families.server.ts'
import type { Context } from '#core/context.ts'
import { listSubscribers } from '#core/customers/subscribers.server.ts'
import { findProductsUsingPictures, listLibrary } from '#core/media/library.server.ts'
import { listUploads } from '#core/media/uploads.server.ts'
import { listOffers } from '#core/offers/offer-list.server.ts'
import { listAdminOrders, ORDER_FILTERS } from '#core/orders/admin/order-list.server.ts'
import { listReturnRequests } from '#core/orders/returns/list-returns.server.ts'
import type { ListPage, ListQuery } from '#core/pagination.ts'
import { listAdminReviews } from '#core/reviews/moderate-reviews.server.ts'
import { connect } from '#db/connection.ts'

/** `DATABASE_URL=… npm run bench -- admin`: the back office's queries, on a large store made by demo:grow. */
const ROUNDS = 7
const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const connection = connect({ url, max: 8 })
const { rows } = await connection.pool.query(`select id, email from profiles where role = 'admin' limit 1`)
const { id, email } = rows[0]
const actor = {
  kind: 'user',
  id,
  email,
  role: 'admin',
  fullName: null,
  sessionId: '',
  expiresAt: new Date(),
} as const
// Lists use only the database of the context.
const ctx = { db: connection.db, now: new Date(), actor } as Partial<Context> as Context
const timings: { query: string; milliseconds: number }[] = []

type ListReader = (query: ListQuery) => Promise<ListPage<unknown>>

await measureList('orders', (query) => listAdminOrders(ctx, query), {
  filters: Object.keys(ORDER_FILTERS),
  sorts: ['oldest'],
  searches: ['EB1234', 'grace@', 'smith', 'zzzz', 'qx'],
})
await measureList('products', (query) => listAdminProducts(ctx, query), {
  filters: ['published', 'draft', 'archived', 'featured', 'low'],
  sorts: ['oldest', 'name', 'name-down', 'price', 'price-down', 'stock', 'stock-down'],
  searches: ['serum', 'rose', 'zzzz', 'qx'],
})
await measureList(
  'products of a category',
  (query) => listAdminProducts(ctx, { ...query, scope: 'Makeup' }),
  {
    filters: ['draft'],
    sorts: ['name', 'stock'],
  },
)
await measureList('users', (query) => listProfiles(ctx, query), {
  filters: ['admin'],
  sorts: [...PROFILE_SORTS],
  searches: ['grace', 'smith', 'zzzz', 'qx'],
})
await measureList('entries', (query) => listEntries(ctx, query), {
  filters: ['manual', 'sale', 'refund'],
  sorts: ['oldest'],
  searches: ['rent', 'EB123456', 'zzzz', 'qx'],
})
await measureList('reviews', (query) => listAdminReviews(ctx, query), {
  filters: ['pending', 'published', 'rejected'],
  sorts: ['oldest', 'stars', 'stars-down'],
  searches: ['soft', 'zzzz', 'qx'],
})
await measureList('audit', (query) => listAuditEntries(ctx, query), {
  searches: ['admin@', 'role-changed', 'zzzz'],
})
await measureList('uploads', (query) => listUploads(ctx, 'admin-uploads', query), {
  searches: ['photo', 'zzzz'],
})
await measureList('media', (query) => listLibraryWithUses(query), {
  sorts: ['name', 'size'],
  searches: ['photo', 'zzzz'],
})
await measureList('families', (query) => listAdminFamilies(ctx, query), { searches: ['rose', 'zzzz'] })
await measureList('offers', (query) => listOffers(ctx, query), {})
await measureList('returns', (query) => listReturnRequests(ctx, query), {
  filters: ['open', 'refunded'],
  searches: ['R123', 'EB10', 'grace@'],
})
await measureList('subscribers', (query) => listSubscribers(ctx, query), { searches: ['grace@', 'zzzz'] })
const { rows: customers } = await connection.pool.query(
  'select user_id as id from orders where user_id is not null limit 1',
)
await measure('one customer’s orders', () =>
  listAdminOrders(ctx, { customerId: customers[0]?.id, limit: 10 }),
)
await measure('dashboard', () =>
  Promise.all([
    getDashboardNumbers(ctx),
    findDailySales(ctx),
    countPendingTasks(ctx),
    listAdminOrders(ctx, { limit: 8 }),
  ]),
)
for (const days of PERIODS) {
  await cacheTopProducts(connection.db, days, new Date())
  await cachePreviousReturningCustomers(connection.db, days, new Date())
  await measure(`analytics, ${days} days`, () => readAnalytics(ctx, days))
  await cacheSalesBySource(connection.db, days, new Date())
  await measure(`sales by source, ${days} days`, () => readSalesBySource(ctx, days))
}
await summarizeLedger(ctx)
await measure('ledger', () => ledgerByMonth(ctx))
await connection.close()
console.table(timings.sort((one, other) => other.milliseconds - one.milliseconds))

async function listLibraryWithUses(query: ListQuery): Promise<ListPage<unknown>> {
  const page = await listLibrary(ctx, query)
  await findProductsUsingPictures(
    ctx,
    page.rows.flatMap(({ pictureId }) => pictureId ?? []),
  )
  return page
}

type ListVariants = { filters?: string[]; sorts?: string[]; searches?: string[] }

/** Measures the first page with each filter, sort, and search, and the second page. */
async function measureList(
  name: string,
  read: ListReader,
  { filters = [], sorts = [], searches = [] }: ListVariants,
): Promise<void> {
  await measure(name, () => read({}))
  const { next } = await read({})
  if (next) await measure(`${name}, next page`, () => read({ cursor: next }))
  for (const filter of filters) {
    await measure(`${name}, ${filter}`, () => read({ filter }))
    for (const sort of sorts) await measure(`${name}, ${filter} by ${sort}`, () => read({ filter, sort }))
  }
  for (const sort of sorts) await measure(`${name} by ${sort}`, () => read({ sort }))
  for (const search of searches) await measure(`${name} “${search}”`, () => read({ search }))
}

async function measure(query: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  const median = times.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0
  timings.push({ query, milliseconds: Math.round(median * 10) / 10 })
}
