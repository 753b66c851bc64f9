import { MINUTE_MS } from '#core/time-units.ts'
import { pluralize } from '../ui/pluralize.ts'

export type OrderEvent = {
  at: Date
  topic: string
  message: string
  by: string | null
  reference?: string | null
}
/** `notices` are the provider's own names and outcomes. */
export type OrderEventGroup = OrderEvent & { notices: string[] }

const GROUP_MINUTES = 60

/** Repeated notices of the card provider become one event, and the stock changes of one moment one line. Oldest first. */
export function groupOrderEvents(events: OrderEvent[]): OrderEventGroup[] {
  const groups: OrderEventGroup[] = []
  for (const event of events) {
    const isNotice = isProviderNotice(event)
    const next = isNotice
      ? { ...event, message: describeNotice(event.message, events), notices: [event.message] }
      : { ...event, notices: [] }
    const group = groups.findLast((earlier) => belongTogether(earlier, next))
    if (!group) groups.push(next)
    else if (isNotice) group.notices.push(event.message)
    else group.message += `, ${splitStock(event.message).items}`
  }
  return groups.map((group) => ({
    ...group,
    message:
      group.notices.length > 1
        ? `${group.message}, ${pluralize(group.notices.length, 'notice')}`
        : group.message,
  }))
}

/** Disputes are entries of their own, in words. */
const isProviderNotice = ({ topic, message }: OrderEvent) =>
  topic === 'provider' && /^[a-z_]+(\.[a-z_]+)+: /.test(message)

function belongTogether(earlier: OrderEventGroup, event: OrderEventGroup): boolean {
  if (earlier.topic !== event.topic) return false
  const minutes = (event.at.getTime() - earlier.at.getTime()) / MINUTE_MS
  if (event.notices.length) return earlier.message === event.message && minutes <= GROUP_MINUTES
  if (event.topic !== 'stock') return false
  return splitStock(earlier.message).change === splitStock(event.message).change && minutes < 1
}

/** 'Sold 2 × Night Oil' */
function splitStock(message: string): { change: string; items: string } {
  const [change = '', ...items] = message.split(' ')
  return { change, items: items.join(' ') }
}

function describeNotice(message: string, events: OrderEvent[]): string {
  const [kind = '', ...rest] = message.split(': ')
  const outcome = rest.join(': ')
  if (/^(charge\.)?refund/.test(kind)) return describeRefundNotice(kind, outcome, events)
  if (kind.startsWith('charge.dispute')) return 'Dispute reported by Stripe'
  if (kind === 'checkout.session.expired') return 'Payment page expired at Stripe'
  if (kind.endsWith('payment_failed')) return 'Payment declined'
  const authorization = AUTHORIZATION_NOTICES[kind]
  if (authorization) return authorization
  const isAuthorization = events.some(
    ({ topic, message: text }) => topic === 'payment' && text === 'Authorized',
  )
  // It repeats what is known, which isn't that the payment was made.
  if (isAuthorization && outcome === 'unchanged') return 'Payment update from Stripe'
  if (kind.startsWith('checkout.session')) return PAYMENT_NOTICES[outcome] ?? 'Payment update from Stripe'
  return 'Update from Stripe'
}

const AUTHORIZATION_NOTICES: Record<string, string | undefined> = {
  'payment_intent.amount_capturable_updated': 'Payment authorized by Stripe',
  'charge.captured': 'Payment charged by Stripe',
  'payment_intent.canceled': 'Authorization released by Stripe',
  'charge.expired': 'Authorization released by Stripe',
}

const PAYMENT_NOTICES: Record<string, string | undefined> = {
  paid: 'Payment confirmed by Stripe',
  authorized: 'Payment authorized by Stripe',
  unchanged: 'Payment confirmed by Stripe',
  revived: 'Payment confirmed by Stripe',
  waiting: 'Payment pending at Stripe',
  'late payment: refunded': 'Payment arrived too late and was refunded',
  'second payment: refunded': 'Second payment was refunded',
  mismatch: 'Payment doesn’t match the order',
  // Older events have the former words.
  already: 'Payment confirmed by Stripe',
  'too late: refunded': 'Payment arrived too late and was refunded',
}

/** 'unchanged' repeats what is known: that the refund is done, or that it failed. */
function describeRefundNotice(kind: string, outcome: string, events: OrderEvent[]): string {
  const hasRefund = (result: string) =>
    events.some(({ topic, message }) => topic === 'refund' && message.startsWith(result))
  if (kind === 'refund.failed' || outcome.startsWith('failed')) return 'Refund failed at Stripe'
  if (outcome === 'waiting') return 'Refund pending at Stripe'
  const isConfirmed = outcome === 'refunded' || (hasRefund('Done') && !hasRefund('Failed'))
  return isConfirmed ? 'Refund confirmed by Stripe' : 'Refund update from Stripe'
}
