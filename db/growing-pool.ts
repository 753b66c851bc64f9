import { Pool, type PoolClient, type PoolConfig } from 'pg'

type GrowingPoolConfig = PoolConfig & {
  max: number
  /** Up to this many, connections are opened without a wait. */
  usual: number
  /** How long a caller waits before the pool opens another connection, in milliseconds. */
  growAfter?: number
  onError: (error: Error) => void
}

type ConnectCallback = Parameters<Pool['connect']>[0]

const GROW_AFTER_MS = 20

/**
 * Most statements take a millisecond, so a few connections carry many requests, and each connection takes PostgreSQL 3 to
 * 8 MB of memory. Slow statements make callers wait: then the pool opens one connection after the other, up to `max`.
 */
export class GrowingPool extends Pool {
  readonly #usual: number
  readonly #limit: number
  readonly #growAfter: number
  readonly #onError: (error: Error) => void
  #acquired = 0
  #timer: NodeJS.Timeout | undefined

  constructor({ max, usual, growAfter = GROW_AFTER_MS, onError, ...config }: GrowingPoolConfig) {
    super({ ...config, max: Math.min(usual, max) })
    this.#usual = Math.min(usual, max)
    this.#limit = max
    this.#growAfter = growAfter
    this.#onError = onError
    this.on('acquire', () => {
      this.#acquired++
    })
    this.on('remove', () => this.#matchLimit())
  }

  override connect(): Promise<PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    const result = callback ? void super.connect(callback) : super.connect()
    this.#watchQueue()
    return result
  }

  /** Callers are served in order, so the first `waitingCount` connections go to those that wait now. */
  #watchQueue(): void {
    if (this.#timer || this.waitingCount <= this.idleCount || this.ending) return
    const servedAt = this.#acquired + this.waitingCount
    const check = () => {
      this.#timer = undefined
      if (this.#acquired < servedAt) this.#grow()
      this.#watchQueue()
    }
    // If the event loop was busy, results that arrived in the meantime are handled first.
    this.#timer = setTimeout(() => setImmediate(check), this.#growAfter).unref()
  }

  /** The new connection goes to the caller that has waited longest. */
  #grow(): void {
    const { totalCount } = this
    if (totalCount >= this.#limit || this.ending) return
    this.options.max = totalCount + 1
    const connecting = super.connect()
    // If it fails, the pool is full again, so callers wait on instead of failing as well.
    this.options.max = totalCount
    connecting.then((client) => {
      this.#matchLimit()
      client.release()
    }, this.#onError)
  }

  /** Connections that were closed are opened without a wait only up to the usual number. */
  #matchLimit(): void {
    this.options.max = Math.max(this.#usual, this.totalCount)
  }
}
