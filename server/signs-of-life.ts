import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { HEARTBEAT_LOCK } from '#core/outbox/outbox.server.ts'

export type SignsOfLife = {
  /** Whoever goes by this name is alive, as long as this process and its way to the database are. */
  add(name: string): Promise<void>
  remove(name: string): void
  end(): Promise<void>
}

const AGAIN = 200
// A machine that lost its power hangs up on nobody: the database has to ask.
const HANG_UP_SOON = `set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`

/** Locks on one connection: the database lets go of them at the moment when the process is gone, however it went. */
export function giveSigns(pool: Pool): SignsOfLife {
  const names = new Set<string>()
  const ending = new AbortController()
  let held: PoolClient | undefined

  async function keepGiving(): Promise<void> {
    while (!ending.signal.aborted) {
      await giveAll().catch(() => {})
      await sleep(AGAIN, undefined, ending).catch(() => {})
    }
  }

  async function giveAll(): Promise<void> {
    const client = await pool.connect()
    try {
      const lost = once(client, 'end', ending)
      lost.catch(() => {})
      await client.query(HANG_UP_SOON)
      held = client
      for (const name of names) await client.query(HEARTBEAT_LOCK, [name])
      await lost
    } finally {
      held = undefined
      client.release(true)
    }
  }

  const kept = keepGiving()
  return {
    async add(name) {
      names.add(name)
      // Without a connection now, it is given with the others once there is one.
      await held?.query(HEARTBEAT_LOCK, [name]).catch(() => {})
    },
    remove(name) {
      names.delete(name)
    },
    async end() {
      ending.abort()
      await kept
    },
  }
}
