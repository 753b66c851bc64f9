import {
  type EmailBlock,
  type EmailItem,
  renderEmailHtml,
  renderEmailText,
} from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '../order.ts'

export type Envelope = { to: string; support: string; link: string }

/** Absolute picture URLs by product ID. */
export type ProductImages = Record<string, string>

export function orderConfirmedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const isTest = order.paymentMethod === 'demo'
  return orderEmail('order-confirmed', `Order #${order.number} is confirmed`, order, envelope, [
    {
      say: `Thank you, ${order.shippingAddress.firstName}. We’ve received your order and are getting it ready.`,
    },
    { items: emailItems(order, images) },
    { facts: totalRows(order) },
    ...(isTest ? [{ say: 'This was a test order, so you weren’t charged and nothing will ship.' }] : []),
    { say: `Shipping to: ${formatAddress(order)}` },
    { link: 'View your order', to: envelope.link },
  ])
}

export function paymentFailedEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('payment-failed', 'Your payment didn’t go through', order, envelope, [
    {
      say: 'Your card wasn’t charged, and we had to release the items. You can order again any time.',
    },
    { facts: itemRows(order) },
    { link: 'Return to your cart', to: envelope.link },
  ])
}

export function shippedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const { carrier, trackingNumber } = order
  const tracking: EmailBlock[] = trackingNumber
    ? [
        {
          facts: [
            ['Carrier', carrier ?? 'Not specified'],
            ['Tracking number', trackingNumber],
          ],
        },
      ]
    : []
  const link = trackingLink(order)
  return orderEmail('shipped', `Order #${order.number} is on its way`, order, envelope, [
    { say: `Your order has shipped to ${formatAddress(order)}.` },
    { items: emailItems(order, images) },
    ...tracking,
    link ? { link: 'Track your package', to: link } : { link: 'View your order', to: envelope.link },
  ])
}

export function deliveredEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('delivered', `Order #${order.number} has arrived`, order, envelope, [
    { say: 'Your order has arrived. We hope you love it.' },
    { say: 'If something isn’t right, you can request a return on your order page within 30 days.' },
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
    late: `Your payment arrived after it had expired, and the items were no longer available. We’ve refunded ${amount} to your card.`,
    surplus: `This order was paid twice, so we’ve refunded the second payment of ${amount} to your card. Your order isn’t affected.`,
    refunded: `We’ve refunded ${amount} to your card.`,
    elsewhere: `We’ve refunded ${amount} to your card.`,
    returned: `We’ve received your return and refunded ${amount} to your card.`,
  }[refund.reason]
  const email = orderEmail('refunded', `Your refund for order #${number}`, order, envelope, [
    { say: explanation },
    {
      facts: [
        ['Refund', amount],
        ['Order', `#${number}`],
      ],
    },
    { say: 'It can take 5–10 days to appear on your statement.' },
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
        say: 'Thank you for sending it back. We’re checking the items now and will email you once we’ve refunded you.',
      },
      { link: 'View your order', to: envelope.link },
    ],
  )
  return { ...email, key: `return-received:${returnId}` }
}

export function orderLinkEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('order-link', `Your order #${order.number}`, order, envelope, [
    {
      say: 'Here’s the link to your order. Anyone with this link can see your order, so please don’t share it.',
    },
    { link: 'View your order', to: envelope.link },
  ])
}

export function newOrderEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('new-order', `New order #${order.number}`, order, envelope, [
    {
      say: order.paymentMethod === 'demo' ? 'You received a test order.' : 'You received a new, paid order.',
    },
    { facts: itemRows(order) },
    { facts: totalRows(order) },
    { say: `Ship to: ${formatAddress(order)}` },
    { link: 'View orders', to: envelope.link },
  ])
}

type FailedRefundDetails = RefundDetails & { failure: string | null }

export function refundFailedEmail(order: Order, refund: FailedRefundDetails, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const email = orderEmail('refund-failed', `Refund failed for order #${number}`, order, envelope, [
    {
      say: 'The customer hasn’t received this refund. The money is still in your account, and your books reflect that. Review the reason and try again from the order page, or refund the customer another way.',
    },
    {
      facts: [
        ['Refund', formatMoney({ amount: refund.amount, currency })],
        ['Reason', refund.failure ?? 'Not provided'],
      ],
    },
    { link: 'View order', to: envelope.link },
  ])
  return { ...email, key: `refund-failed:${refund.id}` }
}

export type DisputeDetails = { id: string; amount: number; reason: string }

export function disputeEmail(
  order: Order,
  { id, amount, reason }: DisputeDetails,
  envelope: Envelope,
): NewEmail {
  const { currency, number } = order
  const email = orderEmail('dispute', `Order #${number} was disputed`, order, envelope, [
    {
      say: 'The customer has disputed this charge. Respond in your card provider’s dashboard before the deadline; if you don’t, you’ll lose the payment.',
    },
    {
      facts: [
        ['Amount', formatMoney({ amount, currency })],
        ['Reason', reason.replaceAll('_', ' ')],
      ],
    },
    { link: 'View order', to: envelope.link },
  ])
  return { ...email, key: `dispute:${id}` }
}

export type LowStockProduct = { name: string; stock: number }

export function lowStockEmail(order: Order, lowStock: LowStockProduct[], envelope: Envelope): NewEmail {
  return orderEmail(
    'low-stock',
    `Low stock: ${lowStock.map(({ name }) => name).join(', ')}`,
    order,
    envelope,
    [
      { say: `Order #${order.number} left these products low or out of stock.` },
      {
        facts: lowStock.map(({ name, stock }): [string, string] => [
          name,
          stock > 0 ? `${stock} left` : 'Out of stock',
        ]),
      },
      { link: 'View products', to: envelope.link },
    ],
  )
}

const TRACKING_URLS: Record<string, string> = {
  ups: 'https://www.ups.com/track?tracknum=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  dhl: 'https://www.dhl.com/en/express/tracking.html?AWB=',
  'royal mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
  'canada post': 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=',
}

export function trackingLink({
  carrier,
  trackingNumber,
}: Pick<Order, 'carrier' | 'trackingNumber'>): string | null {
  const baseUrl = TRACKING_URLS[carrier?.trim().toLowerCase() ?? '']
  return baseUrl && trackingNumber ? baseUrl + encodeURIComponent(trackingNumber) : null
}

function itemRows({ items, currency }: Order): [string, string][] {
  return items.map(({ name, quantity, amount }) => [
    `${quantity} × ${name}`,
    formatMoney({ amount, currency }),
  ])
}

function emailItems(order: Order, images: ProductImages): EmailItem[] {
  return order.items.map(({ productId, name, quantity, amount }) => ({
    name: quantity > 1 ? `${quantity} × ${name}` : name,
    price: formatMoney({ amount, currency: order.currency }),
    picture: images[productId],
  }))
}

function totalRows({ subtotal, discount, shipping, tax, total, currency }: Order): [string, string][] {
  const rows: [string, number][] = [
    ['Subtotal', subtotal],
    ['Discount', -discount],
    ['Shipping', shipping],
    ['Tax', tax],
    ['Total', total],
  ]
  return rows
    .filter(([name, amount]) => amount !== 0 || name === 'Total')
    .map(([name, amount]) => [name, formatMoney({ amount, currency })])
}

function formatAddress({ shippingAddress: to }: Order): string {
  const name = [to.firstName, to.lastName].filter(Boolean).join(' ')
  return [name, to.address, to.city, `${to.state} ${to.zipCode}`.trim(), to.country]
    .filter(Boolean)
    .join(', ')
}

/** The key makes each kind of email unique per order. */
function orderEmail(
  kind: string,
  subject: string,
  order: Order,
  { to, support }: Envelope,
  blocks: EmailBlock[],
): NewEmail {
  const content = { heading: subject, blocks, support }
  const key = `${kind}:${order.id}`
  return {
    key,
    kind,
    to,
    subject,
    orderId: order.id,
    text: renderEmailText(content),
    html: renderEmailHtml(content),
  }
}
