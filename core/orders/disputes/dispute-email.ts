import { formatDate } from '#core/dates.ts'
import type { EmailBlock } from '#core/email/email-layout.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import { isInquiry } from '#core/payments/disputes/evidence.ts'
import type { Dispute } from '#core/payments/payment.ts'
import { type Envelope, orderEmail } from '../emails/order-email.ts'
import type { Order } from '../order.ts'
import { reasonLabel } from './dispute.ts'

const TEXTS = {
  open: {
    subject: ' was disputed',
    text: 'The customer has disputed this charge. Review what your store knows about the order, and send it to the bank before the deadline; if you don’t, you’ll lose the payment.',
  },
  inquiry: {
    subject: ': the bank has a question',
    text: 'The customer’s bank asks about this charge, and may open a dispute. Review what your store knows about the order, and send it to the bank before the deadline, or refund the order.',
  },
  won: {
    subject: ': dispute won',
    text: 'The dispute was decided in your favor. The payment stays with you, and your books don’t change.',
  },
  lost: {
    subject: ': dispute lost',
    text: 'The dispute was decided for the customer, who has been paid back. Your books and the order show it as a refund.',
  },
}

const UNANSWERABLE =
  'The customer has disputed this charge, and their bank accepts no evidence. You don’t need to do anything; the decision is shown on the order.'

export function disputeEmail(order: Order, dispute: Dispute, envelope: Envelope): NewEmail {
  const { id, amount, reason, state, status, answerable } = dispute
  const kind = state === 'open' && isInquiry(status) ? 'inquiry' : state
  const { subject, text } = TEXTS[kind]
  const key = kind === 'open' ? `dispute:${id}` : `dispute-${kind}:${id}`
  return orderEmail('dispute', `Order #${order.number}${subject}`, order, { ...envelope, key }, [
    kind === 'open' && !answerable ? UNANSWERABLE : text,
    details(order, { amount, reason, dueBy: state === 'open' ? dispute.dueBy : null }, envelope),
    { link: 'View dispute', to: envelope.link },
  ])
}

export function disputeReminderEmail(
  order: Order,
  dispute: Pick<Dispute, 'id' | 'amount' | 'reason' | 'dueBy'>,
  envelope: Envelope,
): NewEmail {
  const key = `dispute-reminder:${dispute.id}`
  const subject = `Order #${order.number}: evidence is due soon`
  return orderEmail('dispute-reminder', subject, order, { ...envelope, key }, [
    'Nothing has been sent to the bank about this dispute yet. Without evidence, you’ll lose the payment.',
    details(order, dispute, envelope),
    { link: 'Review and send evidence', to: envelope.link },
  ])
}

export function responseFailedEmail(
  order: Order,
  { id, attempt }: { id: string; attempt: number },
  failure: string,
  envelope: Envelope,
): NewEmail {
  const key = `dispute-response-failed:${id}:${attempt}`
  const subject = `Order #${order.number}: the response to the dispute wasn’t sent`
  return orderEmail('dispute-response-failed', subject, order, { ...envelope, key }, [
    'The card provider refused the response to this dispute. Your explanation is saved. Review the reason, and send it again while the dispute is open.',
    { details: [['Reason', failure]] },
    { link: 'View dispute', to: envelope.link },
  ])
}

function details(
  { currency }: Order,
  { amount, reason, dueBy }: Pick<Dispute, 'amount' | 'reason' | 'dueBy'>,
  { timeZone = 'UTC' }: Envelope,
): EmailBlock {
  return {
    details: [
      ['Amount', formatMoney({ amount, currency })],
      ['Reason', reasonLabel(reason)],
      ...(dueBy ? [['Evidence due by', formatDate(dueBy, timeZone, 'time')] satisfies [string, string]] : []),
    ],
  }
}
