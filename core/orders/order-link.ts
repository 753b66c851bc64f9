import { createHmac, timingSafeEqual } from 'node:crypto'

type LinkSigner = { secret: string; origin: string }

/** Signs the order ID, so no token has to be stored. */
export function createOrderToken({ secret }: Pick<LinkSigner, 'secret'>, orderId: string): string {
  return createHmac('sha256', secret).update(`order link ${orderId}`).digest('base64url')
}

export function isValidOrderToken(
  signer: Pick<LinkSigner, 'secret'>,
  orderId: string,
  token: string,
): boolean {
  const expected = Buffer.from(createOrderToken(signer, orderId))
  const actual = Buffer.from(token)
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Customers with an account sign in; a guest's link carries a token. */
export function orderLink(
  signer: LinkSigner,
  order: { id: string; number: string; userId: string | null },
): string {
  const url = `${signer.origin}/orders/${order.number}`
  return order.userId ? url : `${url}?key=${createOrderToken(signer, order.id)}`
}
