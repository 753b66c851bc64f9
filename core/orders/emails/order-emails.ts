import {
  type EmailBlock,
  type EmailItem,
  renderEmailHtml,
  renderEmailText,
} from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '../order.ts'

/** To whom, and with whom to speak. */
export type Envelope = { to: string; support: string; link: string }

/** The pictures of what was bought, by product, as addresses that a letter can show. */
export type ProductImages = Record<string, string>

export function orderConfirmedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const isTest = order.paymentMethod === 'demo'
  return orderEmail('order-confirmed', `Order #${order.number} is confirmed`, order, envelope, [
    { say: `Thank you, ${order.shippingAddress.firstName}. Your order is with us, and we begin to pack it.` },
    { items: emailItems(order, images) },
    { facts: totalRows(order) },
    ...(isTest ? [{ say: 'This was a test order: nothing was charged, and nothing will be sent.' }] : []),
    { say: `It goes to ${formatAddress(order)}.` },
    { link: 'See the order', to: envelope.link },
  ])
}

export function paymentFailedEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('payment-failed', 'Your payment did not go through', order, envelope, [
    {
      say: 'Your card was not charged, and we could not keep the goods aside any longer. Nothing is lost: order once more whenever you like.',
    },
    { facts: itemRows(order) },
    { link: 'Back to the store', to: envelope.link },
  ])
}

export function shippedEmail(order: Order, envelope: Envelope, images: ProductImages = {}): NewEmail {
  const { carrier, trackingNumber } = order
  const tracking: EmailBlock[] = trackingNumber
    ? [
        {
          facts: [
            ['Carrier', carrier ?? 'Parcel service'],
            ['Tracking number', trackingNumber],
          ],
        },
      ]
    : []
  const link = trackingLink(order)
  return orderEmail('shipped', `Order #${order.number} is on its way`, order, envelope, [
    { say: `Your parcel has left us for ${formatAddress(order)}.` },
    { items: emailItems(order, images) },
    ...tracking,
    link ? { link: 'Follow the parcel', to: link } : { link: 'See the order', to: envelope.link },
  ])
}

export function deliveredEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('delivered', `Order #${order.number} has arrived`, order, envelope, [
    { say: 'Your parcel is there. We hope that it is all you wished for.' },
    {
      say: 'Should something not suit you, send it back within thirty days: ask for the return on the page of your order.',
    },
    { link: 'See the order', to: envelope.link },
  ])
}

export type RefundDetails = {
  amount: number
  reason: 'cancelled' | 'late' | 'surplus' | 'refunded' | 'returned' | 'elsewhere'
  id: string
}

export function refundedEmail(order: Order, refund: RefundDetails, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const explanation = {
    cancelled: 'Your order was cancelled, and what you paid is on its way back to your card.',
    late: 'Your payment reached us after its time, and the goods were no longer free. All of it is on its way back to your card.',
    surplus:
      'This order was paid twice. The second payment is on its way back to your card; the order stands.',
    refunded: 'Money of this order is on its way back to your card.',
    elsewhere: 'Money of this order is on its way back to your card.',
    returned: 'What you sent back is here, and its price is on its way back to your card.',
  }[refund.reason]
  const email = orderEmail('refunded', `A refund for order #${number}`, order, envelope, [
    { say: explanation },
    {
      facts: [
        ['Refund', formatMoney({ amount: refund.amount, currency })],
        ['Order', `#${number}`],
      ],
    },
    { say: 'Banks take five to ten days to show it.' },
    { link: 'See the order', to: envelope.link },
  ])
  return { ...email, key: `refunded:${refund.id}` }
}

export function returnReceivedEmail(order: Order, returnId: string, envelope: Envelope): NewEmail {
  const email = orderEmail(
    'return-received',
    `Your return for order #${order.number} is here`,
    order,
    envelope,
    [
      {
        say: 'Your parcel came back to us safely. We look at it now, and write again when your money is on its way.',
      },
      { link: 'See the order', to: envelope.link },
    ],
  )
  return { ...email, key: `return-received:${returnId}` }
}

export function orderLinkEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('order-link', `Your order #${order.number}`, order, envelope, [
    {
      say: 'You asked where your order is. This link opens its page, for whoever has it: keep it to yourself.',
    },
    { link: 'See the order', to: envelope.link },
  ])
}

export function newOrderEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('new-order', `New order #${order.number}`, order, envelope, [
    { say: order.paymentMethod === 'demo' ? 'A test order came in.' : 'An order came in, and is paid for.' },
    { facts: itemRows(order) },
    { facts: totalRows(order) },
    { say: `It goes to ${formatAddress(order)}.` },
    { link: 'See it in the back office', to: envelope.link },
  ])
}

type FailedRefundDetails = RefundDetails & { failure: string | null }

export function refundFailedEmail(order: Order, refund: FailedRefundDetails, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const email = orderEmail('refund-failed', `The refund for order #${number} failed`, order, envelope, [
    {
      say: 'The buyer does not have the money: it is with you, and the books say so. Look at the reason, and try again on the order’s page; or give it back in another way.',
    },
    {
      facts: [
        ['Refund', formatMoney({ amount: refund.amount, currency })],
        ['Reason', refund.failure ?? 'not told'],
      ],
    },
    { link: 'See it in the back office', to: envelope.link },
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
  const email = orderEmail('dispute', `Order #${number} is disputed`, order, envelope, [
    {
      say: 'The buyer’s bank asks for the money of this order. Answer at the card provider’s, before the day that it names: without an answer the money is lost.',
    },
    {
      facts: [
        ['Amount', formatMoney({ amount, currency })],
        ['Reason', reason.replaceAll('_', ' ')],
      ],
    },
    { link: 'See the order', to: envelope.link },
  ])
  return { ...email, key: `dispute:${id}` }
}

export type LowStockProduct = { name: string; left: number }

export function lowStockEmail(order: Order, lowStock: LowStockProduct[], envelope: Envelope): NewEmail {
  return orderEmail(
    'low-stock',
    `Running low: ${lowStock.map(({ name }) => name).join(', ')}`,
    order,
    envelope,
    [
      { say: `With order #${order.number} these products are down to their last pieces.` },
      {
        facts: lowStock.map(({ name, left }): [string, string] => [
          name,
          left > 0 ? `${left} left` : 'sold out',
        ]),
      },
      { link: 'Look at the products', to: envelope.link },
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

/** Where a parcel can be followed, if its carrier is one that we know. */
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

/** One letter of a kind for an order. */
function orderEmail(
  kind: string,
  subject: string,
  order: Order,
  { to, support }: Envelope,
  sections: EmailBlock[],
): NewEmail {
  const content = { heading: subject, blocks: sections, support }
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
