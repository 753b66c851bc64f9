import cluster from 'node:cluster'
import type { Pool } from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { fetchClusterMetrics } from '../process/supervisor-metrics.ts'
import type { PageCache } from './page-cache.ts'

export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics(sources: { cache: PageCache; pool: Pool }) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const registers = [register]
  const requestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from a request to the end of its answer, by door and class of status',
    labelNames: ['door', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  new Counter({
    name: 'page_cache_total',
    help: 'Answers given from memory, made anew, and dropped because the catalogue changed',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset()
      this.inc({ outcome: 'hit' }, sources.cache.counts.hits)
      this.inc({ outcome: 'miss' }, sources.cache.counts.misses)
      this.inc({ outcome: 'drop' }, sources.cache.counts.drops)
    },
  })
  gauge('page_cache_bytes', 'Bytes of finished answers held in memory', () => sources.cache.counts.bytes)
  gauge('database_connections', 'Open connections to the database', () => sources.pool.totalCount)
  gauge('database_waiting', 'Requests waiting for a connection', () => sources.pool.waitingCount)

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

  // Made for its listener alone: this is what answers when the supervisor asks.
  new AggregatorRegistry()
  AggregatorRegistry.setRegistries(register)

  return {
    register,
    /** One process sees a part of the traffic: the supervisor adds up what all of them counted. */
    read: () => (cluster.isWorker ? fetchClusterMetrics() : register.metrics()),
    observe(entryPoint: string, status: number, time: number) {
      requestSeconds.observe({ door: entryPoint, status: `${Math.floor(status / 100)}xx` }, time)
    },
  }
}
