import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { LoadRequest, LoadResult } from '../load.ts'

/** Places a card order, pays it on the sandbox's page, and verifies it. */
export type PayOrder = () => Promise<boolean>

export function orderPayer(
  storeUrl: string,
  { checkout, verify }: { checkout: () => LoadRequest; verify: (sessionId: string) => LoadRequest },
): PayOrder {
  const send = ({ path, ...init }: LoadRequest) => fetch(storeUrl + path, init)
  return async () => {
    const started = await send(checkout())
    if (!started.ok) return false
    const { url, session_id } = await started.json()
    const paid = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ number: '4242 4242 4242 4242' }),
      redirect: 'manual',
    })
    await paid.arrayBuffer()
    const verified = await send(verify(session_id))
    return (await verified.json()).success
  }
}

/** Sixteen guests at a time. */
export async function payOrders(
  pay: PayOrder,
  seconds: number,
): Promise<Pick<LoadResult, 'requests' | 'failures' | 'perSecond'>> {
  let requests = 0
  let failures = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (performance.now() - startedAt < seconds * 1000) {
        requests++
        if (!(await pay())) failures++
      }
    }),
  )
  return { requests, failures, perSecond: (requests / (performance.now() - startedAt)) * 1000 }
}

/** Guests arrive at a constant rate, however long the store takes. */
export async function payAtRate(
  pool: Pool,
  pay: PayOrder,
  { rate, seconds }: { rate: number; seconds: number },
) {
  const orders: Promise<boolean>[] = []
  const startedAt = performance.now()
  const secondsSince = (start: number) => (performance.now() - start) / 1000
  for (let nth = 0; nth < rate * seconds; nth++) {
    const wait = (nth / rate) * 1000 - (performance.now() - startedAt)
    if (wait > 0) await sleep(wait)
    orders.push(pay().catch(() => false))
  }
  const results = await Promise.all(orders)
  const paid = results.filter(Boolean).length
  const ended = performance.now()
  const perSecond = paid / secondsSince(startedAt)
  const waiting = await countUnfinishedOrders(pool)
  while (await countUnfinishedOrders(pool)) await sleep(100)
  return { orders: orders.length, paid, perSecond, waiting, doneAfter: secondsSince(ended) }
}

/** Paid orders whose sale isn't booked or whose emails aren't sent yet. */
async function countUnfinishedOrders(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::int as count from orders o where o.payment_status = 'paid' and o.payment_method = 'card'
       and o.created_at > now() - interval '10 minutes'
       and (not exists (select from invoices i where i.order_id = o.id) or not exists (select from emails e where e.order_id = o.id))`,
  )
  return rows[0]?.count
}
