import { formatDate } from '#core/dates.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import { buyerName, type Order } from '../order.ts'
import { type Envelope, itemRows, orderEmail } from './order-email.ts'

/** To the owner, who loses the sale if the order doesn't ship by then. */
export function authorizationExpiringEmail(order: Order, envelope: Envelope): NewEmail {
  const { number, authorizedUntil } = order
  const until = authorizedUntil ? formatDate(authorizedUntil, envelope.timeZone ?? 'UTC') : 'soon'
  return orderEmail('authorization-expiring', `Ship order #${number} by ${until}`, order, envelope, [
    `The customer’s payment is authorized until ${until}. If the order hasn’t shipped by then, they can’t be charged anymore. You can also charge them now, on the order’s page.`,
    {
      details: [
        ['Authorized', formatMoney({ amount: order.total - order.giftCardAmount, currency: order.currency })],
      ],
    },
    { link: 'View order', to: envelope.link },
  ])
}

/** To the owner. */
export function authorizationExpiredEmail(order: Order, envelope: Envelope): NewEmail {
  const { number } = order
  return orderEmail('authorization-expired', `The payment of order #${number} has expired`, order, envelope, [
    'The payment was authorized, but it wasn’t captured in time, or it was released in the provider’s dashboard. The customer wasn’t charged and can’t be charged anymore.',
    order.status === 'shipped' || order.status === 'delivered'
      ? 'The order has shipped. Please contact the customer about the payment.'
      : 'Don’t ship the order. Cancel it, and ask the customer to order again: until then, its items aren’t for sale.',
    { link: 'View order', to: envelope.link },
  ])
}

/** To the owner. */
export function captureFailedEmail(
  order: Order,
  { id, failure }: { id: string; failure: string | null },
  envelope: Envelope,
): NewEmail {
  const { number } = order
  const key = `capture-failed:${id}`
  return orderEmail('capture-failed', `Order #${number} couldn’t be charged`, order, { ...envelope, key }, [
    'The card provider refused to charge the authorized payment. Review the reason, and try again from the order page, or contact the customer.',
    { details: [['Reason', failure ?? 'Not provided']] },
    { link: 'View order', to: envelope.link },
  ])
}

/** To the customer, whose order was cancelled before it was charged. */
export function authorizationReleasedEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('authorization-released', `Order #${order.number} is cancelled`, order, envelope, [
    `Hello ${buyerName(order)},`,
    'Your order was cancelled, and you weren’t charged for it. If your bank shows a pending amount, it disappears within a few days.',
    ...(order.giftCardAmount > 0 ? ['What your gift card or store credit had paid is back on it.'] : []),
    { items: itemRows(order) },
    { link: 'View your order', to: envelope.link },
  ])
}
