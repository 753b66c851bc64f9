import { openLinkedPayment } from '../checkout/open-linked-payment.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import type { DraftStatus } from './draft-order.ts'
import { requireDraft } from './find-draft-order.server.ts'
import { isPaymentLink, type PaymentLink, paymentLinkPath } from './payment-link.ts'

export type LinkedOrder = {
  order: Order
  status: Exclude<DraftStatus, 'draft'>
  message: string | null
  expiresAt: Date | null
}

/** Anyone who has the link may see the order and pay it, as with a link in an order email. */
export async function findLinkedOrder(ctx: Context, link: PaymentLink): Promise<LinkedOrder> {
  if (!isPaymentLink(ctx.settings, link)) throw linkNotFound()
  const draft = await requireDraft(ctx.db, link.id).catch((error) => {
    throw error instanceof Refusal ? linkNotFound() : error
  })
  const order = draft.orderId && (await readOrder(ctx.db, draft.orderId))
  const { status, message, expiresAt } = draft
  if (!order || status === 'draft') throw linkNotFound()
  const isOver = status === 'sent' && !order.paymentProcessing && expiresAt !== null && expiresAt <= ctx.now
  return { order, status: isOver ? 'expired' : status, message, expiresAt }
}

function linkNotFound(): Refusal {
  return new Refusal('not_found', 'We couldn’t find this payment link.')
}

/** The address of the provider's page, or null if there is nothing to pay anymore. */
export async function openPaymentLink(ctx: Context, link: PaymentLink): Promise<string | null> {
  const { order, status } = await findLinkedOrder(ctx, link)
  return status === 'sent' ? openLinkedPayment(ctx, order, paymentLinkPath(ctx.settings, link.id)) : null
}
