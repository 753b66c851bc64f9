import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS } from '#test/checkout.ts'
import { findDatabasePid } from '#test/processes/process-ids.ts'
import { startBaselineServer, storeFigures } from './baseline-process.ts'
import { startBenchStore } from './bench-store.ts'
import { startCountingProxy } from './count-statements.ts'
import { processTreeCpu } from './cpu.ts'
import { signInCustomers } from './customers.ts'
import { type LoadOptions, type LoadRequest, load } from './load.ts'
import { waitForIdleJobs } from './wait-for-jobs.ts'

/** What buying costs: the CPU of the web process, of the whole store with its jobs, and of the database; statements. */
type BenchmarkRow = {
  work: string
  perSecond: number
  web: number
  store: number
  database: number
  statements?: number
}

type RequestFactory = NonNullable<LoadOptions['nextRequest']>

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const CUSTOMERS = 100
const PRODUCTS = 24

const shop = await startBenchStore({ processes: 1 })
const { pool, db } = shop.connection
const tokens: string[] = []
const products: string[] = []
const rows: BenchmarkRow[] = []
const lastVisits: ReturnType<typeof nextLine>[] = []
let lineCount = 0
try {
  await waitForIdleJobs(pool)
  tokens.push(...(await signInCustomers(db, CUSTOMERS)))
  for (let nth = 0; nth < PRODUCTS; nth++)
    products.push((await buildProduct({ db, now: new Date() }, { stock: 1_000_000 })).id)
  await measureAll()
} finally {
  await shop.close()
}

async function measureAll(): Promise<void> {
  const toCart = await measure('add to a cart', 1, addToCartRequest)
  await pool.query('delete from cart_items')
  const checkout = await measure('checkout: line, quote, test order', 3, checkoutRequest)
  const byCard = await measure('checkout by card, up to the page', 1, cardCheckoutRequest)
  const baseline = await measureBaseline()
  await countStatements([
    { row: toCart, calls: 1, ask: addToCartRequest },
    { row: checkout, calls: 3, ask: checkoutRequest },
    { row: byCard, calls: 1, ask: cardCheckoutRequest },
  ])
  report(checkout, baseline)
}

/** Each customer in turn, and a product for all of them before the next: no line is soon full. */
function nextLine() {
  const nth = lineCount++
  return {
    token: tokens[nth % tokens.length] ?? '',
    line: { product_id: products[Math.floor(nth / tokens.length) % products.length] ?? '', quantity: 1 },
  }
}

function addToCartRequest(): LoadRequest {
  const { token, line } = nextLine()
  return postRequest('/api/v1/cart/items', token, line)
}

/** A shopper does three things one after the other. */
function checkoutRequest(connection: number, turn: number): LoadRequest {
  const { token, line } = (turn % 3 ? lastVisits[connection] : undefined) ?? nextLine()
  lastVisits[connection] = { token, line }
  if (turn % 3 === 0) return postRequest('/api/v1/cart/items', token, line)
  if (turn % 3 === 1) return postRequest('/api/v1/quote', token, { items: [line] })
  return postRequest('/api/v1/orders', token, { items: [line], shipping_address: ADDRESS, payment: 'demo' })
}

function cardCheckoutRequest(): LoadRequest {
  const shipping_address = { ...ADDRESS, email: `${randomUUID()}@orchard.example` }
  const body = { items: [nextLine().line], shipping_address }
  return postRequest('/api/v1/functions/create-stripe-checkout', undefined, body)
}

function postRequest(path: string, token: string | undefined, body: unknown): LoadRequest {
  const authHeaders: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  const headers = { ...authHeaders, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}

type CpuFigures = { web: number; store: number; database: number }

async function readStoreCpu(): Promise<CpuFigures> {
  const { cpu: web } = await storeFigures(shop.first.url)
  const database = readDatabaseCpu()
  // The embedded database hangs below the store that began it.
  return { web, store: processTreeCpu(shop.first.process.pid ?? 0) - database, database }
}

function readDatabaseCpu(): number {
  return processTreeCpu(findDatabasePid(shop.data) ?? 0)
}

async function measure(work: string, calls: number, ask: RequestFactory): Promise<BenchmarkRow> {
  const { url } = shop.first
  await load({ url, nextRequest: ask, seconds: 3 })
  await waitForIdleJobs(pool)
  const before = await readStoreCpu()
  const { requests, perSecond, failures } = await load({ url, nextRequest: ask, seconds: SECONDS })
  if (failures) throw new Error(`${work}: ${failures} of ${requests} answers were refusals`)
  await waitForIdleJobs(pool)
  return recordResult(
    work,
    { perSecond: perSecond / calls, done: requests / calls },
    before,
    await readStoreCpu(),
  )
}

/** The same rows by hand, in one transaction behind a bare server. */
async function measureBaseline(): Promise<BenchmarkRow> {
  const { rows: profiles } = await pool.query<{ id: string }>('select id from profiles limit 50')
  const bare = await startBaselineServer([
    'order',
    '0',
    shop.databaseUrl,
    products[0] ?? '',
    ...profiles.map(({ id }) => id),
  ])
  const readCpu = async () => {
    const cpu = await bare.cpu()
    return { web: cpu, store: cpu, database: readDatabaseCpu() }
  }
  await load({ url: bare.url, seconds: 3 })
  const before = await readCpu()
  const { requests, perSecond } = await load({ url: bare.url, seconds: SECONDS })
  const row = recordResult('the same rows by hand', { perSecond, done: requests }, before, await readCpu())
  bare.stop()
  return row
}

type CompletedWork = { perSecond: number; done: number }

function recordResult(
  work: string,
  { perSecond, done }: CompletedWork,
  before: CpuFigures,
  after: CpuFigures,
): BenchmarkRow {
  const cpuPerUnit = (figure: keyof CpuFigures) => (after[figure] - before[figure]) / done
  const row = {
    work,
    perSecond,
    web: cpuPerUnit('web'),
    store: cpuPerUnit('store'),
    database: cpuPerUnit('database'),
  }
  rows.push(row)
  return row
}

/** Another node, whose questions pass by somebody who counts. */
async function countStatements(
  measured: { row: BenchmarkRow; calls: number; ask: RequestFactory }[],
): Promise<void> {
  const proxy = await startCountingProxy(shop.databaseUrl)
  const node = await shop.startNode({ DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: shop.databaseUrl })
  for (const { row, calls, ask } of measured) {
    await pool.query('delete from cart_items')
    const before = proxy.count()
    const { requests } = await load({ url: node.url, nextRequest: ask, connections: 1, seconds: 2 })
    row.statements = ((proxy.count() - before) * calls) / requests
  }
  await node.stop()
  proxy.close()
}

function report(checkout: BenchmarkRow, baseline: BenchmarkRow): void {
  console.table(
    rows.map(({ work, perSecond, web, store, database, statements }) => ({
      work,
      'per second': Math.round(perSecond),
      'CPU µs, web': Math.round(web),
      'with jobs': Math.round(store),
      'with database': Math.round(store + database),
      statements: statements ? statements.toFixed(1) : '',
    })),
  )
  const ratio = checkout.web / baseline.web
  console.log(
    `A checkout’s web process takes ${ratio.toFixed(1)} × the CPU of whoever writes its rows by hand.`,
  )
  mkdirSync('.data', { recursive: true })
  const at = new Date().toISOString()
  writeFileSync('.data/bench-buying.json', JSON.stringify({ at, rows, ratio }, null, 2))
}
