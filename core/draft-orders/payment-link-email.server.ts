import type { Context } from '../context.ts'
import { formatAddress } from '../customers/postal-address.ts'
import { formatDate } from '../dates.ts'
import { renderEmail } from '../email/email-layout.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail, type NewEmail } from '../email/emails.server.ts'
import { type Envelope, itemRows, totalDetails } from '../orders/emails/order-email.ts'
import type { Order } from '../orders/order.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import type { DraftOrder } from './find-draft-order.server.ts'
import { paymentLink } from './payment-link.ts'

type EmailContext = Pick<Context, 'db' | 'now' | 'settings' | 'log'>

/** Each time it is sent, it is an email of its own. */
export async function enqueueLinkEmail(ctx: EmailContext, draft: DraftOrder, order: Order): Promise<void> {
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const link = paymentLink(ctx.settings, draft.id)
  const key = `payment-link:${draft.id}:${ctx.now.getTime()}`
  const envelope = { to: order.email, sender: await readEmailSender(ctx), link, timeZone, key }
  await enqueueEmail(ctx.db, paymentLinkEmail(order, envelope, draft))
}

export function paymentLinkEmail(
  order: Order,
  { to, sender, link, timeZone = 'UTC', key = `payment-link:${order.id}` }: Envelope,
  { message, expiresAt }: Pick<DraftOrder, 'message' | 'expiresAt'>,
): NewEmail {
  const until = expiresAt ? ` until ${formatDate(expiresAt, timeZone)}` : ''
  const email = renderEmail(
    { to, sender, key },
    'payment-link',
    `Your order from ${sender.name} is ready to pay`,
    [
      `Hello ${order.shippingAddress.firstName},`,
      `We’ve prepared your order #${order.number}. We’re holding its items for you${until}.`,
      ...(message ? [message] : []),
      { items: itemRows(order) },
      { totals: totalDetails(order) },
      `Shipping to: ${formatAddress(order.shippingAddress)}`,
      { link: 'Review and pay', to: link },
      'If something isn’t right, or you didn’t order this, reply to this email or contact us.',
    ],
  )
  return { ...email, orderId: order.id }
}
