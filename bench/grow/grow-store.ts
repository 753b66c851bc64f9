import { Client, type ClientBase } from 'pg'
import { DEMO_LOCK } from '#demo/seed.ts'
import { createSeededRandom } from '#demo/seeded-random.ts'
import { copyCustomers, copyOrders, copyProducts, type GrowthJob } from './copy-batches.ts'
import { withoutForeignKeyChecks, withoutTriggers } from './disable-triggers.ts'
import { findPublishedProducts, readExistingStore } from './existing-store.ts'
import { generateCustomers } from './grow-customers.ts'
import { generateProducts } from './grow-products.ts'

export type GrowthCounts = { products: number; customers: number; orders: number }
export type GrowOptions = { now: Date; onProgress: (line: string) => void }

/** Runs in one transaction: a failure leaves the store unchanged. */
export async function growStore(url: string, growth: GrowthCounts, options: GrowOptions): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
    const job = await planGrowth(client, growth, options)
    await withoutTriggers(client, async () => {
      await withoutForeignKeyChecks(client, () => copyCustomers(job))
      await copyProducts(job)
      await withoutForeignKeyChecks(client, () => copyOrders(job))
    })
    await client.query('select tallies_rebuild()')
    await client.query('select invoices_issue_missing()')
    await notifyNodes(job)
    await client.query('commit')
    options.onProgress('Updating statistics')
    if (job.hasNewProducts) await client.query('select search_count_words()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end().catch(() => {})
  }
}

async function planGrowth(
  client: ClientBase,
  growth: GrowthCounts,
  { now, onProgress }: GrowOptions,
): Promise<GrowthJob> {
  const existing = await readExistingStore(client)
  const seed = existing.lastOrder + existing.lastProduct + existing.lastCustomer
  const random = createSeededRandom(seed)
  const at = now.getTime()
  const generated = generateProducts(growth.products, at, random)
  const products = generated.length ? generated : await findPublishedProducts(client)
  const buyers = generateCustomers(growth.customers, existing.lastCustomer, at, random)
  if (growth.orders && !(products.length && buyers.length))
    throw new Error('Orders need products and new customers.')
  const year = { orders: growth.orders, products: products.length, buyers: buyers.length, seed }
  return {
    client,
    existing,
    random,
    market: { products, buyers, now: at },
    hasNewProducts: generated.length > 0,
    year,
    onProgress,
  }
}

/** One product per category is enough to make running nodes drop their cached lists. */
async function notifyNodes({ client, market, hasNewProducts }: GrowthJob): Promise<void> {
  const ids = hasNewProducts ? market.products.slice(0, 5).map(({ id }) => id) : []
  await client.query('select catalog_note_change(id) from unnest($1::text[]) as id', [ids])
}
