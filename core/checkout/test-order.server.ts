import { requireSignedIn } from '#core/permissions/policy.ts'
import { findCart } from '../cart/cart.server.ts'
import type { CartLine } from '../cart/cart-line.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { createIdempotencyKey } from '../orders/idempotency.server.ts'
import type { Order } from '../orders/order.ts'
import { placeOrder } from './place-order.server.ts'
import { type Purchase, requestToHash } from './purchase.ts'

export const LOG_IN_TO_ORDER = 'Please log in to complete your order'

type TestPurchase = Omit<Purchase, 'lines' | 'method'> & { lines: readonly CartLine[] | undefined }

/** Demo only, since no money moves. Without lines, it orders the cart. */
export async function placeTestOrder(
  ctx: Context,
  purchase: TestPurchase,
  key: string | undefined,
): Promise<Order> {
  requireSignedIn(ctx.actor, LOG_IN_TO_ORDER)
  if (ctx.settings.demo === 'off') {
    throw new Refusal('forbidden', 'Test orders are available only in demo mode. Please pay by card.')
  }
  const idempotencyKey = createIdempotencyKey(ctx, 'order', key, requestToHash(purchase))
  const lines = purchase.lines ?? (await findCart(ctx))
  const { order, storedResponse } = await placeOrder(
    ctx,
    { ...purchase, lines, method: 'demo' },
    idempotencyKey,
  )
  return order ?? parseStoredOrder(storedResponse.response)
}

function parseStoredOrder(response: unknown): Order {
  const storedOrder = response as Order
  const withoutGiftCards = { giftCardAmount: 0, giftCards: [], kind: 'products' } as const
  // Stored by the previous release.
  const items = storedOrder.items.map((item) => ({ ...item, sample: item.sample ?? false }))
  return { ...withoutGiftCards, ...storedOrder, items, createdAt: new Date(storedOrder.createdAt) }
}
