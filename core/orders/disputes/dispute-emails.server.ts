import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import type { Dispute } from '#core/payments/payment.ts'
import { backOfficeLink } from '#core/settings/back-office-link.ts'
import { readNotificationEmail } from '#core/settings/store-identity.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import type { EmailContext } from '../emails/send-order-emails.server.ts'
import { readOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import type { OrderDispute } from './dispute.ts'
import { disputeEmail, disputeReminderEmail, responseFailedEmail } from './dispute-email.ts'

export async function sendDisputeEmail(ctx: EmailContext, order: Order, dispute: Dispute): Promise<void> {
  await enqueueEmail(ctx.db, disputeEmail(order, dispute, await envelopeFor(ctx, dispute.id)))
}

export async function sendDisputeReminder(ctx: EmailContext, dispute: OrderDispute): Promise<void> {
  const order = await requireOrder(ctx, dispute.orderId)
  await enqueueEmail(ctx.db, disputeReminderEmail(order, dispute, await envelopeFor(ctx, dispute.id)))
}

export async function sendResponseFailedEmail(
  ctx: EmailContext,
  response: { id: string; orderId: string; attempt: number },
  failure: string,
): Promise<void> {
  const order = await requireOrder(ctx, response.orderId)
  const envelope = await envelopeFor(ctx, response.id)
  await enqueueEmail(ctx.db, responseFailedEmail(order, response, failure, envelope))
}

async function requireOrder({ db }: EmailContext, orderId: string): Promise<Order> {
  const order = await readOrder(db, orderId)
  if (!order) throw new Error(`Order ${orderId} not found`)
  return order
}

async function envelopeFor(ctx: EmailContext, disputeId: string) {
  const { timeZone } = await readStoreSettings(ctx.db)
  return {
    to: await readNotificationEmail(ctx),
    link: backOfficeLink(ctx, `/admin/orders/disputes/${disputeId}`),
    sender: await readEmailSender(ctx),
    timeZone,
  }
}
