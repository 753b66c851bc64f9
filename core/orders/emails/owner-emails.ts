import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '../order.ts'
import type { RefundDetails } from './customer-emails.ts'
import { type Envelope, formatAddress, itemRows, orderEmail, totalRows } from './order-email.ts'

export function newOrderEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('new-order', `New order #${order.number}`, order, envelope, [
    {
      text: order.paymentMethod === 'demo' ? 'You have a new test order.' : 'You have a new paid order.',
    },
    { details: itemRows(order) },
    { details: totalRows(order) },
    { text: `Ship to: ${formatAddress(order)}` },
    { link: 'View orders', to: envelope.link },
  ])
}

type FailedRefundDetails = RefundDetails & { failure: string | null }

export function refundFailedEmail(order: Order, refund: FailedRefundDetails, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const email = orderEmail('refund-failed', `Refund failed for order #${number}`, order, envelope, [
    {
      text: 'The customer hasn’t received this refund. The money is still in your account, and your books reflect that. Review the reason and try again from the order page, or refund the customer another way.',
    },
    {
      details: [
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
      text: 'The customer has disputed this charge. Respond in your card provider’s dashboard before the deadline; if you don’t, you’ll lose the payment.',
    },
    {
      details: [
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
      { text: `Order #${order.number} left these products low or out of stock.` },
      {
        details: lowStock.map(({ name, stock }): [string, string] => [
          name,
          stock > 0 ? `${stock} left` : 'Out of stock',
        ]),
      },
      { link: 'View products', to: envelope.link },
    ],
  )
}
