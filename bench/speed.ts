import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readDatabaseUrl } from '#test/processes/process-ids.ts'
import { runStore } from '#test/processes/running-store.ts'
import { fetchText, startBaselineServer, storeFigures } from './baseline/baseline-process.ts'
import { type LoadOptions, load } from './load.ts'
import { toMegabytes } from './process-tree.ts'
import { fetchSessionCookie, signInConcurrently } from './sign-ins.ts'
import { finishFirstStart } from './wait-for-jobs.ts'

type BenchmarkRow = { operation: string; perSecond: number; cpu: number; p99: number; ratio?: string }

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
// Pages for a session that is not valid are always rendered.
const UNCACHED = { cookie: 'eb_session=bench', 'accept-encoding': 'br' }
const CONCURRENT_SIGN_INS = 50
const ROUNDS = 5
const rows: BenchmarkRow[] = []

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const env = { DATA_DIR: folder, LOG_LEVEL: 'warn', WEB_CONCURRENCY: '1', RATE_LIMITS: 'off' }
await finishFirstStart(env)
const startedAt = performance.now()
const store = await runStore({ env })
await fetchText(store.url)
const secondStart = performance.now() - startedAt
const { memory: idle } = await storeFigures(store.url)

const list = JSON.parse(await fetchText(`${store.url}/api/v1/products`)) as { data: { id: string }[] }
const id = list.data[0]?.id ?? ''
const page = `${store.url}/product/${id}`
const BROTLI = { 'accept-encoding': 'br' }
const pageBytes = Number((await fetch(page, { headers: BROTLI })).headers.get('content-length'))

const bytesServer = await startBaselineServer(['bytes', String(pageBytes)])
const baseline = await measure('baseline: node:http, same bytes', { url: bytesServer.url }, bytesServer.cpu)
const storeCpu = async () => (await storeFigures(store.url)).cpu
const cached = await measure('product page, cached', { url: page, headers: BROTLI }, storeCpu)
cached.ratio = throughputShare(cached, baseline, 'of baseline')
// The cache holds compressed pages only.
await measure('the same without compression', { url: page }, storeCpu)
const signedIn = { ...UNCACHED, cookie: await fetchSessionCookie(store.url) }
for (const [name, url] of [
  ['product page', page],
  ['home page', `${store.url}/`],
  ['categories', `${store.url}/categories`],
] as const) {
  const rendered = await measure(`${name}, uncached`, { url, headers: UNCACHED }, storeCpu)
  const shared = await measure(`${name}, signed in`, { url, headers: signedIn }, storeCpu)
  shared.ratio = `${Math.round((100 * shared.cpu) / rendered.cpu)}% of the CPU`
}
// Paced requests: at full speed, latency would only measure the load generator's own queue.
const pacedLoad = { connections: 4, pause: 15 }
for (const [kind, headers] of [
  ['cached', BROTLI],
  ['uncached', UNCACHED],
] as const) {
  const loadOptions = { url: page, headers, ...pacedLoad }
  const rounds = { quiet: [] as BenchmarkRow[], busy: [] as BenchmarkRow[], seconds: [] as number[] }
  await load({ ...loadOptions, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    rounds.quiet.push(await measureWarm(`product page, ${kind}, paced`, loadOptions, storeCpu))
    const signIns = signInConcurrently(store.url, CONCURRENT_SIGN_INS)
    rounds.busy.push(
      await measureWarm(`the same during ${CONCURRENT_SIGN_INS} sign-ins`, loadOptions, storeCpu),
    )
    rounds.seconds.push(await signIns)
  }
  const [quietRow, busyRow] = [median(rounds.quiet, p99), median(rounds.busy, p99)]
  const seconds = median(rounds.seconds, (value) => value)
  busyRow.ratio = `p99 × ${(busyRow.p99 / quietRow.p99).toFixed(1)}, all signed in after ${seconds.toFixed(1)} s`
  rows.push(quietRow, busyRow)
}
bytesServer.stop()

const database = `${readDatabaseUrl(folder)}?sslmode=disable`
const selectServer = await startBaselineServer(['select', '0', database, id])
const baselineSelect = await measure(
  'baseline: select behind node:http',
  { url: selectServer.url },
  selectServer.cpu,
)
const api = `${store.url}/api/v1/products`
const productApi = await measure(
  'product API, uncached',
  { url: `${api}/${id}`, headers: UNCACHED },
  storeCpu,
)
productApi.ratio = throughputShare(productApi, baselineSelect, 'of baseline select')
await measure('product list API (24), uncached', { url: api, headers: UNCACHED }, storeCpu)
selectServer.stop()
const { memory: loaded } = await storeFigures(store.url)
await store.stop()
rmSync(folder, { recursive: true })

printReport()

async function measure(
  operation: string,
  loadOptions: Omit<LoadOptions, 'seconds'>,
  readCpu: () => Promise<number>,
): Promise<BenchmarkRow> {
  await load({ ...loadOptions, seconds: 1 })
  const row = await measureWarm(operation, loadOptions, readCpu)
  rows.push(row)
  return row
}

async function measureWarm(
  operation: string,
  loadOptions: Omit<LoadOptions, 'seconds'>,
  readCpu: () => Promise<number>,
): Promise<BenchmarkRow> {
  const before = await readCpu()
  const { requests, perSecond, p99, failures } = await load({ ...loadOptions, seconds: SECONDS })
  if (failures) throw new Error(`${operation}: ${failures} of ${requests} responses were not 200`)
  return { operation, perSecond, p99, cpu: ((await readCpu()) - before) / requests }
}

function p99(row: BenchmarkRow): number {
  return row.p99
}

/** Rounds of both kinds alternate, so other load on the machine affects them equally. */
function median<Round>(rounds: Round[], by: (round: Round) => number): Round {
  const [medianRound] = rounds.toSorted((a, b) => by(a) - by(b)).slice(Math.floor(rounds.length / 2))
  if (medianRound === undefined) throw new Error('No rounds were measured')
  return medianRound
}

function throughputShare(row: BenchmarkRow, baselineRow: BenchmarkRow, label: string): string {
  return `${Math.round((row.perSecond / baselineRow.perSecond) * 100)} % ${label}`
}

function printReport(): void {
  const figures = {
    secondStart: Math.round(secondStart),
    idleMB: toMegabytes(idle),
    loadedMB: toMegabytes(loaded),
    pageBytes,
  }
  console.table(
    rows.map(({ operation, perSecond, cpu, p99, ratio = '' }) => {
      return {
        operation,
        'per second': Math.round(perSecond),
        'CPU µs': Math.round(cpu),
        'p99 ms': p99.toFixed(1),
        ratio,
      }
    }),
  )
  console.table(figures)
  mkdirSync('.data', { recursive: true })
  writeFileSync('.data/bench.json', JSON.stringify({ at: new Date().toISOString(), rows, figures }, null, 2))
}
