import { type Pool, types } from 'pg'
import { createDb, type Db, type SlowStatement } from './database.ts'
import { GrowingPool } from './growing-pool.ts'

export type { Db } from './database.ts'

export type Connection = { db: Db; pool: Pool; pooled: boolean; close(): Promise<void> }

// pg returns int8 as strings, which `+` would concatenate. Amounts and counts stay far below 2^53.
types.setTypeParser(types.builtins.INT8, Number)
// A date has no time zone, so a Date object would be the wrong day in half of the world.
types.setTypeParser(types.builtins.DATE, String)

export type ConnectionOptions = {
  url: string
  max?: number
  /** Further connections, up to `max`, are opened only while statements wait for them. */
  usual?: number
  pooled?: boolean
  /** How long a statement waits for a lock, in milliseconds. Shoppers get an answer even if another client holds a row. */
  lockTimeout?: number
  onError?: (error: Error) => void
  /** In milliseconds. */
  slowAfter?: number
  onSlowStatement?: (slow: SlowStatement) => void
}

const SLOW_AFTER_MS = 500

export function connect({
  url,
  max = 10,
  usual = max,
  pooled = false,
  lockTimeout,
  onError = () => {},
  slowAfter = SLOW_AFTER_MS,
  onSlowStatement = () => {},
}: ConnectionOptions): Connection {
  let isClosing = false
  const onClientError = (error: Error) => {
    if (!isClosing) onError(error)
  }
  const pool = new GrowingPool({
    connectionString: url,
    max,
    usual,
    onError: onClientError,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    // Transaction poolers may reject startup options. Set timeouts on the role instead.
    options: pooled ? undefined : startupOptions(lockTimeout),
  })
  // Without both listeners, a database restart crashes the process. The client's listener reports the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', onClientError)
  })
  const close = () => {
    isClosing = true
    return pool.end()
  }
  return { db: createDb(pool, { pooled, slowAfter, onSlowStatement }), pool, pooled, close }
}

function startupOptions(lockTimeout: number | undefined): string {
  const timeouts = '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000'
  return lockTimeout ? `${timeouts} -c lock_timeout=${lockTimeout}` : timeouts
}

// 25006: the server has just lost its role as primary to another one.
const CONNECTION_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|ENOENT|08\w{3}|57P0[123]|25006)$/
// 'is not queryable' comes from rolling back on a lost connection.
const CONNECTION_MESSAGES = /Connection terminated|timeout exceeded when trying to connect|is not queryable/
// 53xxx: out of disk space, memory, or connections. 55P03: another client holds a lock.
const UNAVAILABLE_CODES = /^(ENOSPC|EDQUOT|53\w{3}|55P03)$/

/** No connection, or it broke, so another attempt may succeed soon. */
export function isConnectionLost(error: unknown): boolean {
  return hasCause(
    error,
    ({ code = '', message }) => CONNECTION_CODES.test(code) || CONNECTION_MESSAGES.test(message),
  )
}

export function isDatabaseUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || hasCause(error, ({ code = '' }) => UNAVAILABLE_CODES.test(code))
}

const INVALID_INPUT_CODES = /^(22021|22P05|22007|22008|22003)$/

export function isInvalidDatabaseInput(error: unknown): boolean {
  return hasCause(error, ({ code = '' }) => INVALID_INPUT_CODES.test(code))
}

function hasCause(error: unknown, matches: (cause: Error & { code?: string }) => boolean): boolean {
  return error instanceof Error && (matches(error) || hasCause(error.cause, matches))
}
