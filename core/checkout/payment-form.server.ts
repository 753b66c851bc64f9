import { Refusal } from '../errors.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { isPast, shopperDeadline } from '../payments/deadline.ts'
import {
  type CheckoutSession,
  type PaymentProvider,
  ProviderRejection,
  UncertainOutcome,
} from '../payments/payment.ts'
import { attachSession, detachSession, findPayment, type Payment } from '../payments/payments.server.ts'
import { isOwnOrder } from '../payments/saved-methods/payment-customer.server.ts'
import { SETUP_FAILED } from '../payments/setup-failed.ts'
import { MINUTE_MS } from '../time-units.ts'
import { openCheckoutSession } from './open-checkout-session.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { settlePayment } from './settle-payment.server.ts'

export type PaymentFormState =
  /**
   * `clientSecret` is null if the provider couldn’t be asked, or the form would show what someone else saved. One of an
   * express payment is for a wallet’s sheet only.
   */
  | {
      state: 'open'
      order: Order
      amount: number
      clientSecret: string | null
      isExpress: boolean
      isCapturedLater: boolean
    }
  | { state: 'paid'; order: Order }
  /** The order is unknown if another session has taken this one’s place. */
  | { state: 'closed'; order: Order | null }

/** For the page with the payment form. Paid sessions are settled, in case the webhook is late. */
export async function findPaymentForm(ctx: PaymentContext, sessionId: string): Promise<PaymentFormState> {
  const current = await findOrderOf(ctx, sessionId)
  if (!current) return { state: 'closed', order: null }
  const { payment, order } = current
  if (payment.state === 'paid' || payment.state === 'authorized') return { state: 'paid', order }
  if (payment.state !== 'open') return { state: 'closed', order }
  const { amount } = payment
  const isCapturedLater = payment.capture === 'manual'
  try {
    const session = await requireProvider(ctx).findSession(sessionId, shopperDeadline())
    // Only the customer sees what they saved.
    const clientSecret = session.customerId && !isOwnOrder(ctx, order) ? null : session.clientSecret
    const isExpress = session.id === session.intentId
    if (session.state === 'open')
      return { state: 'open', order, amount, clientSecret, isExpress, isCapturedLater }
    await settlePayment(ctx, session)
    return session.state === 'complete' ? { state: 'paid', order } : { state: 'closed', order }
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('payment form not loaded', { orderId: order.id, error })
    return { state: 'open', order, amount, clientSecret: null, isExpress: false, isCapturedLater }
  }
}

/**
 * The provider's page instead of the form, for browsers that can't show it. The form's session is closed first, so that
 * an order never has two sessions that can be paid. Returns null if the form's session was paid or confirmed meanwhile.
 */
export async function replaceFormWithPage(
  ctx: PaymentContext,
  sessionId: string,
): Promise<{ url: string; sessionId: string } | null> {
  const current = await findOrderOf(ctx, sessionId)
  if (current?.payment.state === 'paid' || current?.payment.state === 'authorized') return null
  if (current?.payment.state !== 'open')
    throw new Refusal('conflict', 'This payment is closed. Check out again to pay for your order.')
  const { payment, order } = current
  // The shopper has confirmed it elsewhere.
  if (payment.processingAt) return null
  try {
    const deadline = shopperDeadline()
    const provider = requireProvider(ctx)
    if (!(await closeForm(ctx, provider, payment, sessionId))) return null
    if (isPast(deadline))
      throw new UncertainOutcome('No time was left for a new session', { code: 'deadline' })
    // As for a payment whose first request failed: a session of the last minute is reused, or a new key makes another.
    const next = { ...payment, createdAt: new Date(Date.now() - MINUTE_MS) }
    const opened = await openCheckoutSession({ ...ctx, canShowForm: false }, provider, order, next, deadline)
    if (!opened.url || !opened.providerId) throw new Error(`Payment ${payment.id} has no page`)
    return { url: opened.url, sessionId: opened.providerId }
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.error('Payment setup failed', { orderId: order.id, error })
    throw new Refusal('unavailable', SETUP_FAILED)
  }
}

/** False if the session was paid or confirmed. It is detached first, or else its expiry would cancel the order. */
async function closeForm(
  ctx: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
  sessionId: string,
): Promise<boolean> {
  await detachSession(ctx.db, payment.id, sessionId)
  try {
    await provider.expireSession(sessionId)
    return true
  } catch (error) {
    const session = await findAfterFailure(provider, sessionId, error)
    if (session?.state === 'expired') return true
    if (session?.state === 'complete') {
      await attachSession(ctx.db, payment.id, { id: sessionId, url: payment.url })
      await settlePayment(ctx, session)
      return false
    }
    // It may still be paid, so it stays the session of this payment.
    const { url } = payment
    await attachSession(ctx.db, payment.id, { id: sessionId, url })
    throw error
  }
}

/** The provider refuses to expire a session that is closed. */
async function findAfterFailure(
  provider: PaymentProvider,
  sessionId: string,
  error: unknown,
): Promise<CheckoutSession | undefined> {
  if (!(error instanceof ProviderRejection)) return undefined
  return provider.findSession(sessionId, shopperDeadline()).catch(() => undefined)
}

async function findOrderOf(
  ctx: PaymentContext,
  sessionId: string,
): Promise<{ payment: Payment; order: Order } | undefined> {
  const payment = await findPayment(ctx.db, sessionId)
  const order = payment?.providerId === sessionId ? await readOrder(ctx.db, payment.orderId) : undefined
  return payment && order ? { payment, order } : undefined
}

function requireProvider({ payments }: PaymentContext): PaymentProvider {
  if (!payments) throw new Refusal('unavailable', SETUP_FAILED)
  return payments
}
