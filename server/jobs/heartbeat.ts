import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { HEARTBEAT_LOCK } from '#core/outbox/outbox.server.ts'

export type Heartbeat = {
  add(name: string): Promise<void>
  remove(name: string): void
  stop(): Promise<void>
}

const RETRY_INTERVAL = 200
// A machine that loses power closes no connection, so the database must probe for it.
const KEEPALIVE_SQL = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/** Holds locks on one connection. However the process ends, the database releases them. */
export function startHeartbeat(pool: Pool): Heartbeat {
  const names = new Set<string>()
  const stopping = new AbortController()
  let lockClient: PoolClient | undefined

  async function runLoop(): Promise<void> {
    while (!stopping.signal.aborted) {
      await holdLocks().catch(() => {})
      await sleep(RETRY_INTERVAL, undefined, stopping).catch(() => {})
    }
  }

  async function holdLocks(): Promise<void> {
    const client = await pool.connect()
    try {
      const disconnected = once(client, 'end', stopping)
      disconnected.catch(() => {})
      await client.query(KEEPALIVE_SQL)
      lockClient = client
      for (const name of names) await client.query(HEARTBEAT_LOCK, [name])
      await disconnected
    } finally {
      lockClient = undefined
      client.release(true)
    }
  }

  const loop = runLoop()
  return {
    async add(name) {
      names.add(name)
      // Without a connection, the next one takes this lock with the others.
      await lockClient?.query(HEARTBEAT_LOCK, [name]).catch(() => {})
    },
    remove(name) {
      names.delete(name)
    },
    async stop() {
      stopping.abort()
      await loop
    },
  }
}
