import { formatAddress } from '#core/customers/postal-address.ts'
import { renderEmail } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { decimalText, formatMoney } from '#core/money.ts'
import type { CheckoutSession } from '#core/payments/payment.ts'
import type { Refund, RefundLine } from '#core/payments/refund.ts'
import type { Order } from '../order.ts'
import type { Return, ReturnItem } from '../returns/returns.server.ts'
import type { ReturnEnvelope } from './customer-emails.ts'
import { type Envelope, itemRows, orderEmail, totalDetails } from './order-email.ts'

export function newOrderEmail(order: Order, envelope: Envelope): NewEmail {
  return orderEmail('new-order', `New order #${order.number}`, order, envelope, [
    order.authorization === 'authorized'
      ? 'You have a new order. Its payment is authorized: the customer is charged when you mark it as shipped.'
      : order.paymentMethod === 'demo'
        ? 'You have a new test order.'
        : 'You have a new paid order.',
    { items: itemRows(order) },
    { totals: totalDetails(order) },
    ...(order.kind === 'gift_card' ? [] : [`Ship to: ${formatAddress(order.shippingAddress)}`]),
    { link: 'View orders', to: envelope.link },
  ])
}

export function refundFailedEmail(order: Order, refund: Refund, envelope: Envelope): NewEmail {
  const { currency, number } = order
  const key = `refund-failed:${refund.id}`
  return orderEmail('refund-failed', `Refund failed for order #${number}`, order, { ...envelope, key }, [
    'The customer hasn’t received this refund. The money is still in your account, and your books reflect that. Review the reason and try again from the order page, or refund the customer another way.',
    {
      details: [
        ['Refund', formatMoney({ amount: refund.amount, currency })],
        ['Reason', refund.failure ?? 'Not provided'],
      ],
    },
    { link: 'View order', to: envelope.link },
  ])
}

export function unmatchedPaymentEmail(
  session: Pick<CheckoutSession, 'id' | 'amount' | 'currency'>,
  { to, sender, link }: Envelope,
): NewEmail {
  const key = `unmatched-payment:${session.id}`
  return renderEmail({ to, sender, key }, 'unmatched-payment', 'A payment doesn’t match an order', [
    'A customer paid, but this store has no order for this payment, or its amount differs. This can happen after a backup was restored. Find the payment in your card provider’s dashboard, and refund it or place the order yourself.',
    {
      details: [
        ['Checkout session', session.id],
        ['Amount', `${decimalText(session.amount)} ${session.currency.toUpperCase()}`],
      ],
    },
    { link: 'Open the back office', to: link },
  ])
}

export function returnRequestOwnerEmail(
  order: Order,
  {
    id,
    reference,
    items,
    reason,
  }: Pick<Return, 'id' | 'reference' | 'reason'> & {
    items: (RefundLine & Partial<ReturnItem>)[]
  },
  { returnAddress, ...envelope }: ReturnEnvelope,
): NewEmail {
  const subject = `Return ${reference} requested for order #${order.number}`
  return orderEmail('return-request', subject, order, { ...envelope, key: `return-request:${id}` }, [
    returnAddress
      ? 'The customer has the return address and will send the items back. Their reason:'
      : 'Your store has no return address yet, so send it to the customer, and save it in your settings. Their reason:',
    `“${reason}”`,
    {
      details: items.map(({ productId, quantity, replacementName }): [string, string] => {
        const name = order.items.find((item) => item.productId === productId)?.name ?? 'Item'
        return [replacementName ? `${name}, for ${replacementName}` : name, `× ${quantity}`]
      }),
    },
    { link: 'View order', to: envelope.link },
  ])
}

export type LowStockProduct = { name: string; stock: number }

export function lowStockEmail(order: Order, lowStock: LowStockProduct[], envelope: Envelope): NewEmail {
  const names = lowStock.map(({ name }) => name).join(', ')
  const key = `low-stock:${order.id}:${names}`
  return orderEmail('low-stock', `Low stock: ${names}`, order, { ...envelope, key }, [
    'These products are low or out of stock.',
    {
      details: lowStock.map(({ name, stock }): [string, string] => [
        name,
        stock > 0 ? `${stock} left` : 'Out of stock',
      ]),
    },
    { link: 'View products', to: envelope.link },
  ])
}
