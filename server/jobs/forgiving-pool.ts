import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

const RETRY_PAUSE = 250

/**
 * Graphile Worker connects with a callback only to listen for jobs. After an outage it waits up to a minute before it
 * tries again, so this pool waits for a primary instead. It also releases a client twice if the connection breaks while
 * it stops; pg rejects the second.
 */
export function forgivingPool(pool: Pool): Pool {
  const connect = (callback?: ConnectCallback) => {
    if (!callback) return pool.connect()
    void connectToPrimary(pool).then(
      (client) => {
        let isReleased = false
        callback(undefined, client, (reason) => {
          if (isReleased) return
          isReleased = true
          client.release(reason)
        })
      },
      (error) => callback(error, undefined, () => {}),
    )
  }
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

async function connectToPrimary(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect().catch((error) => {
      if (pool.ending) throw error
    })
    if (client && (await isPrimary(client))) return client
    // A standby refuses LISTEN until it is promoted.
    client?.release(true)
    await sleep(RETRY_PAUSE)
  }
}

async function isPrimary(client: PoolClient): Promise<boolean> {
  const check = client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  return check.then(
    ({ rows }) => rows[0]?.isStandby === false,
    () => false,
  )
}
