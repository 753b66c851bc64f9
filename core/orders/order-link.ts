import { createHmac, timingSafeEqual } from 'node:crypto'

type Signer = { secret: string; origin: string }

/** What opens a guest's order: made from its id by a key that nobody else has, so that nothing need be kept. */
export function orderToken({ secret }: Pick<Signer, 'secret'>, orderId: string): string {
  return createHmac('sha256', secret).update(`order link ${orderId}`).digest('base64url')
}

export function opensOrder(signer: Pick<Signer, 'secret'>, orderId: string, token: string): boolean {
  const right = Buffer.from(orderToken(signer, orderId))
  const given = Buffer.from(token)
  return right.length === given.length && timingSafeEqual(right, given)
}

/** Owners sign in; a guest's letter carries the key. */
export function orderLink(
  signer: Signer,
  order: { id: string; number: string; userId: string | null },
): string {
  const page = `${signer.origin}/orders/${order.number}`
  return order.userId ? page : `${page}?key=${orderToken(signer, order.id)}`
}
