import { tmpdir } from 'node:os'
import path from 'node:path'
import { createHashing } from '#core/accounts/passwords/hashing.server.ts'
import { createLog } from '#core/log.ts'
import { type Connection, connect } from '#db/connection.ts'
import { readConfig } from '#server/config.ts'
import type { ReplicaReader } from '#server/database/replica.ts'
import { createPageCache } from '#server/http/cache/page-cache.ts'
import { createClientReader } from '#server/http/client-address.ts'
import { createHttpServer } from '#server/http/limits/http-server.ts'
import type { ReadLimits } from '#server/http/limits/read-budget.ts'
import { createListener } from '#server/http/listener.ts'
import { createMetrics } from '#server/http/metrics.ts'
import type { PageHandler } from '#server/http/pages/page-handler.ts'
import type { SharedReadsCache } from '#server/http/pages/shared-reads.ts'
import { createShell } from '#server/http/shell.ts'
import type { VisitCounter } from '#server/http/visit-counter.ts'
import { sendRawRequest, startHttpServer } from './raw-request.ts'

type TestServerOptions = {
  connection?: Connection
  env?: Record<string, string>
  pages?: PageHandler
  memory?: number
  visitCounter?: VisitCounter
  stallMilliseconds?: number
  readLimits?: ReadLimits
  outageWait?: number
  replicaReader?: ReplicaReader
  sharedReads?: SharedReadsCache
  catchUpCatalog?: () => Promise<boolean>
}
type RawRequestOptions = Parameters<typeof sendRawRequest>[2]

/** The store's HTTP server with the test's own pages, and its log. */
export async function startTestServer({
  connection = noDatabase(),
  env = {},
  pages = noPages,
  memory = 1024 * 1024,
  visitCounter,
  stallMilliseconds,
  readLimits,
  outageWait,
  replicaReader,
  sharedReads,
  catchUpCatalog,
}: TestServerOptions = {}) {
  const config = readConfig({ DATA_DIR: path.join(tmpdir(), 'eternal-beauty-http'), ...env })
  const logEntries: Record<string, unknown>[] = []
  const log = createLog('debug', (line) => logEntries.push(JSON.parse(line)))
  const cache = createPageCache(memory)
  const metrics = createMetrics({ cache, pool: connection.pool })
  const hashing = createHashing()
  const shell = createShell({
    config,
    connection,
    log,
    metrics,
    pageHandler: pages,
    hashing,
    readLimits,
    outageWait,
    replicaReader,
    sharedReads,
    catchUpCatalog,
  })
  const readClient = createClientReader(config.TRUST_PROXY)
  const assets = { serve: () => false }
  const listener = createListener({ shell, assets, cache, metrics, visitCounter, log, config, readClient })
  const url = await startHttpServer(listener, createHttpServer(listener, { stallMilliseconds }))
  return {
    url,
    cache,
    logEntries,
    request: (path: string, options?: RawRequestOptions) => sendRawRequest(url, path, options),
  }
}

// The pool connects on first use, so this database is never reached unless a test queries it.
const noDatabase = () => connect({ url: 'postgres://nobody@127.0.0.1:1/none' })
const noPages: PageHandler = async () => new Response('<h1>Not found</h1>', { status: 404, headers: HTML })
export const HTML = { 'content-type': 'text/html; charset=utf-8' }
