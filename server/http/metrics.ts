import cluster from 'node:cluster'
import type { Pool } from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { fetchClusterMetrics } from '../process/supervisor-metrics.ts'
import type { PageCache } from './cache/page-cache.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** `route` is a pattern such as `/product/:id`, so that there are only so many. */
type ObservedRequest = { method: string; route: string; status: number; seconds: number }

export function createMetrics(sources: { cache: PageCache; pool: Pool }) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const requestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Request duration in seconds, by method, route, and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  new Counter({
    name: 'page_cache_total',
    help: 'Page cache hits, misses, and entries dropped after catalog changes',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      this.inc({ outcome: 'hit' }, sources.cache.counts.hits)
      this.inc({ outcome: 'miss' }, sources.cache.counts.misses)
      this.inc({ outcome: 'drop' }, sources.cache.counts.drops)
    },
  })
  gauge('page_cache_bytes', 'Size of cached responses in bytes', () => sources.cache.counts.bytes)
  gauge('database_connections', 'Open database connections', () => sources.pool.totalCount)
  gauge('database_waiting', 'Queries waiting for a database connection', () => sources.pool.waitingCount)

  function gauge(name: string, help: string, read: () => number) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  }

  // The constructor registers the listener that answers the supervisor.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(register)

  return {
    register,
    read: () => (cluster.isWorker ? fetchClusterMetrics() : register.metrics()),
    observe({ method, route, status, seconds }: ObservedRequest) {
      requestSeconds.observe({ method, route, status: `${Math.floor(status / 100)}xx` }, seconds)
    },
  }
}
