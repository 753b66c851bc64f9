import { createServer, type Server } from 'node:http'
import * as build from 'virtual:react-router/server-build'
import { createHashing } from '#core/accounts/hashing.server.ts'
import { createIdentity } from '#core/accounts/identity.server.ts'
import { createLog } from '#core/log.ts'
import { connect } from '#db/connection.ts'
import { watchCatalog } from './catalog-watch.ts'
import type { Config } from './config.ts'
import { loadAssets } from './http/assets.ts'
import { createClientReader } from './http/client-address.ts'
import { createVisitCounter, startVisitFlusher } from './http/counting.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { createPageCache } from './http/page-cache.ts'
import { createPageHandler } from './http/pages.ts'
import { createShell } from './http/shell.ts'
import { CLIENT_BUILD, HASHING_THREAD } from './places.ts'
import { followReplica } from './replica.ts'

export type OpenStore = { server: Server; close(): Promise<void> }

const PAGE_MEMORY = 64 * 1024 * 1024
/** All web processes together stay below the hundred connections that a PostgreSQL gives unless told otherwise. */
const CONNECTIONS = 88

/** One web process: both doors, their pool, their cache. The build starts from here, so that all is one bundle. */
export function openStore(config: Config, mode: 'production' | 'development' = 'production'): OpenStore {
  const log = createLog(config.LOG_LEVEL, (line) => process.stdout.write(line))
  const directUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? ''
  const lostConnection = (error: Error) => log.warn('database connection lost', { error: error.message })
  // One of each process's share listens.
  const max = Math.max(1, Math.min(10, Math.floor(CONNECTIONS / config.WEB_CONCURRENCY) - 1))
  const connection = connect({
    url: config.DATABASE_URL ?? '',
    max,
    pooled: config.DATABASE_DIRECT_URL !== undefined,
    onError: lostConnection,
  })
  const replica = config.DATABASE_REPLICA_URL
    ? connect({ url: config.DATABASE_REPLICA_URL, max, onError: lostConnection })
    : undefined
  const follower = replica && followReplica({ primary: connection.db, replica: replica.db, log })
  const cache = createPageCache(mode === 'production' ? PAGE_MEMORY : 0)
  const metrics = createMetrics({ cache, pool: connection.pool })
  const watch = watchCatalog({
    db: connection.db,
    directUrl,
    log,
    changed(products) {
      follower?.changed()
      cache.invalidate(products)
    },
    lost() {
      follower?.changed()
      cache.clear()
    },
  })
  const pages = createPageHandler(build, mode)
  const hashing = createHashing(mode === 'production' ? { thread: HASHING_THREAD } : {})
  const secret = config.AUTH_SECRET ?? ''
  const identity = createIdentity({ db: connection.db, secret, publicUrl: config.PUBLIC_URL, log, hashing })
  const shell = createShell({
    config,
    connection,
    log,
    metrics,
    pageHandler: pages,
    identity,
    replicaReader: follower,
  })
  const assets = mode === 'production' ? loadAssets(CLIENT_BUILD) : { serve: () => false }
  const counting = createVisitCounter()
  const written = startVisitFlusher({ visitCounter: counting, db: connection.db, log })
  const readClient = createClientReader(config.TRUST_PROXY)
  const listener = createListener({
    shell,
    assets,
    cache,
    metrics,
    visitCounter: counting,
    log,
    config,
    readClient,
  })
  const server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 15_000, requestTimeout: 600_000 },
    listener,
  )
  return {
    server,
    async close() {
      await Promise.all([watch.stop(), written.stop()])
      follower?.stop()
      await Promise.all([connection.close(), replica?.close()])
    },
  }
}
