import { RETENTION } from '../retention.ts'
import { DAY_MINUTES, HOUR_MINUTES } from '../time-units.ts'
import { formatDuration } from './format-duration.ts'

export type RetentionPeriod = { what: string; howLong: string }

const days = (count: number) => formatDuration(count * DAY_MINUTES)
const hours = (count: number) => formatDuration(count * HOUR_MINUTES)

/** For the privacy page. docs/data.md lists each table. */
export const RETENTION_PERIODS: readonly RetentionPeriod[] = [
  {
    what: 'Your account, profile, addresses, cart, wish list, and reviews',
    howLong: 'Until you remove them or delete your account',
  },
  {
    what: 'An account whose email address was never confirmed',
    howLong: days(RETENTION.unconfirmedAccountDays),
  },
  {
    what: 'Orders, payments, refunds, returns, and invoices',
    howLong: 'As long as tax and accounting law requires, usually seven to ten years',
  },
  {
    what: 'The name, address, and email address of an order that was never paid',
    howLong: days(RETENTION.unpaidOrderDays),
  },
  {
    what: 'An order that we prepared for you and never sent',
    howLong: days(RETENTION.draftOrderDays),
  },
  {
    what: 'Where you’re signed in, with browser type and IP address',
    howLong: `Until you sign out, or ${days(RETENTION.sessionDays)} after your last visit`,
  },
  { what: 'That a browser has signed in before', howLong: days(RETENTION.knownDeviceDays) },
  {
    what: 'Sign-in attempts and requests for emails, counted by a hash of the address or network',
    howLong: hours(RETENTION.attemptHours),
  },
  { what: 'The network that a payment was started from', howLong: 'While the payment is open' },
  {
    what: 'Your newsletter subscription',
    howLong: `Until you unsubscribe, and ${days(RETENTION.formerSubscriberDays)} after that to show that you agreed; ${days(RETENTION.newsletterRequestDays)} if you never confirmed it`,
  },
  {
    what: 'Your request, without an account, for an email when a product is back in stock',
    howLong: `Until you unsubscribe, at most ${days(RETENTION.guestAlertDays)}; ${days(RETENTION.newsletterRequestDays)} if you never confirmed it`,
  },
  {
    what: 'The text of emails to you',
    howLong: `Until they’re sent, at most ${days(RETENTION.unsentEmailDays)}`,
  },
  { what: 'The response to a checkout, in case it’s sent twice', howLong: hours(RETENTION.idempotencyHours) },
  {
    what: 'Reports of reactions to a product',
    howLong: `${RETENTION.adverseEventYears} years`,
  },
  {
    what: 'How often pages were viewed, and from which campaigns and websites, as totals',
    howLong: days(RETENTION.visitCountDays),
  },
]
