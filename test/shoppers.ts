import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS } from './checkout.ts'

export type Shopper = { paid: number; failures: string[]; stop(): Promise<void> }

type ShopperResponse = { status: number; text: string }
type ShopperOptions = { url(): string; productIds: string[]; pause?: number }

/** Longer than any restart takes. */
const RETRY_TIMEOUT_MS = 90_000

let shoppers = 0

/** Goes on buying by card, one order after the other, with one key an order, until told to stop. */
export function startShopper({ url, productIds, pause = 20 }: ShopperOptions): Shopper {
  const name = `shopper${process.pid}-${++shoppers}`
  const shopper = { paid: 0, failures: [] as string[], stop }
  let stopped = false

  async function buyOne(orderNumber: number): Promise<void> {
    const product_id = productIds[(orderNumber * 7 + shoppers) % productIds.length]
    const order = {
      items: [{ product_id, quantity: 1 + (orderNumber % 2) }],
      shipping_address: ADDRESS,
      customer_email: `${name}-${orderNumber}@orchard.example`,
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${name}-${orderNumber}` }
    const body = JSON.stringify({ ...order, shipping_address: { ...ADDRESS, email: undefined } })
    const checkout = await retryUntilAnswered(() =>
      send('/api/v1/functions/create-stripe-checkout', { headers, body }),
    )
    if (checkout?.status !== 200) return void shopper.failures.push(`${checkout?.status} ${checkout?.text}`)
    const { session_id } = JSON.parse(checkout.text) as { session_id: string }
    const form = new URLSearchParams({ number: '4242424242424242' })
    const paid = await retryUntilAnswered(() => send(`/demo/card/${session_id}`, { body: form }))
    if (paid?.status === 303 || paid?.text.includes('is complete')) shopper.paid++
    else shopper.failures.push(`pay ${paid?.status}`)
    // Every other one closes the tab after paying, and nobody verifies.
    if (orderNumber % 2) return
    const verify = { headers, body: JSON.stringify({ session_id }) }
    await send('/api/v1/functions/verify-stripe-payment', verify).catch(() => {})
  }

  /** Whoever hears nothing from a process that was killed presses again. */
  async function send(path: string, init: RequestInit): Promise<ShopperResponse> {
    const signal = AbortSignal.timeout(5000)
    const response = await fetch(url() + path, { method: 'POST', redirect: 'manual', signal, ...init })
    // To its end: a process may be killed in the middle of its answer.
    return { status: response.status, text: await response.text() }
  }

  /** A shopper presses again: with the same key it is the same order. */
  async function retryUntilAnswered(
    attempt: () => Promise<ShopperResponse>,
  ): Promise<ShopperResponse | undefined> {
    const until = Date.now() + RETRY_TIMEOUT_MS
    let lastResponse: ShopperResponse | undefined
    while (Date.now() < until) {
      lastResponse = (await attempt().catch(() => undefined)) ?? lastResponse
      if (lastResponse && lastResponse.status < 500) return lastResponse
      await sleep(250)
    }
    return lastResponse
  }

  const shopping = (async () => {
    for (let orderNumber = 1; !stopped; orderNumber++) {
      await buyOne(orderNumber)
      await sleep(pause)
    }
  })()

  async function stop(): Promise<void> {
    stopped = true
    await shopping
  }
  return shopper
}
