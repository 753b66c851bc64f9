import { randomUUID } from 'node:crypto'
import { ADDRESS } from '#test/buying.ts'

type Wish = { product_id: string; quantity: number }
export type Answer = { status: number; code: string | undefined; text: string }
/** Asks a node for an order; asked again, it is the same attempt. */
export type Ask = (url: string) => Promise<Answer>

export function askTestOrder(items: Wish[], token: string): Ask {
  const body = { items, shipping_address: ADDRESS, payment: 'demo' }
  return attempt('/api/v1/orders', body, { authorization: `Bearer ${token}` })
}

/** By a guest of their own. */
export function askByCard(items: Wish[]): Ask {
  const customer_email = `${randomUUID()}@orchard.example`
  const body = { items, shipping_address: { ...ADDRESS, email: undefined }, customer_email }
  return attempt('/api/v1/functions/create-stripe-checkout', body, {})
}

function attempt(path: string, said: object, who: Record<string, string>): Ask {
  const body = JSON.stringify(said)
  const headers = { ...who, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  return async (url) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body })
    const text = await answer.text()
    const code = answer.ok ? undefined : JSON.parse(text).error?.code
    return { status: answer.status, code, text }
  }
}
