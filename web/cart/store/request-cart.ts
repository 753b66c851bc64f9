import type { CartLine } from '#core/cart/cart-line.ts'
import { Refusal } from '#core/errors.ts'
import type { CartResponse } from '../routes/cart-response.ts'

/** Returns the account's cart. Throws what a shopper may read as a Refusal. */
export type RequestCart = (path: string, fields?: Record<string, string>) => Promise<CartLine[]>

/** Without fields, only reads the cart. */
export const requestCart: RequestCart = async (path, fields) => {
  const response = await fetch(path, {
    method: fields ? 'POST' : 'GET',
    headers: { accept: 'application/json' },
    body: fields && new URLSearchParams(fields),
  })
  const body: Partial<CartResponse> = await response.json()
  if ('lines' in body && body.lines) return body.lines
  if ('refusal' in body && body.refusal) throw new Refusal(body.refusal.code, body.refusal.message)
  throw new Error(`Cart request failed with status ${response.status}`)
}
