import { newSessionParams, OPEN_MINUTES } from '../checkout/open-checkout-session.server.ts'
import { settlePayment } from '../checkout/settle-payment.server.ts'
import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { BELOW_CARD_MINIMUM } from '../payments/card-minimum.ts'
import { shopperDeadline } from '../payments/deadline.ts'
import {
  AmountTooSmall,
  type CheckoutSession,
  ProviderRejection,
  UncertainOutcome,
} from '../payments/payment.ts'
import {
  attachSession,
  detachSession,
  listPayments,
  nextAttempt,
  type Payment,
} from '../payments/payments.server.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'
import { MINUTE_MS } from '../time-units.ts'
import type { DraftStatus } from './draft-order.ts'
import { requireDraft } from './find-draft-order.server.ts'
import { isPaymentLink, type PaymentLink, paymentLink } from './payment-link.ts'

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
  const isOver = status === 'sent' && expiresAt !== null && expiresAt <= ctx.now
  return { order, status: isOver ? 'expired' : status, message, expiresAt }
}

function linkNotFound(): Refusal {
  return new Refusal('not_found', 'We couldn’t find this payment link.')
}

/**
 * The address of the provider's page, or null if there is nothing to pay anymore. A page of the provider lives for half an
 * hour: while it is open, each visit gets the same one, and then the next visit opens another.
 */
export async function openPaymentLink(ctx: Context, link: PaymentLink): Promise<string | null> {
  const { order, status } = await findLinkedOrder(ctx, link)
  if (status !== 'sent') return null
  if (!ctx.payments) throw new Refusal('unavailable', SETUP_FAILED)
  const payment = (await listPayments(ctx.db, order.id)).find(({ state }) => state === 'open')
  if (!payment) return null
  try {
    const current = await findOpenSession(ctx, payment)
    if (current === 'paid') return null
    return current ?? (await openSession(ctx, { order, payment, draftId: link.id }))
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
    throw error instanceof AmountTooSmall
      ? new Refusal('conflict', BELOW_CARD_MINIMUM)
      : new Refusal('unavailable', SETUP_FAILED)
  }
}

/** The customer may have paid on a page whose webhook is late, so its state comes from the provider. */
async function findOpenSession(
  ctx: Context,
  { id, providerId, url }: Payment,
): Promise<string | 'paid' | undefined> {
  if (!ctx.payments || !providerId) return undefined
  const session = await ctx.payments.findSession(providerId, shopperDeadline())
  if (session.paid) {
    await settlePayment(ctx, session)
    return 'paid'
  }
  if (session.state === 'open' && url) return url
  await detachSession(ctx.db, id, providerId)
  return undefined
}

type Opening = { order: Order; payment: Payment; draftId: string }

async function openSession(ctx: Context, { order, payment, draftId }: Opening): Promise<string | null> {
  if (!ctx.payments) return null
  const expiresAt = new Date(Date.now() + OPEN_MINUTES * MINUTE_MS)
  // Each opening has a key of its own, and extends a payment that would expire before its page does.
  const attempt = await nextAttempt(ctx.db, payment.id, expiresAt)
  const params = newSessionParams(ctx, order, { ...payment, expiresAt })
  const cancelUrl = paymentLink(ctx.settings, draftId)
  const session = await ctx.payments.createSession(
    { ...params, cancelUrl },
    `${payment.id}:${attempt}`,
    shopperDeadline(),
  )
  const attached = await attachSession(ctx.db, payment.id, session)
  const isCurrent = attached?.providerId === session.id && attached.state === 'open'
  if (isCurrent) return session.url
  // Another tab was faster, or the order was cancelled meanwhile.
  await closeSession(ctx, session)
  return attached?.state === 'open' ? attached.url : null
}

/** If it fails, the page expires unused: nobody has its address. */
async function closeSession(ctx: Context, { id }: CheckoutSession): Promise<void> {
  await ctx.payments?.expireSession(id).catch((error) => {
    ctx.log.warn('closing a checkout session failed', { session: id, error })
  })
}
