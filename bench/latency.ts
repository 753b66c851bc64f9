import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PRODUCT_SORTS } from '#core/catalog/product.ts'
import { connect } from '#db/connection.ts'
import { ADDRESS } from '#test/checkout.ts'
import { runStore } from '#test/processes/running-store.ts'
import { signInCustomers } from './customers.ts'
import { type LoadRequest, load } from './load.ts'

/**
 * `DATABASE_URL=… npm run bench -- latency`: how long shoppers wait for pages and API answers that are in no cache, in any
 * store on this machine. Run it on a small and on a large store to see what the size costs. The orders stay.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const CUSTOMERS = 200
/** One shopper at a time: more would wait for each other on this machine, whatever the store's size. */
const ONE_AT_A_TIME = { connections: 1, pause: 5, seconds: SECONDS }
const UNCACHED = { cookie: 'eb_session=bench', 'accept-encoding': 'br' }
const WORDS = ['serum', 'rose', 'oil', 'cream', 'carmine lipstick', 'srum', 'fig balm', 'night cream']

const url = process.env.DATABASE_URL
if (!url) throw new Error('Set DATABASE_URL to the store to measure.')
const { pool, db, close } = connect({ url, max: 4 })
const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const env = { DATA_DIR: folder, DATABASE_URL: url, STORE_DEMO: 'on', LOG_LEVEL: 'warn', RATE_LIMITS: 'off' }
const store = await runStore({ env })
try {
  // Products from all over the store, most of which no cache of the database holds.
  const { rows } = await pool.query<{ id: string; category: string }>(
    `select p.id, p.category from products p tablesample system (2) join stock_levels s on s.product_id = p.id
      where p.status = 'published' and s.available > 20 limit 4000`,
  )
  const products = rows.length
    ? rows
    : (await pool.query("select id, category from products where status = 'published'")).rows
  const tokens = await signInCustomers(db, CUSTOMERS)
  const product = (n: number) => products[(n * 7919) % products.length]
  const line = (n: number) => ({ product_id: product(n).id, quantity: 1 })
  const results: Record<string, string | number>[] = []

  async function measure(request: string, next: (n: number) => LoadRequest): Promise<void> {
    let count = 0
    const nextRequest = () => next(count++)
    await load({ url: store.url, ...ONE_AT_A_TIME, nextRequest, seconds: 2 })
    const { requests, p50, p99, failures } = await load({ url: store.url, ...ONE_AT_A_TIME, nextRequest })
    results.push({ request, requests, failures, 'p50, ms': p50.toFixed(1), 'p99, ms': p99.toFixed(1) })
  }

  await measure('home page', () => get('/'))
  await measure('categories page', (n) => get(`/categories?sort=${PRODUCT_SORTS[n % PRODUCT_SORTS.length]}`))
  await measure('category page', (n) =>
    get(`/categories?category=${encodeURIComponent(product(n).category)}`),
  )
  await measure('product page', (n) => get(`/product/${product(n).id}`))
  await measure('search page', (n) => get(`/search?q=${encodeURIComponent(WORDS[n % WORDS.length] ?? '')}`))
  await measure('list by API', (n) =>
    get(`/api/v1/products?limit=24&sort=${PRODUCT_SORTS[n % PRODUCT_SORTS.length]}`),
  )
  await measure('search by API', (n) =>
    get(`/api/v1/products?limit=24&q=${encodeURIComponent(WORDS[n % WORDS.length] ?? '')}`),
  )
  const token = (n: number) => tokens[n % tokens.length]
  await measure('add to a cart', (n) => post('/api/v1/cart/items', token(n), line(n)))
  await measure('quote', (n) => post('/api/v1/quote', token(n), { items: [line(n)] }))
  await measure('place an order', (n) =>
    post('/api/v1/orders', token(n), { items: [line(n)], shipping_address: ADDRESS, payment: 'demo' }),
  )
  console.table(results)
} finally {
  await store.stop()
  await close()
  rmSync(folder, { recursive: true, force: true })
}

function get(path: string): LoadRequest {
  return { method: 'GET', path, headers: UNCACHED, body: '' }
}

function post(path: string, token: string | undefined, body: unknown): LoadRequest {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  return { method: 'POST', path, headers, body: JSON.stringify(body) }
}
