import { formatDate } from '#core/dates.ts'
import type { NewEmail } from '#core/email/emails.server.ts'
import { formatMoney } from '#core/money.ts'
import type { Order } from '../order.ts'
import { type Envelope, itemRows, orderEmail, totalDetails } from './order-email.ts'

type Exchange = {
  id: string
  replacement: Order
  /** Until when the difference can be paid. Null if there is none. */
  dueUntil: Date | null
}

/** The link leads to the order of the replacements. */
export function exchangeEmail(
  order: Order,
  { id, replacement, dueUntil }: Exchange,
  { timeZone = 'UTC', ...envelope }: Envelope,
): NewEmail {
  const { number, total, giftCardAmount, currency } = replacement
  const due = formatMoney({ amount: total - giftCardAmount, currency })
  const subject = dueUntil
    ? `Pay ${due} to complete your exchange`
    : `Your exchange for order #${order.number}`
  return orderEmail('exchanged', subject, order, { ...envelope, key: `exchanged:${id}` }, [
    `Hello ${order.shippingAddress.firstName},`,
    dueUntil
      ? `We’ve accepted your exchange. Your new items cost ${due} more. Pay the difference by ${formatDate(dueUntil, timeZone)} and we’ll send them. We’re holding them until then. If you don’t, we’ll refund what you returned.`
      : `We’ve accepted your exchange and are getting your new items ready as order #${number}. We’ll email you once they’ve shipped.`,
    { items: itemRows(replacement) },
    { totals: totalDetails(replacement) },
    { link: dueUntil ? `Pay ${due}` : 'View your order', to: envelope.link },
  ])
}
