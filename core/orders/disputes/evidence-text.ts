import { addressLines, formatAddress } from '#core/customers/postal-address.ts'
import { formatDate } from '#core/dates.ts'
import { DELETED_EMAIL } from '#core/email/deleted-email.ts'
import { type Currency, formatMoney } from '#core/money.ts'
import type { Evidence } from '#core/payments/disputes/evidence.ts'
import { trackingLink } from '../emails/tracking-link.ts'
import type { Order } from '../order.ts'

/** What the store knows about an order, beyond the order itself. */
export type OrderRecords = {
  paidAt: Date | null
  shippedAt: Date | null
  giftCardSentAt: Date | null
  refunds: { amount: number; at: Date }[]
  returns: {
    reference: string
    state: string
    reason: string
    declineReason: string | null
    requestedAt: Date
  }[]
  emails: { subject: string; sentAt: Date }[]
  /** The page as it was published when the order was placed. */
  policy: string
  policyUrl: string
}

// The provider's limit is 20,000 characters per text, and it counts pages.
const MAX_TEXT = 20_000
const MAX_POLICY = 6000
const MAX_EMAILS = 30

/** What isn't known is left out, so that the bank reads no guesses. */
export function composeEvidence(
  order: Order,
  records: OrderRecords,
  { explanation, timeZone }: { explanation: string; timeZone: string },
): Evidence {
  const day = (at: Date) => formatDate(at, timeZone)
  const isErased = order.email === DELETED_EMAIL
  const isShipped = records.shippedAt !== null
  const { firstName = '', lastName = '' } = order.shippingAddress
  const texts: Evidence = {
    customer_name: order.giftFrom ?? `${firstName} ${lastName}`.trim(),
    customer_email_address: isErased ? '' : order.email,
    product_description: describeItems(order),
    refund_policy_disclosure: describePolicy(order, records),
    uncategorized_text: describeOrder(order, records, { explanation, timeZone }),
    ...(order.kind === 'products' && {
      shipping_address: addressLines(order.shippingAddress, order.region).join('\n'),
    }),
    ...(isShipped && {
      shipping_carrier: order.carrier ?? '',
      shipping_tracking_number: order.trackingNumber ?? '',
      shipping_date: day(records.shippedAt ?? order.createdAt),
    }),
    ...(records.giftCardSentAt && { service_date: day(records.giftCardSentAt) }),
  }
  const filled = Object.entries(texts).filter(([, text]) => text.trim())
  return Object.fromEntries(filled.map(([field, text]) => [field, shorten(text, MAX_TEXT)]))
}

function describeItems({ items, currency }: Order): string {
  const lines = items.map(({ name, quantity, price, sample }) =>
    sample
      ? `${name} (free sample)`
      : `${quantity} × ${name}, ${formatMoney({ amount: price, currency })} each`,
  )
  return lines.join('\n')
}

function describePolicy({ kind, returnDays }: Order, { policy, policyUrl }: OrderRecords): string {
  if (kind === 'gift_card') return ''
  const terms = `When this order was placed, customers could request a return within ${returnDays} days of delivery. The policy is published at ${policyUrl}.`
  return policy ? `${terms}\n\nIts text at that time:\n${shorten(policy, MAX_POLICY)}` : terms
}

type Wording = { explanation: string; timeZone: string }

function describeOrder(order: Order, records: OrderRecords, { explanation, timeZone }: Wording): string {
  const time = (at: Date) => formatDate(at, timeZone, 'time')
  const { currency } = order
  const parts = [
    explanation.trim(),
    [
      `Order ${order.number} (times are in ${timeZone.replaceAll('_', ' ')})`,
      `${time(order.createdAt)}: placed`,
      records.paidAt && `${time(records.paidAt)}: paid, ${formatMoney({ amount: order.total, currency })}`,
      records.shippedAt && `${time(records.shippedAt)}: shipped${shipment(order)}`,
      records.giftCardSentAt && `${time(records.giftCardSentAt)}: gift card sent by email`,
      order.deliveredAt && `${time(order.deliveredAt)}: marked as delivered`,
    ],
    describeRefunds(records, currency, time),
    records.returns.length > 0 && ['Returns', ...records.returns.map((item) => describeReturn(item, time))],
    records.emails.length > 0 && [
      'Emails sent to the customer',
      ...records.emails.slice(0, MAX_EMAILS).map(({ subject, sentAt }) => `${time(sentAt)}: ${subject}`),
    ],
  ]
  return parts
    .map((part) => (Array.isArray(part) ? part.filter(Boolean).join('\n') : part))
    .filter(Boolean)
    .join('\n\n')
}

function shipment(order: Order): string {
  const by = [order.carrier, order.trackingNumber].filter(Boolean).join(' ')
  const to = formatAddress(order.shippingAddress)
  const link = trackingLink(order)
  return `${by && ` with ${by}`}${to && ` to ${to}`}${link ? ` (${link})` : ''}`
}

function describeRefunds(
  { refunds }: OrderRecords,
  currency: Currency,
  time: (at: Date) => string,
): string | string[] {
  if (!refunds.length) return 'Nothing of this order has been refunded.'
  return ['Refunds', ...refunds.map(({ amount, at }) => `${time(at)}: ${formatMoney({ amount, currency })}`)]
}

const RETURN_ENDS: Record<string, string> = { declined: 'declined', closed: 'accepted' }

function describeReturn(
  { reference, state, reason, declineReason, requestedAt }: OrderRecords['returns'][number],
  time: (at: Date) => string,
): string {
  const end = RETURN_ENDS[state] ?? 'not decided yet'
  const because = declineReason ? `: “${declineReason}”` : ''
  return `${time(requestedAt)}: ${reference} requested, “${reason}”; ${end}${because}`
}

/** Without half a character at the end. */
function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
