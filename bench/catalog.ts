import { setTimeout as sleep } from 'node:timers/promises'
import { listListings } from '#core/catalog/listings/listings.server.ts'
import { CATEGORIES } from '#core/catalog/product.ts'
import type { Context } from '#core/context.ts'
import { searchListings } from '#core/search/search.server.ts'
import { findProductPage } from '#core/storefront/product-page.server.ts'
import { connect } from '#db/connection.ts'
import { processTreeCpu } from './cpu.ts'

/** `DATABASE_URL=… npm run bench -- catalog`: the CPU of a list, a product, and a search, in any store on this machine. */
const ROUNDS = 300
const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const { pool, db, close } = connect({ url, max: 1 })
const ctx = { db, now: new Date(), region: 'US' } as Partial<Context> as Context
const { rows: backends } = await pool.query('select pg_backend_pid() as pid')
const { rows: products } = await pool.query(
  `select slug from products where status = 'published' order by created_at, id offset 20 limit 40`,
)
const slugs: string[] = products.map(({ slug }) => slug)
const costs: Record<string, unknown>[] = []

await measure('list', () => listListings(ctx, { sort: 'newest', limit: 24 }))
await measure('list of a category', (round) =>
  listListings(ctx, { sort: 'price', limit: 24, category: CATEGORIES[round % CATEGORIES.length] }),
)
await measure('product', (round) =>
  findProductPage(ctx, slugs[round % slugs.length] ?? '', { sort: 'newest' }),
)
for (const q of ['serum', 'rose', 'carmine lipstick']) {
  await measure(`search ${q}`, () => searchListings(ctx, { q, limit: 24 }))
}
console.table(costs)
await close()

/** CPU time, unlike wall time, hardly depends on what else the machine does. */
async function measure(request: string, run: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 20; round++) await run(round)
  const before = readCpu()
  const startedAt = performance.now()
  for (let round = 0; round < ROUNDS; round++) await run(round)
  const milliseconds = performance.now() - startedAt
  await sleep(20)
  const { node, postgres } = readCpu()
  costs.push({
    request,
    'Node µs': Math.round((node - before.node) / ROUNDS),
    'Postgres µs': Math.round((postgres - before.postgres) / ROUNDS),
    'wall ms': (milliseconds / ROUNDS).toFixed(2),
  })
}

function readCpu() {
  const { user, system } = process.cpuUsage()
  return { node: user + system, postgres: processTreeCpu(backends[0].pid) }
}
