import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connect } from '#db/connection.ts'
import { readDatabaseUrl } from '#test/processes/process-ids.ts'
import { runStore } from '#test/processes/running-store.ts'
import { fetchText, startBaselineServer, storeFigures } from './baseline-process.ts'
import { type LoadOptions, load } from './load.ts'
import { fetchSessionCookie, signInConcurrently } from './sign-ins.ts'
import { waitForIdleJobs } from './wait-for-jobs.ts'

type BenchmarkRow = { work: string; perSecond: number; cpu: number; p99: number; ratio?: string }

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
// A visitor with a session is never answered from memory: this is how an uncached page is asked for.
const UNCACHED = { cookie: 'eb_session=bench', 'accept-encoding': 'br' }
const PEOPLE = 50
const ROUNDS = 5
const rows: BenchmarkRow[] = []

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const env = { DATA_DIR: folder, LOG_LEVEL: 'warn', WEB_CONCURRENCY: '1', RATE_LIMITS: 'off' }
const first = await runStore({ env })
const connection = connect({ url: readDatabaseUrl(folder), max: 1 })
await waitForIdleJobs(connection.pool)
await connection.close()
await first.stop()
const began = performance.now()
const store = await runStore({ env })
await fetchText(store.url)
const secondStart = performance.now() - began
const { memory: idle } = await storeFigures(store.url)

const list = JSON.parse(await fetchText(`${store.url}/api/v1/products`)) as { data: { id: string }[] }
const id = list.data[0]?.id ?? ''
const page = `${store.url}/product/${id}`
const pageBytes = (await (await fetch(page, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer())
  .byteLength

const bytes = await startBaselineServer(['bytes', String(pageBytes)])
const baseline = await measure('bare node:http, the same bytes', { url: bytes.url }, bytes.cpu)
const storeCpu = async () => (await storeFigures(store.url)).cpu
const cached = await measure('product page, cached', { url: page }, storeCpu)
cached.ratio = throughputShare(cached, baseline, 'of bare')
const uncached = await measure('product page, made anew', { url: page, headers: UNCACHED }, storeCpu)
const session = { ...UNCACHED, cookie: await fetchSessionCookie(store.url) }
const signedIn = await measure('product page, signed in', { url: page, headers: session }, storeCpu)
signedIn.ratio = `${Math.round(signedIn.cpu - uncached.cpu)} µs more than anew`
await measure('home page, made anew', { url: `${store.url}/`, headers: UNCACHED }, storeCpu)
await measure('categories, made anew', { url: `${store.url}/categories`, headers: UNCACHED }, storeCpu)
// At the pace of a busy day: a visitor who asks as fast as can be measures the queue of their own making.
const pacedLoad = { connections: 4, pause: 15 }
for (const [kind, headers] of [
  ['cached', {}],
  ['made anew', UNCACHED],
] as const) {
  const loadOptions = { url: page, headers, ...pacedLoad }
  const rounds = { calm: [] as BenchmarkRow[], crowded: [] as BenchmarkRow[], seconds: [] as number[] }
  await load({ ...loadOptions, seconds: 1 })
  for (let round = 0; round < ROUNDS; round++) {
    rounds.calm.push(await measureWarm(`product page, ${kind}, a busy day`, loadOptions, storeCpu))
    const signIns = signInConcurrently(store.url, PEOPLE)
    rounds.crowded.push(await measureWarm(`the same while ${PEOPLE} people sign in`, loadOptions, storeCpu))
    rounds.seconds.push(await signIns)
  }
  const [quietRow, crowdedRow] = [median(rounds.calm, p99), median(rounds.crowded, p99)]
  const seconds = median(rounds.seconds, (one) => one)
  crowdedRow.ratio = `p99 × ${(crowdedRow.p99 / quietRow.p99).toFixed(1)}, all in after ${seconds.toFixed(1)} s`
  rows.push(quietRow, crowdedRow)
}
bytes.stop()

const database = `${readDatabaseUrl(folder)}?sslmode=disable`
const select = await startBaselineServer(['select', '0', database, id])
const baselineSelect = await measure('bare select behind node:http', { url: select.url }, select.cpu)
const api = `${store.url}/api/v1/products`
const one = await measure('product API, made anew', { url: `${api}/${id}`, headers: UNCACHED }, storeCpu)
one.ratio = throughputShare(one, baselineSelect, 'of bare select')
await measure('product list API (24), made anew', { url: api, headers: UNCACHED }, storeCpu)
await measure('product list API (24), cached', { url: api, headers: { 'accept-encoding': 'br' } }, storeCpu)
select.stop()
const { memory: loaded } = await storeFigures(store.url)
await store.stop()
rmSync(folder, { recursive: true })

printReport()

async function measure(
  work: string,
  loadOptions: Omit<LoadOptions, 'seconds'>,
  readCpu: () => Promise<number>,
): Promise<BenchmarkRow> {
  await load({ ...loadOptions, seconds: 1 })
  const row = await measureWarm(work, loadOptions, readCpu)
  rows.push(row)
  return row
}

async function measureWarm(
  work: string,
  loadOptions: Omit<LoadOptions, 'seconds'>,
  readCpu: () => Promise<number>,
): Promise<BenchmarkRow> {
  const before = await readCpu()
  const { requests, perSecond, p99, failures } = await load({ ...loadOptions, seconds: SECONDS })
  if (failures) throw new Error(`${work}: ${failures} of ${requests} answers were not 200`)
  return { work, perSecond, p99, cpu: ((await readCpu()) - before) / requests }
}

function p99(row: BenchmarkRow): number {
  return row.p99
}

/** Of rounds that took turns, the one in the middle: what else the machine did meets both kinds alike. */
function median<Round>(rounds: Round[], by: (round: Round) => number): Round {
  const [medianRound] = rounds
    .toSorted((one, other) => by(one) - by(other))
    .slice(Math.floor(rounds.length / 2))
  if (medianRound === undefined) throw new Error('There was no round')
  return medianRound
}

function throughputShare(one: BenchmarkRow, other: BenchmarkRow, of: string): string {
  return `${Math.round((one.perSecond / other.perSecond) * 100)} % ${of}`
}

function printReport(): void {
  const figures = {
    secondStart: Math.round(secondStart),
    idleMB: toMegabytes(idle),
    loadedMB: toMegabytes(loaded),
    pageBytes,
  }
  console.table(
    rows.map(({ work, perSecond, cpu, p99, ratio = '' }) => {
      return {
        work,
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

function toMegabytes(amount: number): number {
  return Math.round(amount / 1024 / 1024)
}
