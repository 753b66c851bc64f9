import { limitRequests } from '#core/accounts/sign-in/rate-limit.server.ts'
import type { Context } from '#core/context.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { HOUR_MS } from '#core/time-units.ts'
import { readOrder } from '../find-order.server.ts'
import { orderLink } from '../order-link.ts'
import { orderLinkEmail } from './customer-emails.ts'

/** Emails the link only if number and address match. The response never reveals whether an order exists. */
export async function sendOrderLink(
  ctx: Context,
  { number, email }: { number: string; email: string },
): Promise<void> {
  await limitRequests(ctx, 'order-link')
  const order = await readOrder(ctx.db, number.trim().toUpperCase().replace(/^#/, ''))
  if (!order || order.email.toLowerCase() !== email.trim().toLowerCase()) return
  const { settings, db, now } = ctx
  const sender = await readEmailSender(ctx)
  const envelope = { to: order.email, sender, link: orderLink(settings, order) }
  const message = orderLinkEmail(order, envelope)
  // The key limits this to one email per order and hour.
  await enqueueEmail(db, { ...message, key: `${message.key}:${Math.floor(now.getTime() / HOUR_MS)}` })
}
