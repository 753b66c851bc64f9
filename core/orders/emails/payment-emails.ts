import type { NewEmail } from '#core/email/emails.server.ts'
import type { Payment } from '#core/payments/payments.server.ts'
import { buyerName, type Order } from '../order.ts'
import { type Envelope, itemRows, orderEmail, totalDetails } from './order-email.ts'

/** The app or bank may still refuse. Until then the order isn't confirmed. */
export function paymentProcessingEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail(
    'payment-processing',
    `Your payment for order #${order.number} is processing`,
    order,
    envelope,
    [
      `Thank you, ${buyerName(order)}. We’ve received your order, and your payment is being processed. Sometimes an app or a bank needs a while to confirm one.`,
      order.kind === 'gift_card'
        ? 'We’ll email you as soon as it’s confirmed. Please don’t pay again.'
        : 'We hold the items for you, and email you as soon as it’s confirmed. Please don’t pay again.',
      { items: itemRows(order) },
      { totals: totalDetails(order) },
      { link: 'View your order', to: envelope.link },
    ],
  )
}

/** After it was processing. An open payment is one by link, which can be tried again. */
export function paymentNotConfirmedEmail(
  order: Order,
  { state, declinedAt }: Pick<Payment, 'state' | 'declinedAt'>,
  envelope: Envelope,
): NewEmail {
  const isOpen = state === 'open'
  const hasFailed = isOpen || declinedAt !== null
  const subject = hasFailed ? 'Your payment didn’t go through' : 'Your payment wasn’t confirmed in time'
  return orderEmail('payment-failed', subject, order, envelope, [
    hasFailed
      ? 'Your app or bank didn’t confirm the payment, so you weren’t charged.'
      : 'Your app or bank didn’t confirm the payment in time. If it still does, we send your order while its items last, or refund you in full.',
    isOpen
      ? 'We still hold the items. To pay in another way, open the link in our earlier email.'
      : 'We had to release the items. You can order them again from your order page.',
    { items: itemRows(order) },
    { link: 'View your order', to: envelope.link },
  ])
}

export function paymentFailedEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('payment-failed', 'Your payment didn’t go through', order, envelope, [
    order.kind === 'gift_card'
      ? 'Your card wasn’t charged. You can order the gift card again any time.'
      : 'Your card wasn’t charged, and we had to release the items. You can order again any time.',
    { items: itemRows(order) },
    { link: order.kind === 'gift_card' ? 'Buy a gift card' : 'Return to your cart', to: envelope.link },
  ])
}
