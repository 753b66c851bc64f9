import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS } from '#test/checkout.ts'
import { findDatabasePid } from '#test/processes/process-ids.ts'
import { startBaselineServer, storeFigures } from '../baseline/baseline-process.ts'
import { startBenchStore } from '../bench-store.ts'
import { startCountingProxy } from '../count-statements.ts'
import { signInCustomers } from '../customers.ts'
import { type LoadOptions, type LoadRequest, type LoadResult, load } from '../load.ts'
import { processTreeCpu } from '../process-tree.ts'
import { waitForIdleJobs } from '../wait-for-jobs.ts'
import { orderPayer, payAtRate, payOrders } from './card-orders.ts'

/** CPU per unit of work, in microseconds, and database statements. `store` includes jobs. */
type BenchmarkRow = {
  operation: string
  perSecond: number
  web: number
  store: number
  database: number
  statements?: number
}

type RequestFactory = NonNullable<LoadOptions['nextRequest']>

const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
/** With `BENCH_PRODUCTS=1`, all orders wait for the same stock. */
const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 24)
const RATE = Number(process.env.BENCH_RATE ?? 60)
const RATE_SECONDS = Number(process.env.BENCH_RATE_SECONDS ?? 60)
// Enough that no cart line reaches its maximum quantity.
const CUSTOMERS = Math.ceil((SECONDS * 600) / PRODUCTS)

const shop = await startBenchStore({ processes: 1 })
const { pool, db } = shop.connection
const tokens: string[] = []
const products: string[] = []
const rows: BenchmarkRow[] = []
const lastCartLines: ReturnType<typeof nextLine>[] = []
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
  const checkout = await measure('checkout: cart line, quote, test order', 3, checkoutRequest)
  const byCard = await measure('card checkout, up to the payment page', 1, cardCheckoutRequest)
  const pay = orderPayer(shop.first.url, { checkout: cardCheckoutRequest, verify: verifyRequest })
  // What the sandbox does counts as work of the store.
  await measureWork('card checkout, paid and verified', 1, (seconds) => payOrders(pay, seconds))
  const atRate = await payAtRate(pool, pay, { rate: RATE, seconds: RATE_SECONDS })
  const baseline = await measureBaseline()
  await countStatements([
    { row: toCart, calls: 1, nextRequest: addToCartRequest },
    { row: checkout, calls: 3, nextRequest: checkoutRequest },
    { row: byCard, calls: 1, nextRequest: cardCheckoutRequest },
  ])
  report(checkout, baseline, atRate)
}

// Rotates customers first, then products, so no cart line reaches its maximum quantity soon.
function nextLine() {
  const nth = lineCount++
  const customer = nth % tokens.length
  return {
    token: tokens[customer] ?? '',
    email: `customer-${customer}@orchard.example`,
    line: { product_id: products[Math.floor(nth / tokens.length) % products.length] ?? '', quantity: 1 },
  }
}

function addToCartRequest(): LoadRequest {
  const { token, line } = nextLine()
  return postRequest('/api/v1/cart/items', token, line)
}

function checkoutRequest(connection: number, requestIndex: number): LoadRequest {
  const cartLine = (requestIndex % 3 ? lastCartLines[connection] : undefined) ?? nextLine()
  const { token, email, line } = cartLine
  lastCartLines[connection] = cartLine
  if (requestIndex % 3 === 0) return postRequest('/api/v1/cart/items', token, line)
  if (requestIndex % 3 === 1) return postRequest('/api/v1/quote', token, { items: [line] })
  const shipping_address = { ...ADDRESS, email }
  return postRequest('/api/v1/orders', token, { items: [line], shipping_address, payment: 'demo' })
}

function cardCheckoutRequest(): LoadRequest {
  const shipping_address = { ...ADDRESS, email: `${randomUUID()}@orchard.example` }
  const body = { items: [nextLine().line], shipping_address }
  return postRequest('/api/v1/functions/create-stripe-checkout', undefined, body)
}

function verifyRequest(session_id: string): LoadRequest {
  return postRequest('/api/v1/functions/verify-stripe-payment', undefined, { session_id })
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
  // The embedded database is a child process of the store.
  return { web, store: processTreeCpu(shop.first.process.pid ?? 0) - database, database }
}

function readDatabaseCpu(): number {
  return processTreeCpu(findDatabasePid(shop.data) ?? 0)
}

function measure(operation: string, calls: number, nextRequest: RequestFactory): Promise<BenchmarkRow> {
  return measureWork(operation, calls, (seconds) => load({ url: shop.first.url, nextRequest, seconds }))
}

type Work = Pick<LoadResult, 'requests' | 'perSecond' | 'failures'>

async function measureWork(
  operation: string,
  calls: number,
  work: (seconds: number) => Promise<Work>,
): Promise<BenchmarkRow> {
  await work(3)
  await waitForIdleJobs(pool)
  const before = await readStoreCpu()
  const { requests, perSecond, failures } = await work(SECONDS)
  if (failures) throw new Error(`${operation}: ${failures} of ${requests} requests failed`)
  await waitForIdleJobs(pool)
  return recordResult(
    operation,
    { perSecond: perSecond / calls, operations: requests / calls },
    before,
    await readStoreCpu(),
  )
}

/** Writes the same rows directly, behind a bare server. */
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
  const row = recordResult(
    'baseline: the same rows',
    { perSecond, operations: requests },
    before,
    await readCpu(),
  )
  bare.stop()
  return row
}

type CompletedWork = { perSecond: number; operations: number }

function recordResult(
  operation: string,
  { perSecond, operations }: CompletedWork,
  before: CpuFigures,
  after: CpuFigures,
): BenchmarkRow {
  const cpuPerUnit = (figure: keyof CpuFigures) => (after[figure] - before[figure]) / operations
  const row = {
    operation,
    perSecond,
    web: cpuPerUnit('web'),
    store: cpuPerUnit('store'),
    database: cpuPerUnit('database'),
  }
  rows.push(row)
  return row
}

/** Counts statements on another node, behind a counting proxy. */
async function countStatements(
  measured: { row: BenchmarkRow; calls: number; nextRequest: RequestFactory }[],
): Promise<void> {
  const proxy = await startCountingProxy(shop.databaseUrl)
  const node = await shop.startNode({ DATABASE_URL: proxy.url, DATABASE_DIRECT_URL: shop.databaseUrl })
  for (const { row, calls, nextRequest } of measured) {
    await pool.query('delete from cart_items')
    const before = proxy.count()
    const { requests } = await load({ url: node.url, nextRequest, connections: 1, seconds: 2 })
    row.statements = ((proxy.count() - before) * calls) / requests
  }
  await node.stop()
  proxy.close()
}

function report(
  checkout: BenchmarkRow,
  baseline: BenchmarkRow,
  atRate: Awaited<ReturnType<typeof payAtRate>>,
): void {
  console.table(
    rows.map(({ operation, perSecond, web, store, database, statements }) => ({
      operation,
      'per second': Math.round(perSecond),
      'CPU µs, web': Math.round(web),
      'with jobs': Math.round(store),
      'with database': Math.round(store + database),
      statements: statements ? statements.toFixed(1) : '',
    })),
  )
  const ratio = checkout.web / baseline.web
  console.log(`A checkout takes ${ratio.toFixed(1)} × the web process CPU of the baseline.`)
  const { orders, paid, perSecond, waiting, doneAfter } = atRate
  console.log(
    `${RATE} card orders per second for ${RATE_SECONDS} s: ${paid} of ${orders} were paid, ${perSecond.toFixed(1)} per second. ` +
      `Of ${waiting}, the jobs were still waiting; ${doneAfter.toFixed(1)} s later, none was.`,
  )
  mkdirSync('.data', { recursive: true })
  const at = new Date().toISOString()
  writeFileSync('.data/bench-buying.json', JSON.stringify({ at, rows, ratio, atRate }, null, 2))
}
