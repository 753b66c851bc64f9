import { randomUUID } from 'node:crypto'
import { ADDRESS } from '#test/checkout.ts'

type OrderItem = { product_id: string; quantity: number }
export type OrderResponse = { status: number; code: string | undefined; text: string }
/** Sends an order to a node. Repeated calls use the same idempotency key. */
export type SendOrder = (url: string) => Promise<OrderResponse>

export function prepareTestOrder(items: OrderItem[], token: string): SendOrder {
  const body = { items, shipping_address: ADDRESS, payment: 'demo' }
  return prepareAttempt('/api/v1/orders', body, { authorization: `Bearer ${token}` })
}

/** Each order is from a new guest. */
export function prepareCardOrder(items: OrderItem[]): SendOrder {
  const customer_email = `${randomUUID()}@orchard.example`
  const body = { items, shipping_address: { ...ADDRESS, email: undefined }, customer_email }
  return prepareAttempt('/api/v1/functions/create-stripe-checkout', body, {})
}

function prepareAttempt(path: string, payload: object, authHeaders: Record<string, string>): SendOrder {
  const body = JSON.stringify(payload)
  const headers = { ...authHeaders, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return async (url) => {
    const response = await fetch(url + path, { method: 'POST', headers, body })
    const text = await response.text()
    const code = response.ok ? undefined : JSON.parse(text).error?.code
    return { status: response.status, code, text }
  }
}
