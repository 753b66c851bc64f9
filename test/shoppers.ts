import { setTimeout as sleep } from 'node:timers/promises'
import { ADDRESS } from './checkout.ts'

export type Shopper = {
  paid: number
  /** How many of them gift cards paid in full. */
  paidByGiftCards: number
  /** How many payments the bank refused later. */
  failedLater: number
  failures: string[]
  stop(): Promise<void>
}

type ShopperResponse = { status: number; text: string }
type ShopperOptions = {
  url(): string
  productIds: string[]
  pause?: number
  giftCardCodes?(orderNumber: number): string[]
  /** What the shopper does on the page of Klarna; undefined means that they pay by card. */
  decide?(orderNumber: number): 'approve' | 'later' | 'fail later' | undefined
}

/** Longer than any restart. */
const RETRY_TIMEOUT_MS = 90_000

let shopperCount = 0

/** Buys by card, gift card, and Klarna, one order after the other, each with its own idempotency key, until stopped. */
export function startShopper({
  url,
  productIds,
  pause = 20,
  giftCardCodes = () => [],
  decide = () => undefined,
}: ShopperOptions): Shopper {
  const name = `shopper${process.pid}-${++shopperCount}`
  const shopper = { paid: 0, paidByGiftCards: 0, failedLater: 0, failures: [] as string[], stop }
  let stopped = false

  async function buyOne(orderNumber: number): Promise<void> {
    const product_id = productIds[(orderNumber * 7 + shopperCount) % productIds.length]
    const order = {
      items: [{ product_id, quantity: 1 + (orderNumber % 2) }],
      shipping_address: ADDRESS,
      customer_email: `${name}-${orderNumber}@orchard.example`,
      gift_card_codes: giftCardCodes(orderNumber),
    }
    const headers = { 'content-type': 'application/json', 'idempotency-key': `${name}-${orderNumber}` }
    const body = JSON.stringify({ ...order, shipping_address: { ...ADDRESS, email: undefined } })
    const checkout = await retryUntilResponse(() =>
      send('/api/v1/functions/create-stripe-checkout', { headers, body }),
    )
    if (checkout?.status !== 200) return void shopper.failures.push(`${checkout?.status} ${checkout?.text}`)
    const { session_id, url: page } = JSON.parse(checkout.text) as { session_id: string; url: string }
    if (new URL(page).pathname === '/payment-success') {
      shopper.paid++
      shopper.paidByGiftCards++
      return
    }
    const decision = decide(orderNumber)
    const form = new URLSearchParams(decision ? { decision } : { number: '4242424242424242' })
    const path = `/demo/card/${session_id}${decision ? '/methods/klarna' : ''}`
    const payment = await retryUntilResponse(() => send(path, { body: form }))
    if (payment?.status !== 303 && !payment?.text.includes('is complete'))
      shopper.failures.push(`payment ${payment?.status}`)
    else if (decision === 'fail later') shopper.failedLater++
    else shopper.paid++
    // Every other shopper closes the tab after paying, so nothing verifies the payment.
    if (orderNumber % 2) return
    const verify = { headers, body: JSON.stringify({ session_id }) }
    await send('/api/v1/functions/verify-stripe-payment', verify).catch(() => {})
  }

  /** A request to a killed process times out, and the shopper tries again. */
  async function send(path: string, init: RequestInit): Promise<ShopperResponse> {
    const signal = AbortSignal.timeout(5000)
    const response = await fetch(url() + path, { method: 'POST', redirect: 'manual', signal, ...init })
    // A process may be killed in the middle of its response, so read the response to its end.
    return { status: response.status, text: await response.text() }
  }

  /** Retrying with the same key places the same order. */
  async function retryUntilResponse(
    attempt: () => Promise<ShopperResponse>,
  ): Promise<ShopperResponse | undefined> {
    const deadline = Date.now() + RETRY_TIMEOUT_MS
    let lastResponse: ShopperResponse | undefined
    while (Date.now() < deadline) {
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
