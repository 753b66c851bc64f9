import type { NewOrder } from '#core/orders/create-order.server.ts'
import { findPreorders } from '#core/orders/preorders.ts'
import type { PaymentSettings } from '#core/settings/payment-settings.ts'

type PricedOrder = Pick<NewOrder, 'kind' | 'items' | 'total' | 'giftCardAmount'>

/**
 * Gift cards are delivered at once, pre-orders ship later than an authorization lasts, and payment links are for orders that
 * staff prepared: they are all charged at once.
 */
export function chooseCapture(
  payment: NewOrder['payment'],
  { kind, items, total, giftCardAmount }: PricedOrder,
  { capture }: Pick<PaymentSettings, 'capture'>,
): NewOrder['payment'] {
  const isDue = payment && !payment.link && total > giftCardAmount
  const isLater = capture === 'shipping' && kind === 'products' && !findPreorders({ items }).length
  return isDue && isLater ? { ...payment, capture: 'manual' } : payment
}
