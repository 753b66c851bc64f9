import type { Currency } from '../money.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { shopperDeadline } from '../payments/deadline.ts'
import { ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import { findPayment, type Payment } from '../payments/payments.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { settlePayment } from './settle-payment.server.ts'

export type PaymentVerification =
  | { state: 'paid'; order: Order; amountTotal: number; currency: Currency }
  /** `unknown` means that the provider could not be asked. */
  | { state: 'processing'; order: Order }
  | {
      state: 'failed' | 'refunded' | 'unknown'
      order: Order | null
      hasPaymentLink?: boolean
      wasProcessing?: boolean
    }

/** Safe to repeat, and harmless with an unknown session ID. */
export async function verifyPayment(ctx: PaymentContext, sessionId: string): Promise<PaymentVerification> {
  const payment = await findPayment(ctx.db, sessionId)
  if (payment?.providerId !== sessionId) return { state: 'failed', order: null }
  const isKnown =
    payment.state === 'paid' || payment.state === 'authorized' || (await refreshFromProvider(ctx, payment))
  const order = await readOrder(ctx.db, payment.orderId)
  if (!order) return { state: 'failed', order: null }
  const { paymentStatus, status, total: amountTotal, currency } = order
  const hasPaymentLink = payment.link
  if (order.authorization === 'authorized' || (paymentStatus === 'paid' && status !== 'cancelled'))
    return { state: 'paid', order, amountTotal, currency }
  if (paymentStatus === 'paid' || paymentStatus === 'refunded')
    return { state: 'refunded', order, hasPaymentLink }
  if (order.paymentProcessing) return { state: 'processing', order }
  const wasProcessing =
    payment.processingAt !== null || (await findPayment(ctx.db, payment.id))?.processingAt != null
  return { state: isKnown ? 'failed' : 'unknown', order, hasPaymentLink, wasProcessing }
}

/** The webhook may not have arrived yet. If this request fails, the webhook or the reconciler settles the payment. */
async function refreshFromProvider(ctx: PaymentContext, { providerId, state }: Payment): Promise<boolean> {
  if (!ctx.payments || !providerId || state === 'refunded') return true
  try {
    const session = await ctx.payments.findSession(providerId, shopperDeadline())
    await settlePayment(ctx, session)
    return session.paid || session.failed || session.state !== 'complete'
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('Payment verification failed', { session: providerId, error })
    return false
  }
}
