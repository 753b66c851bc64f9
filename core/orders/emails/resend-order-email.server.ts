import { writeAudit } from '#core/audit/audit.server.ts'
import type { Context } from '#core/context.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { Refusal } from '#core/errors.ts'
import { newId } from '#core/ids.ts'
import { requirePermission } from '#core/permissions/permissions.ts'
import { staffTransaction } from '#core/permissions/staff-transaction.server.ts'
import { readStoreSettings } from '#core/settings/store-settings.server.ts'
import { orderNotFound, readOrder } from '../find-order.server.ts'
import type { Order } from '../order.ts'
import { orderLink } from '../order-link.ts'
import { isConfirmed } from '../order-status.ts'
import { deliveredEmail, orderConfirmedEmail, shippedEmail } from './customer-emails.ts'
import { findEmailDetails, findProductImages } from './send-order-emails.server.ts'

const RESENDABLE_EMAILS = {
  'order-confirmed': orderConfirmedEmail,
  shipped: shippedEmail,
  delivered: deliveredEmail,
}
export type ResendableEmail = keyof typeof RESENDABLE_EMAILS

export function getResendableEmails(order: Order): ResendableEmail[] {
  const { status, kind } = order
  if (!isConfirmed(order)) return []
  if (kind === 'gift_card') return status === 'delivered' ? ['order-confirmed'] : []
  if (status === 'shipped') return ['order-confirmed', 'shipped']
  if (status === 'delivered') return ['order-confirmed', 'shipped', 'delivered']
  return status === 'pending' || status === 'processing' ? ['order-confirmed'] : []
}

/** Renders the email again from the current order, since the text of sent emails is deleted. */
export async function resendOrderEmail(ctx: Context, idOrNumber: string, kind: string): Promise<void> {
  requirePermission(ctx.actor, kind === 'shipped' ? 'orders.ship' : 'orders.edit')
  const order = await readOrder(ctx.db, idOrNumber)
  if (!order) throw orderNotFound()
  const resendableKind = getResendableEmails(order).find((candidate) => candidate === kind)
  if (!resendableKind) throw new Refusal('conflict', 'This email isn’t available for this order.')
  const { settings } = ctx
  const images = await findProductImages(ctx, order)
  const details = await findEmailDetails(ctx, order, resendableKind)
  const { timeZone } = await readStoreSettings(ctx.db, ctx.log)
  const sender = await readEmailSender(ctx)
  const envelope = { to: order.email, sender, link: orderLink(settings, order) }
  const email = RESENDABLE_EMAILS[resendableKind](order, { ...envelope, timeZone }, images, details)
  await staffTransaction(ctx, kind === 'shipped' ? 'orders.ship' : 'orders.edit', async (tx) => {
    await enqueueEmail(tx, { ...email, key: `${email.key}:again:${newId('email')}` })
    await writeAudit(ctx, { action: 'order-email-resent', subject: order.id, after: { kind } }, tx)
  })
}
