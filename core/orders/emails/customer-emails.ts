import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '../order.ts'
import {
  type Envelope,
  emailItems,
  formatAddress,
  itemRows,
  orderEmail,
  type ProductImages,
  totalRows,
} from './order-email.ts'
import { trackingLink } from './tracking-link.ts'

export function orderConfirmedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const isTest = order.paymentMethod === 'demo'
  return orderEmail('order-confirmed', `Order #${order.number} is confirmed`, order, envelope, [
    {
      text: `Thank you, ${order.shippingAddress.firstName}. We’ve received your order and are getting it ready.`,
    },
    { items: emailItems(order, images) },
    { details: totalRows(order) },
    ...(isTest ? [{ text: 'This was a test order, so you weren’t charged, and nothing will ship.' }] : []),
    { text: `Shipping to: ${formatAddress(order)}` },
    { link: 'View your order', to: envelope.link },
  ])
}

export function paymentFailedEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('payment-failed', 'Your payment didn’t go through', order, envelope, [
    {
      text: 'Your card wasn’t charged, and we had to release the items. You can order again any time.',
    },
    { details: itemRows(order) },
    { link: 'Return to your cart', to: envelope.link },
  ])
}

export function shippedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const { carrier, trackingNumber } = order
  const details: [string, string][] = []
  if (carrier) details.push(['Carrier', carrier])
  if (trackingNumber) details.push(['Tracking number', trackingNumber])
  const link = trackingLink(order)
  return orderEmail('shipped', `Order #${order.number} is on its way`, order, envelope, [
    { text: `Your order has shipped to ${formatAddress(order)}.` },
    { items: emailItems(order, images) },
    ...(trackingNumber ? [{ details }] : []),
    link ? { link: 'Track your package', to: link } : { link: 'View your order', to: envelope.link },
  ])
}

export function deliveredEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('delivered', `Order #${order.number} has arrived`, order, envelope, [
    { text: 'Your order has arrived. We hope you love it.' },
    { text: 'If something isn’t right, you can request a return on your order page within 30 days.' },
    { link: 'View your order', to: envelope.link },
  ])
}

export type RefundDetails = {
  amount: number
  reason: 'cancelled' | 'late' | 'surplus' | 'refunded' | 'returned' | 'elsewhere'
  id: string
}

export function refundedEmail(order: Order, refund: RefundDetails, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const amount = formatMoney({ amount: refund.amount, currency })
  const explanation = {
    cancelled: `Your order was cancelled, and we’ve refunded ${amount} to your card.`,
    late: `Your payment arrived after your order had expired, and the items were no longer available. We’ve refunded ${amount} to your card.`,
    surplus: `This order was paid twice, so we’ve refunded the second payment of ${amount} to your card. Your order isn’t affected.`,
    refunded: `We’ve refunded ${amount} to your card.`,
    elsewhere: `We’ve refunded ${amount} to your card.`,
    returned: `We’ve received your return and refunded ${amount} to your card.`,
  }[refund.reason]
  const email = orderEmail('refunded', `Your refund for order #${number}`, order, envelope, [
    { text: explanation },
    {
      details: [
        ['Refund', amount],
        ['Order', `#${number}`],
      ],
    },
    { text: 'It can take 5–10 days to appear on your statement.' },
    { link: 'View your order', to: envelope.link },
  ])
  return { ...email, key: `refunded:${refund.id}` }
}

export function returnReceivedEmail(order: Order, returnId: string, envelope: Envelope): NewEmail {
  const email = orderEmail(
    'return-received',
    `We’ve received your return for order #${order.number}`,
    order,
    envelope,
    [
      {
        text: 'Thank you for sending it back. We’re checking the items now and will email you once we’ve refunded you.',
      },
      { link: 'View your order', to: envelope.link },
    ],
  )
  return { ...email, key: `return-received:${returnId}` }
}

export function orderLinkEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('order-link', `Your order #${order.number}`, order, envelope, [
    {
      text: 'Here’s the link to your order. Anyone with this link can see your order, so please don’t share it.',
    },
    { link: 'View your order', to: envelope.link },
  ])
}
