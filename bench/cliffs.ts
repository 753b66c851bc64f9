import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#db/connection.ts'
import { runStore } from '#test/processes/running-store.ts'
import { fetchText } from './baseline/baseline-process.ts'
import { type LoadOptions, type LoadRequest, type LoadResult, load } from './load.ts'

/**
 * `DATABASE_URL=… npm run bench -- cliffs`: whether speed degrades gently, in any store on this machine: more pages than
 * the cache holds, new connections while pages render, and cached pages beside rendered ones. `npm run demo:grow` adds
 * the products.
 */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 8)
const IN_TURN = [100, 500, 1000, 2000, 5000]
/** A page's share of the visits is 1 divided by its rank to this power. */
const ZIPF_EXPONENT = Number(process.env.BENCH_ZIPF ?? 1)
const ZIPF_PAGES = 50_000
const BROTLI = { 'accept-encoding': 'br' }
/** A session that is not valid: such pages are always rendered. */
const UNCACHED = { cookie: 'eb_session=bench', ...BROTLI }
const RENDERING_CONNECTIONS = 16

type Row = Record<string, string | number>
type Measured = Omit<LoadOptions, 'url' | 'seconds'>

const databaseUrl = process.env.DATABASE_URL
if (!databaseUrl) throw new Error('Set DATABASE_URL to the store to measure.')
const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const paths = await findProductPaths(databaseUrl)
const rows: Row[] = []

await withStore('1', async (url) => {
  for (const count of IN_TURN.filter((count) => count <= paths.length)) {
    let request = 0
    const nextRequest = () => get(paths[request++ % count])
    await load({ url, headers: BROTLI, nextRequest, maxRequests: count, seconds: Number.POSITIVE_INFINITY })
    await measure(url, `${count} products in turn`, { connections: 32, headers: BROTLI, nextRequest })
  }
})
await withStore('1', async (url) => {
  const nextRank = zipfSampler(paths.length, ZIPF_EXPONENT)
  const zipf = { connections: 32, headers: BROTLI, nextRequest: () => get(paths[nextRank()]) }
  // Until the cache knows which pages are read often.
  await load({ url, ...zipf, maxRequests: paths.length, seconds: Number.POSITIVE_INFINITY })
  const before = await readHits(url)
  const row = await measure(url, `${paths.length} products by a Zipf law`, zipf)
  const after = await readHits(url)
  const hits = after.hits - before.hits
  row.note = `${((100 * hits) / (hits + after.misses - before.misses)).toFixed(1)} % hits`
})
for (const processes of ['1', '2']) {
  await withStore(processes, async (url) => {
    const requests = { headers: UNCACHED, nextRequest: () => get('/categories') }
    await load({ url, ...requests, seconds: 2 })
    const result = await load({ url, ...requests, connections: 32, seconds: SECONDS })
    const row = addRow(`32 new connections, web processes: ${processes}`, result)
    row.note = `last connection’s first response after ${Math.round(result.slowestFirst)} ms`
  })
}
await withStore('1', async (url) => {
  const cached = { connections: 1, pause: 5, headers: BROTLI }
  await measure(url, 'Home, cached', cached)
  const renders = { url, headers: UNCACHED, nextRequest: () => get('/categories') }
  const rendering = load({ ...renders, connections: RENDERING_CONNECTIONS, seconds: SECONDS })
  await measure(url, `the same beside ${RENDERING_CONNECTIONS} renders`, cached)
  addRow('these renders', await rendering)
})
console.table(rows)
rmSync(folder, { recursive: true, force: true })

/** In an order that has nothing to do with when they were created. */
async function findProductPaths(url: string): Promise<string[]> {
  const { pool, close } = connect({ url, max: 1 })
  const { rows: products } = await pool.query<{ slug: string }>(
    `select slug from products where status = 'published' order by md5(id) limit $1`,
    [ZIPF_PAGES],
  )
  await close()
  return products.map(({ slug }) => `/product/${slug}`)
}

async function withStore(processes: string, run: (url: string) => Promise<void>): Promise<void> {
  const env = { DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '', STORE_DEMO: 'on' }
  const store = await runStore({
    env: { ...env, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', WEB_CONCURRENCY: processes },
  })
  try {
    await run(store.url)
  } finally {
    await store.stop()
  }
}

async function measure(url: string, name: string, options: Measured): Promise<Row> {
  const row = addRow(name, await load({ url, ...options, seconds: SECONDS }))
  row.MB = Math.round((await readMetric(url, 'process_resident_memory_bytes')) / 1024 / 1024)
  return row
}

function addRow(what: string, { perSecond, p50, p99, failures }: LoadResult): Row {
  const row: Row = {
    what,
    'per second': Math.round(perSecond),
    'p50, ms': p50.toFixed(2),
    'p99, ms': p99.toFixed(2),
    failures,
    MB: '',
    note: '',
  }
  rows.push(row)
  return row
}

async function readHits(url: string): Promise<{ hits: number; misses: number }> {
  return {
    hits: await readMetric(url, 'page_cache_total{outcome="hit"}'),
    misses: await readMetric(url, 'page_cache_total{outcome="miss"}'),
  }
}

async function readMetric(url: string, name: string): Promise<number> {
  const line = (await fetchText(`${url}/metrics`)).split('\n').find((line) => line.startsWith(`${name} `))
  return Number(line?.slice(name.length + 1) ?? Number.NaN)
}

/** Ranks from 0 on, the lower the more often. */
function zipfSampler(count: number, exponent: number): () => number {
  const cumulated: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank++) {
    sum += rank ** -exponent
    cumulated.push(sum)
  }
  return () => {
    const wanted = Math.random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((cumulated[middle] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}

function get(path = '/'): LoadRequest {
  return { method: 'GET', path, headers: {}, body: '' }
}
