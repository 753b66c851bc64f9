import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findDatabasePid } from '#test/processes/process-ids.ts'
import { runStore } from '#test/processes/running-store.ts'
import { fetchText } from './baseline/baseline-process.ts'
import { processTreeCpu, processTreeMemory, toMegabytes } from './process-tree.ts'

/** Of all processes of a store with its demo: CPU of the first start, memory after a restart, and under two loads. */
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 2)
const FIRST_START_MS = 70_000
const IDLE_MS = 40_000
const AFTER_MS = 30_000
const CLIENTS = 16
const PRODUCTS = 20
const SEARCHES = 120
// Pages for a session that is not valid are always rendered.
const UNCACHED = { cookie: 'eb_session=bench' }

const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
const env = {
  DATA_DIR: folder,
  LOG_LEVEL: 'warn',
  RATE_LIMITS: 'off',
  WEB_CONCURRENCY: String(PROCESSES),
}
const firstStartEnds = sleep(FIRST_START_MS)
const newStore = await runStore({ env })
await firstStartEnds
const firstStartCpu = processTreeCpu(newStore.process.pid ?? 0) / 1_000_000
console.log(`CPU of the first ${FIRST_START_MS / 1000} s of a new store: ${firstStartCpu.toFixed(1)} s`)
await newStore.stop()

const store = await runStore({ env })
const list = JSON.parse(await fetchText(`${store.url}/api/v1/products`)) as { data: { id: string }[] }
const paths = [
  '/',
  '/categories',
  ...list.data.slice(0, PRODUCTS).map(({ id }) => `/product/${id}`),
  '/search?q=serum',
]
const rows: Record<string, string | number>[] = []
await sleep(IDLE_MS)
record('idle')
await request(800, (index) => paths[index % paths.length])
record('after 800 pages')
await request(2400, (index) =>
  index % 5 ? `/search?q=serum+${index % SEARCHES}` : paths[(index / 5) % paths.length],
)
record('after 2,400 pages, most of them searches')
await sleep(AFTER_MS)
record(`${AFTER_MS / 1000} s later`)
await store.stop()
rmSync(folder, { recursive: true })
console.table(rows)

/** PostgreSQL is a child process of the store. */
function record(state: string): void {
  const together = toMegabytes(processTreeMemory(store.process.pid ?? 0))
  const database = toMegabytes(processTreeMemory(findDatabasePid(folder) ?? 0))
  rows.push({ state, 'all processes, MB': together, 'of which PostgreSQL': database })
}

async function request(count: number, pathOf: (index: number) => string | undefined): Promise<void> {
  let next = 0
  const runClient = async () => {
    while (next < count) {
      const response = await fetch(`${store.url}${pathOf(next++)}`, { headers: UNCACHED })
      if (!response.ok) throw new Error(`${response.url} returned ${response.status}`)
      await response.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, runClient))
}
