import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { closeDispute, openDispute } from '#sandbox/bank-events.fixture.ts'
import { createRefund } from '#sandbox/refunds.ts'

type StaffOptions = { url(): string; connect(): Promise<{ pool: Pool; close(): Promise<void> }> }
export type Staff = { done: Record<string, number>; stop(): Promise<void> }

type Order = {
  id: string
  payment_status: string
  status: string
  refunded: number
  items: { product_id: string }[]
}

const MAX_ATTEMPTS = 60

/** Refunds, returns, and disputes the newest orders while shoppers buy, until stopped. Failures are retried or given up. */
export function startStaff({ url, connect }: StaffOptions): Staff {
  const done: Record<string, number> = {
    refund: 0,
    'refund of an item': 0,
    'refund in the dashboard': 0,
    return: 0,
    dispute: 0,
  }
  const handled = new Set<string>()
  let stopped = false
  let token = ''

  async function send(method: string, path: string, body?: object, key?: string): Promise<Response> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      ...(key && { 'idempotency-key': key }),
    }
    const response = await fetch(`${url()}/api/v1${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(5000),
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.status === 401) token = ''
    if (response.status >= 500 || response.status === 401)
      throw new Error(`${path} returned ${response.status}`)
    return response
  }

  async function signIn(): Promise<void> {
    const account = { email: 'admin@eternalbeauty.example', password: 'beauty-admin' }
    const response = await send('POST', '/auth/token', { grant_type: 'password', ...account })
    token = (await response.json()).access_token
  }

  async function atProvider(
    action: (pool: Pool, intent: string) => Promise<unknown>,
    orderId: string,
  ): Promise<void> {
    const { pool, close } = await connect()
    try {
      const { rows } = await pool.query(
        `select intent_id from payments where order_id = $1 and state = 'paid'`,
        [orderId],
      )
      // Without one, gift cards paid all of it.
      if (rows[0]?.intent_id) await action(pool, rows[0].intent_id)
    } finally {
      await close()
    }
  }

  const tasks: Record<string, (order: Order) => Promise<unknown>> = {
    refund: ({ id }) => send('POST', `/admin/orders/${id}/refunds`, { amount: 700 }, `refund ${id}`),
    'refund of an item': ({ id, items }) =>
      send(
        'POST',
        `/admin/orders/${id}/refunds`,
        { lines: [{ product_id: items[0]?.product_id, quantity: 1 }], restock: true },
        `line ${id}`,
      ),
    'refund in the dashboard': ({ id }) =>
      atProvider((pool, intent) => createRefund(pool, { payment_intent: intent, amount: '500' }), id),
    async return({ id, items }) {
      for (const to of ['processing', 'shipped', 'delivered'])
        await send('POST', `/admin/orders/${id}/steps`, { to })
      const request = { items: [{ product_id: items[0]?.product_id, quantity: 1 }], reason: 'Not for me' }
      const created = await (await send('POST', `/orders/${id}/returns`, request)).json()
      await send('POST', `/admin/returns/${created.id}/refund`, { restock: true })
    },
    dispute: ({ id }) =>
      atProvider(async (pool, intent) => closeDispute(pool, await openDispute(pool, intent), 'lost'), id),
  }

  async function handleNextOrder(): Promise<void> {
    if (!token) await signIn()
    const { data } = (await (await send('GET', '/admin/orders?limit=50')).json()) as { data: Order[] }
    const order = data.find(
      ({ id, status, payment_status }) =>
        payment_status === 'paid' && status === 'pending' && !handled.has(id),
    )
    if (!order) return
    handled.add(order.id)
    const names = Object.keys(tasks)
    const name = names[handled.size % names.length] ?? ''
    await retry(async () => tasks[name]?.(order))
    done[name] = (done[name] ?? 0) + 1
  }

  /** Like people whose page failed. What is repeated has its own key, or is refused the second time. */
  async function retry(task: () => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await task()
        return
      } catch (error) {
        if (stopped || attempt === MAX_ATTEMPTS) throw error
        await sleep(250)
      }
    }
  }

  async function work(): Promise<void> {
    while (!stopped) {
      // A killed process loses requests; the next order is another try.
      await handleNextOrder().catch(() => {})
      await sleep(50)
    }
  }
  const working = Promise.all([work(), work(), work(), work()])

  async function stop(): Promise<void> {
    stopped = true
    await working
  }
  return { done, stop }
}
