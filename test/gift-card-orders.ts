import { bookSales } from '#core/accounting/post-entries.server.ts'
import { buyGiftCard } from '#core/checkout/buy-gift-card.server.ts'
import { settlePayment } from '#core/checkout/settle-payment.server.ts'
import type { Context } from '#core/context.ts'
import { findSoldGiftCard, type SoldGiftCard } from '#core/gift-cards/sell-gift-card.server.ts'
import { readOrder } from '#core/orders/find-order.server.ts'
import type { Order } from '#core/orders/order.ts'
import { DEFAULT_GIFT_CARDS, type GiftCardSettings } from '#core/settings/gift-card-settings.ts'
import { forgetStoreSettings, saveSetting } from '#core/settings/store-settings.server.ts'
import { newIdempotencyKey } from './checkout.ts'
import type { CardContext } from './payments/card-orders.ts'

/** A store sells gift cards only if its owner turns them on. */
export async function sellGiftCards(ctx: Context, changes: Partial<GiftCardSettings> = {}): Promise<void> {
  const value = { ...DEFAULT_GIFT_CARDS, enabled: true, ...changes }
  await saveSetting(ctx.db, { key: 'giftCards', value, actorId: 'test' })
  forgetStoreSettings(ctx.db)
}

let buyerCount = 0

export function giftCardInput(overrides: object = {}) {
  return {
    amount: 5000,
    recipientName: 'Ada',
    recipientEmail: 'Ada@orchard.example',
    senderName: 'Grace',
    message: 'Happy birthday 💐',
    email: `buyer${++buyerCount}@gifts.example`,
    region: 'US',
    ...overrides,
  }
}

export const startGiftCardCheckout = (ctx: Context, overrides: object = {}, key = newIdempotencyKey()) =>
  buyGiftCard(ctx, giftCardInput(overrides), key)

/** Paid and booked. */
export async function buildGiftCardOrder(
  ctx: CardContext,
  overrides: object = {},
): Promise<{ order: Order; card: SoldGiftCard; intentId: string }> {
  const { order, sessionId } = await startGiftCardCheckout(ctx, overrides)
  const session = ctx.payments.pay(sessionId)
  await settlePayment(ctx, session)
  await bookSales(ctx, [order.id])
  return { ...(await readGiftCardOrder(ctx, order.id)), intentId: session.intentId ?? '' }
}

export async function readGiftCardOrder(ctx: Context, id: string) {
  const [order, card] = await Promise.all([readOrder(ctx.db, id), findSoldGiftCard(ctx.db, id)])
  if (!order || !card) throw new Error('The order of the gift card was not found')
  return { order, card }
}
