import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Connection, connect } from '#db/connection.ts'
import { findDatabasePid, readDatabaseUrl } from '#test/processes/process-ids.ts'
import { freePort, type RunningStore, runStore } from '#test/processes/running-store.ts'

export type BenchStore = {
  data: string
  databaseUrl: string
  /** Starts another node, which the caller stops. */
  startNode(overrides: Record<string, string>): Promise<RunningStore>
  /** Cycles through the URLs of all nodes. */
  url(): string
  /** The first node, which runs the database. A caller that kills it must call `reopen`. */
  first: RunningStore
  reopen(): Promise<void>
  connection: Connection
  close(): Promise<void>
}

/** A store without rate limits. Further nodes share its database. */
export async function startBenchStore({
  nodes = 1,
  processes = 2,
  env: extraEnv = {} as Record<string, string>,
} = {}): Promise<BenchStore> {
  const data = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-bench-'))
  chmodSync(data, 0o755)
  const env = {
    ...{ DATA_DIR: data, LOG_LEVEL: 'warn', RATE_LIMITS: 'off', PORT: String(await freePort()) },
    ...extraEnv,
  }
  const open = () => runStore({ env: { ...env, WEB_CONCURRENCY: String(processes) } })
  const first = await open()
  const databaseUrl = readDatabaseUrl(data)
  const others: RunningStore[] = []
  const startNode = async (overrides: Record<string, string> = {}) => {
    const urls = { DATABASE_URL: readDatabaseUrl(data, 'app'), DATABASE_DIRECT_URL: databaseUrl }
    const nodeEnv = { ...env, PORT: String(await freePort()), ...urls, STORE_DEMO: 'on' }
    return runStore({ env: { ...nodeEnv, ...overrides } })
  }
  for (let count = 1; count < nodes; count++) {
    others.push(await startNode())
  }
  const urls = [first, ...others].map(({ url }) => url)
  let urlIndex = 0

  const shop: BenchStore = {
    data,
    databaseUrl,
    first,
    startNode,
    url: () => urls[urlIndex++ % urls.length] ?? '',
    async reopen() {
      shop.first = await open()
    },
    connection: connect({ url: databaseUrl, max: 2 }),
    async close() {
      await shop.connection.close()
      for (const node of [...others, shop.first]) await node.stop()
      const databasePid = findDatabasePid(data)
      if (databasePid) process.kill(databasePid, 'SIGKILL')
      rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 })
    },
  }
  return shop
}
