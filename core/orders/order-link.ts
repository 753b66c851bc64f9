import { isSame, sign } from '../signature.ts'

type LinkSigner = { secret: string; origin: string }

/** Signs the order ID, so no token has to be stored. */
export function createOrderToken({ secret }: Pick<LinkSigner, 'secret'>, orderId: string): string {
  return sign(`order link ${orderId}`, secret)
}

export function isValidOrderToken(
  signer: Pick<LinkSigner, 'secret'>,
  orderId: string,
  token: string,
): boolean {
  return isSame(createOrderToken(signer, orderId), token)
}

/** Customers with an account sign in; a guest's link carries a token. */
export function orderLink(
  signer: LinkSigner,
  order: { id: string; number: string; userId: string | null },
): string {
  const url = `${signer.origin}/orders/${order.number}`
  return order.userId ? url : `${url}?key=${createOrderToken(signer, order.id)}`
}
