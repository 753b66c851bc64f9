import { Client, type ClientBase } from 'pg'
import { DEMO_LOCK } from '#demo/seed.ts'
import { copyRows } from './copy-rows.ts'
import { withoutForeignKeyChecks, withoutTriggers } from './disable-triggers.ts'
import { withoutIndexes } from './drop-indexes.ts'
import { COPIES, FAMILIES, LISTINGS, STOCK_RECEIVED, SUBSCRIBERS } from './grown-rows.ts'
import { type GrowthCounts, planGrowth } from './plan-growth.ts'

/** From here on, building an index again takes less time than keeping it up to date. */
const MANY_ROWS = 50_000

/** Bounds the temporary tables and sorts, and what an interruption costs. */
const ORDERS_PER_PART = 1_000_000

export type GrowOptions = { now: Date; onProgress: (line: string) => void; ordersPerPart?: number }

/** Copies the demo's rows with SQL. Each part is one transaction: a failure loses only the part that it interrupts. */
export async function growStore(url: string, growth: GrowthCounts, options: GrowOptions): Promise<void> {
  if (growth.orders && !growth.customers) throw new Error('Orders need new customers.')
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const parts = divideGrowth(growth, options.ordersPerPart ?? ORDERS_PER_PART)
    for (const [index, part] of parts.entries()) {
      if (parts.length > 1) options.onProgress(`Part ${index + 1} of ${parts.length}`)
      await growPart(client, part, options)
    }
    options.onProgress('Updating statistics')
    if (growth.products + growth.families) await client.query('select search_count_words()')
    await client.query('vacuum (analyze)')
  } finally {
    await client.end().catch(() => {})
  }
}

function divideGrowth(growth: GrowthCounts, ordersPerPart: number): GrowthCounts[] {
  const parts = Math.max(1, Math.ceil(growth.orders / ordersPerPart))
  const share = (count: number, part: number) =>
    Math.floor((count * (part + 1)) / parts) - Math.floor((count * part) / parts)
  return Array.from({ length: parts }, (_, part) => ({
    products: share(growth.products, part),
    families: share(growth.families, part),
    customers: share(growth.customers, part),
    orders: share(growth.orders, part),
  }))
}

async function growPart(client: ClientBase, growth: GrowthCounts, options: GrowOptions): Promise<void> {
  await client.query('begin')
  await client.query("set local work_mem = '256MB'")
  await client.query('select pg_advisory_xact_lock($1)', [DEMO_LOCK])
  await planGrowth(client, growth, options.now)
  await withoutTriggers(client, () => copyAll(client, growth, options))
  await client.query('select tallies_rebuild()')
  await client.query('select invoices_issue_missing()')
  await client.query('select review_stars_rebuild()')
  // One product per category is enough to make running nodes drop their cached lists.
  await client.query('select catalog_note_change(id) from (select id from new_products limit 5) p')
  await client.query('commit')
}

async function copyAll(client: ClientBase, growth: GrowthCounts, options: GrowOptions): Promise<void> {
  const copy = async (label: keyof typeof COPIES) => {
    const copyTables = async () => {
      for (const rows of COPIES[label]) await copyRows(client, rows)
    }
    if (growth[label] < MANY_ROWS) await copyTables()
    else
      await withoutIndexes(
        client,
        COPIES[label].map(({ table }) => table),
        copyTables,
      )
    const count = growth[label].toLocaleString('en-US')
    options.onProgress(`${count} of ${count} ${label}`)
  }
  await withoutForeignKeyChecks(client, () => copy('customers'))
  await client.query(SUBSCRIBERS)
  await client.query(FAMILIES)
  await copy('products')
  // The plans of the functions that it calls are made for these tables' sizes.
  await client.query('analyze products; analyze families')
  await client.query(LISTINGS)
  options.onProgress(`${growth.families.toLocaleString('en-US')} families`)
  await client.query(STOCK_RECEIVED, [options.now])
  await withoutForeignKeyChecks(client, () => copy('orders'))
}
