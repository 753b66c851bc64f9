import type { Pool, PoolClient } from 'pg'

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void

/** Graphile Worker releases a listening client twice if the connection breaks while it stops; pg rejects the second. */
export function forgivingPool(pool: Pool): Pool {
  const connect = (callback?: ConnectCallback) => {
    if (!callback) return pool.connect()
    return pool.connect((error, client, release) => {
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
  }
  return new Proxy(pool, {
    get(target, key) {
      if (key === 'connect') return connect
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
