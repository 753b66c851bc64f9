import { Refusal, TooManyRequests } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'

type HoldLimit = { payments: number; units: number; unitsOfProduct: number; share: number }

/**
 * What the unpaid orders of one network may hold: a share of the stock, or so many units if that is more. Guests have
 * a part of it, so that they can't use up the part of signed-in customers on the same network.
 */
export const HOLD_LIMITS = {
  guests: { payments: 10, units: 120, unitsOfProduct: 20, share: 1 / 3 },
  everyone: { payments: 40, units: 240, unitsOfProduct: 40, share: 2 / 3 },
} satisfies Record<string, HoldLimit>

/** `stock` is what would be available without the holds, and `units` includes the new order's. */
export type Holds = { payments: number; products: { units: number; stock: number }[] }

export function enforceHoldLimit(
  scope: keyof typeof HOLD_LIMITS,
  holds: Holds,
  { support }: Pick<Settings, 'support'>,
): void {
  const limit = HOLD_LIMITS[scope]
  if (holds.payments < limit.payments && hasStockLeft(holds.products, limit)) return
  if (holds.payments === 0)
    throw new Refusal(
      'conflict',
      `This order is larger than we can reserve for one payment. Please order fewer items, or contact ${support.email}.`,
    )
  throw new TooManyRequests(
    scope === 'guests' ? `${OPEN_PAYMENTS} You can also log in to pay now.` : OPEN_PAYMENTS,
    10 * 60,
  )
}

const OPEN_PAYMENTS =
  'Other payments from your network are in progress. Please complete or cancel one, or wait for it to expire.'

function hasStockLeft(products: Holds['products'], { units, unitsOfProduct, share }: HoldLimit): boolean {
  const held = products.reduce((sum, product) => sum + product.units, 0)
  const stock = products.reduce((sum, product) => sum + product.stock, 0)
  return (
    held <= Math.max(units, share * stock) &&
    products.every((product) => product.units <= Math.max(unitsOfProduct, share * product.stock))
  )
}
