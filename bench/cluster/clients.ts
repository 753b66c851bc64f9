import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { CERTIFICATE, PUBLIC_URL } from '#scripts/cluster/layout.ts'
import { ADDRESS } from '#test/checkout.ts'

type Attempt = { street: string; acknowledged: boolean; tries: number }

export type ClusterClients = {
  attempts: Attempt[]
  /** When each order was acknowledged, in milliseconds since the clients started. */
  acknowledgedAt: number[]
  pages: number
  failedPages: string[]
  /** Milliseconds of the slowest page. */
  slowestPage: number
  /** Pages that took longer than two seconds. */
  slowPages: number
  now(): number
  stop(): Promise<void>
}

const RETRY_PAUSE_MS = 250
const WRITE_PAUSE_MS = 20
const SLOW_MS = 2000
const READ_INTERVAL_MS = 200
const REQUEST_TIMEOUT_MS = 60_000
// An order that isn't acknowledged by then counts as failed.
const GIVE_UP_MS = 120_000

/** Shoppers behind the proxy. A buyer repeats each order with its idempotency key until it is acknowledged. */
export function startClients(options: {
  tokens: string[]
  productId: string
  readers: number
}): ClusterClients {
  const { tokens, productId, readers } = options
  const agent = new Agent({ keepAlive: true, ca: readFileSync(CERTIFICATE) })
  const startedAt = performance.now()
  const clients: ClusterClients = {
    attempts: [],
    acknowledgedAt: [],
    pages: 0,
    failedPages: [],
    slowestPage: 0,
    slowPages: 0,
    now: () => performance.now() - startedAt,
    async stop() {
      stopped = true
      await working
      agent.destroy()
    },
  }
  let stopped = false

  async function buy(token: string): Promise<void> {
    while (!stopped) {
      await placeOrder(token)
      await sleep(WRITE_PAUSE_MS)
    }
  }

  async function placeOrder(token: string): Promise<void> {
    const key = randomUUID()
    // The street makes the order recognizable in the database.
    const attempt: Attempt = { street: `${key} Lane`, acknowledged: false, tries: 0 }
    clients.attempts.push(attempt)
    const body = JSON.stringify({
      items: [{ product_id: productId, quantity: 1 }],
      shipping_address: { ...ADDRESS, address: attempt.street },
      payment: 'demo',
    })
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    for (const until = clients.now() + GIVE_UP_MS; clients.now() < until; await sleep(RETRY_PAUSE_MS)) {
      attempt.tries++
      const { status } = await send('/api/v1/orders', { method: 'POST', headers }, body)
      if (status !== 201) continue
      attempt.acknowledged = true
      clients.acknowledgedAt.push(clients.now())
      return
    }
  }

  /** Opens pages at a steady rate, whether or not earlier ones have arrived, as shoppers do. */
  async function read(): Promise<void> {
    const opening: Promise<void>[] = []
    while (!stopped) {
      // A new search is in no cache.
      const fresh = Math.floor(Math.random() * 100_000)
      for (const path of ['/', '/categories', `/search?q=cream+${fresh}`, `/api/v1/products/${productId}`]) {
        opening.push(openPage(path))
        await sleep(READ_INTERVAL_MS)
      }
    }
    await Promise.all(opening)
  }

  async function openPage(path: string): Promise<void> {
    const sentAt = clients.now()
    const { status, error } = await send(path, { method: 'GET' })
    clients.pages++
    const duration = clients.now() - sentAt
    clients.slowestPage = Math.max(clients.slowestPage, duration)
    if (duration > SLOW_MS) clients.slowPages++
    if (status !== 200) clients.failedPages.push(`${path}: ${error ?? status}`)
  }

  function send(
    path: string,
    options: RequestOptions,
    body = '',
  ): Promise<{ status: number; error?: string }> {
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
      const onError = (error: Error) => resolve({ status: 0, error: error.message })
      const clientRequest = request(PUBLIC_URL + path, { agent, signal, ...options }, (response) => {
        text(response).then(() => resolve({ status: response.statusCode ?? 0 }), onError)
      })
      clientRequest.on('error', onError)
      clientRequest.end(body)
    })
  }

  const working = Promise.all([...tokens.map(buy), ...Array.from({ length: readers }, read)])
  return clients
}
