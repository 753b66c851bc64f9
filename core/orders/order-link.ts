import { acceptedSecrets, isSame, type Secrets, sign } from '#core/accounts/signature.ts'
import { DAY_MS } from '../time-units.ts'

type LinkSigner = { secret: string; origin: string }

const LINK_DAYS = 90
// A guest must be able to open the order for as long as its items may be returned, counted from the last email.
const DAYS_AFTER_RETURNS = 30

/** Signs the order ID and the last day, so no token has to be stored. */
export function createOrderToken(
  { secret }: Pick<LinkSigner, 'secret'>,
  orderId: string,
  days = LINK_DAYS,
): string {
  return signToken(secret, orderId, toDay(Date.now()) + days)
}

export function orderTokenState(
  signer: Secrets,
  { orderId, token, now }: { orderId: string; token: string; now: Date },
): 'valid' | 'expired' | 'forged' {
  const secrets = acceptedSecrets(signer)
  // Tokens from before links expired.
  if (secrets.some((secret) => isSame(sign(`order link ${orderId}`, secret), token))) return 'expired'
  const lastDay = Number.parseInt(token, 10)
  if (!secrets.some((secret) => isSame(signToken(secret, orderId, lastDay), token))) return 'forged'
  return toDay(now.getTime()) > lastDay ? 'expired' : 'valid'
}

/** Customers with an account sign in; a guest's link carries a token. */
export function orderLink(signer: LinkSigner, order: LinkedOrder): string {
  return `${signer.origin}${orderPath(signer, order)}`
}

type LinkedOrder = { id: string; number: string; userId: string | null; returnDays: number }

export function orderPath(signer: Pick<LinkSigner, 'secret'>, order: LinkedOrder): string {
  const path = `/orders/${order.number}`
  const days = Math.max(LINK_DAYS, order.returnDays + DAYS_AFTER_RETURNS)
  return order.userId ? path : `${path}?key=${createOrderToken(signer, order.id, days)}`
}

function signToken(secret: string, orderId: string, lastDay: number): string {
  return `${lastDay}.${sign(`order link ${orderId} until ${lastDay}`, secret)}`
}

function toDay(time: number): number {
  return Math.floor(time / DAY_MS)
}
