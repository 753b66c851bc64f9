import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS } from './buying.ts'

export type Shopper = { paid: number; failures: string[]; stop(): Promise<void> }

type Answer = { status: number; text: string }
type Options = { url(): string; productIds: string[]; pause?: number }

/** Longer than any restart takes. */
const PATIENCE = 90_000

let shoppers = 0

/** Goes on buying by card, one order after the other, with one key an order, until told to stop. */
export function startShopper({ url, productIds, pause = 20 }: Options): Shopper {
  const name = `shopper${process.pid}-${++shoppers}`
  const shopper = { paid: 0, failures: [] as string[], stop }
  let stopped = false

  async function buyOne(nth: number): Promise<void> {
    const product_id = productIds[(nth * 7 + shoppers) % productIds.length]
    const order = {
      items: [{ product_id, quantity: 1 + (nth % 2) }],
      shipping_address: ADDRESS,
      customer_email: `${name}-${nth}@orchard.example`,
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${name}-${nth}` }
    const body = JSON.stringify({ ...order, shipping_address: { ...ADDRESS, email: undefined } })
    const begun = await persist(() => send('/api/v1/functions/create-stripe-checkout', { headers, body }))
    if (begun?.status !== 200) return void shopper.failures.push(`${begun?.status} ${begun?.text}`)
    const { session_id } = JSON.parse(begun.text) as { session_id: string }
    const form = new URLSearchParams({ number: '4242424242424242' })
    const paid = await persist(() => send(`/demo/card/${session_id}`, { body: form }))
    if (paid?.status === 303 || paid?.text.includes('is complete')) shopper.paid++
    else shopper.failures.push(`pay ${paid?.status}`)
    // Every other one closes the tab after paying, and nobody verifies.
    if (nth % 2) return
    const verify = { headers, body: JSON.stringify({ session_id }) }
    await send('/api/v1/functions/verify-stripe-payment', verify).catch(() => {})
  }

  /** Whoever hears nothing from a process that was killed presses again. */
  async function send(path: string, asked: RequestInit): Promise<Answer> {
    const signal = AbortSignal.timeout(5000)
    const answer = await fetch(url() + path, { method: 'POST', redirect: 'manual', signal, ...asked })
    // To its end: a process may be killed in the middle of its answer.
    return { status: answer.status, text: await answer.text() }
  }

  /** A shopper presses again: with the same key it is the same order. */
  async function persist(ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const until = Date.now() + PATIENCE
    let last: Answer | undefined
    while (Date.now() < until) {
      last = (await ask().catch(() => undefined)) ?? last
      if (last && last.status < 500) return last
      await sleep(250)
    }
    return last
  }

  const running = (async () => {
    for (let nth = 1; !stopped; nth++) {
      await buyOne(nth)
      await sleep(pause)
    }
  })()

  async function stop(): Promise<void> {
    stopped = true
    await running
  }
  return shopper
}
