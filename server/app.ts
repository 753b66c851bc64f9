import type { Server } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { createHashing } from '#core/accounts/passwords/hashing.server.ts'
import { SETTINGS_CHANGE } from '#core/catalog/catalog-changes.server.ts'
import { forgetCategories } from '#core/catalog/categories/categories.server.ts'
import { createLog } from '#core/log.ts'
import { forgetStoreSettings } from '#core/settings/store-settings.server.ts'
import { connect } from '#db/connection.ts'
import type { Config } from './config.ts'
import { watchCatalog } from './database/catalog-watch.ts'
import { webPoolSize } from './database/connection-share.ts'
import { createReplicaReader } from './database/replica.ts'
import { loadAssets } from './http/assets.ts'
import { createPageCache } from './http/cache/page-cache.ts'
import { createClientReader, createProxyCheck } from './http/client-address.ts'
import { createHttpServer } from './http/limits/http-server.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createPageHandler } from './http/pages/page-handler.ts'
import { createSharedReads } from './http/pages/shared-reads.ts'
import { createShell } from './http/shell.ts'
import { createVisitCounter, startVisitFlusher } from './http/visit-counter.ts'
import { CLIENT_BUILD_DIR, HASHING_THREAD_FILE, PAGE_STYLES_FILE } from './paths.ts'
import { readStylesheet } from './react-router/page-styles.ts'

export type StoreServer = { server: Server; close(): Promise<void> }

// About 5,000 product pages.
const PAGE_CACHE_BYTES = 100 * 1024 * 1024
const SHARED_READS_BYTES = 8 * 1024 * 1024
// A web process keeps its core busy with these, unless statements are slow.
const USUAL_CONNECTIONS = 4
const LOCK_TIMEOUT = 4000
// A failover takes up to 30 s.
const OUTAGE_WAIT = 40_000

export function createStoreServer(
  config: Config,
  mode: 'production' | 'development' = 'production',
): StoreServer {
  const log = createLog(config.LOG_LEVEL, (line) => process.stdout.write(line))
  const directUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? ''
  const onConnectionError = (error: Error) => log.warn('database connection lost', { error: error.message })
  const max = webPoolSize(config)
  const connection = connect({
    url: config.DATABASE_URL ?? '',
    max,
    usual: USUAL_CONNECTIONS,
    pooled: config.DATABASE_DIRECT_URL !== undefined,
    lockTimeout: LOCK_TIMEOUT,
    onError: onConnectionError,
    onSlowStatement: (slow) => log.warn('slow statement', slow),
  })
  const replicaConnection = config.DATABASE_REPLICA_URL
    ? connect({
        url: config.DATABASE_REPLICA_URL,
        max,
        usual: USUAL_CONNECTIONS,
        onError: onConnectionError,
        onSlowStatement: (slow) => log.warn('slow statement', slow),
      })
    : undefined
  const replicaReader =
    replicaConnection && createReplicaReader({ primary: connection.db, replica: replicaConnection.db, log })
  const cache = createPageCache(mode === 'production' ? PAGE_CACHE_BYTES : 0)
  const metrics = createMetrics({ cache, pool: connection.pool })
  const sharedReads = createSharedReads(mode === 'production' ? SHARED_READS_BYTES : 0)
  const allCaches = [sharedReads, cache]
  const forgetEverything = () => {
    forgetStoreSettings(connection.db)
    forgetCategories(connection.db)
    for (const each of allCaches) each.clear()
  }
  const catalogWatch = watchCatalog({
    db: connection.db,
    directUrl,
    log,
    onChange(changed) {
      replicaReader?.markStale()
      if (changed.includes(SETTINGS_CHANGE)) return forgetEverything()
      for (const each of allCaches) each.invalidate(changed)
    },
    onReset() {
      replicaReader?.markStale()
      forgetEverything()
    },
  })
  const inlineStyles = mode === 'production' ? readStylesheet(PAGE_STYLES_FILE) : undefined
  const pageHandler = createPageHandler(build, mode, inlineStyles)
  const hashing = createHashing(mode === 'production' ? { thread: HASHING_THREAD_FILE } : {})
  const shell = createShell({
    config,
    connection,
    log,
    metrics,
    pageHandler,
    hashing,
    replicaReader,
    sharedReads,
    catchUpCatalog: catalogWatch.catchUp,
    outageWait: OUTAGE_WAIT,
  })
  const assets =
    mode === 'production'
      ? loadAssets(CLIENT_BUILD_DIR, { overTls: config.PUBLIC_URL.startsWith('https:') })
      : { serve: () => false }
  const visitCounter = createVisitCounter(config.PUBLIC_URL)
  const visitFlusher = startVisitFlusher({ visitCounter, db: connection.db, log })
  const readClient = createClientReader(config.TRUST_PROXY)
  const listener = createListener({
    shell,
    assets,
    cache,
    metrics,
    visitCounter,
    log,
    config,
    readClient,
  })
  const server = createHttpServer(listener, { isProxy: createProxyCheck(config.TRUST_PROXY) })
  return {
    server,
    async close() {
      await Promise.all([catalogWatch.stop(), visitFlusher.stop()])
      replicaReader?.stop()
      await Promise.all([connection.close(), replicaConnection?.close()])
    },
  }
}
