import type { Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Order } from '../orders/order.ts'
import { BELOW_CARD_MINIMUM } from '../payments/card-minimum.ts'
import { shopperDeadline } from '../payments/deadline.ts'
import { AmountTooSmall, ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import { detachSession, listPayments, type Payment } from '../payments/payments.server.ts'
import { isOwnOrder } from '../payments/saved-methods/payment-customer.server.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'
import { MINUTE_MS } from '../time-units.ts'
import { openCheckoutSession } from './open-checkout-session.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { settlePayment } from './settle-payment.server.ts'

/**
 * The address of the provider's page for a payment that stays open for days, or null if nothing is due anymore. The page
 * itself is open for half an hour: until then each visit gets the same one, and then the next visit opens another.
 */
export async function openLinkedPayment(
  ctx: Context,
  order: Order,
  returnPath: string,
): Promise<string | null> {
  const payment = (await listPayments(ctx.db, order.id)).find(({ state }) => state === 'open')
  if (!payment) return null
  try {
    return await findOrOpenPage({ ...ctx, returnPath }, order, payment)
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
    throw error instanceof AmountTooSmall
      ? new Refusal('conflict', BELOW_CARD_MINIMUM)
      : new Refusal('unavailable', SETUP_FAILED)
  }
}

async function findOrOpenPage(ctx: PaymentContext, order: Order, payment: Payment): Promise<string | null> {
  const provider = ctx.payments
  if (!provider) throw new Refusal('unavailable', SETUP_FAILED)
  const deadline = shopperDeadline()
  const session = payment.providerId ? await provider.findSession(payment.providerId, deadline) : undefined
  if (session?.state === 'complete' && !session.failed) {
    // The webhook is late, or the payment is processing.
    await settlePayment(ctx, session)
    return null
  }
  // A page that shows what the customer saved is for nobody else who has the link.
  const isShareable = !session?.customerId || isOwnOrder(ctx, order)
  if (session?.state === 'open' && payment.url && isShareable) return payment.url
  if (session) await detachSession(ctx.db, payment.id, session.id)
  // Pages of the last minute are reused. A new one gets an expiry of its own, since the payment's is too late for it.
  const next = { ...payment, createdAt: new Date(Date.now() - MINUTE_MS) }
  return (await openCheckoutSession(ctx, provider, order, next, deadline)).url
}
