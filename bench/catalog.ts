import { readFileSync } from 'node:fs'
import { INITIAL_CATEGORIES } from '#core/catalog/categories/category.ts'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import type { Context } from '#core/context.ts'
import { DEFAULT_REGIONS } from '#core/regions/terms.ts'
import { searchListings } from '#core/search/search.server.ts'
import { findProductPage } from '#core/storefront/product-page.server.ts'
import { connect } from '#db/connection.ts'

/** `DATABASE_URL=… npm run bench -- catalog`: the CPU of a list, a product, and a search, in any store on this machine. */
const BATCHES = 15
const BATCH_SIZE = 20
const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const { pool, db, close } = connect({ url, max: 1 })
const ctx = { db, now: new Date(), region: DEFAULT_REGIONS.US } as Partial<Context> as Context
const { rows: backends } = await pool.query('select pg_backend_pid() as pid')
const { rows: products } = await pool.query(
  `select slug from products where status = 'published' order by created_at, id offset 20 limit 40`,
)
const slugs: string[] = products.map(({ slug }) => slug)
const costs: Record<string, unknown>[] = []

await measure('list', () => listListings(ctx, { sort: 'newest', limit: 24 }))
await measure('list of a category', (round) =>
  listListings(ctx, {
    sort: 'price',
    limit: 24,
    category: INITIAL_CATEGORIES[round % INITIAL_CATEGORIES.length],
  }),
)
await measure('product', (round) =>
  findProductPage(ctx, slugs[round % slugs.length] ?? '', { sort: 'newest' }),
)
for (const q of ['serum', 'rose', 'carmine lipstick']) {
  await measure(`search ${q}`, () => searchListings(ctx, { q, limit: 24 }))
}
console.table(costs)
await close()

/** CPU time hardly depends on what else the machine does, and the fastest third of the batches even less. */
async function measure(request: string, run: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < BATCH_SIZE; round++) await run(round)
  const batches: { node: number; postgres: number; wall: number }[] = []
  for (let batch = 0; batch < BATCHES; batch++) {
    const before = readClocks()
    for (let round = 0; round < BATCH_SIZE; round++) await run(batch * BATCH_SIZE + round)
    const after = readClocks()
    batches.push({
      node: after.node - before.node,
      postgres: after.postgres - before.postgres,
      wall: after.wall - before.wall,
    })
  }
  const perRequest = (clock: keyof Clocks) => {
    const fastest = batches.map((batch) => batch[clock]).toSorted((one, other) => one - other)
    return Math.round((fastest[Math.floor(BATCHES / 3)] ?? 0) / BATCH_SIZE)
  }
  costs.push({
    request,
    'Node µs': perRequest('node'),
    'Postgres µs': perRequest('postgres'),
    'wall µs': perRequest('wall'),
  })
}

type Clocks = { node: number; postgres: number; wall: number }

/** In microseconds. The scheduler counts a process's nanoseconds; other counters have steps of 10 milliseconds. */
function readClocks(): Clocks {
  const { user, system } = process.cpuUsage()
  const [nanoseconds] = readFileSync(`/proc/${backends[0].pid}/schedstat`, 'utf8').split(' ')
  return { node: user + system, postgres: Number(nanoseconds) / 1000, wall: performance.now() * 1000 }
}
