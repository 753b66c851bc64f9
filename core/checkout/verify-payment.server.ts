import type { Currency } from '../money.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import { findPayment, type Payment } from '../payments/payments.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { settlePayment } from './settle-payment.server.ts'

export type PaymentVerification =
  | { success: true; order: Order; amountTotal: number; currency: Currency }
  | { success: false; order: Order | null }

/** Safe to repeat, and harmless with an unknown session ID. */
export async function verifyPayment(ctx: PaymentContext, sessionId: string): Promise<PaymentVerification> {
  const payment = await findPayment(ctx.db, sessionId)
  if (payment?.providerId !== sessionId) return { success: false, order: null }
  if (payment.state !== 'paid') await refreshFromProvider(ctx, payment)
  const order = await readOrder(ctx.db, payment.orderId)
  if (order?.paymentStatus !== 'paid' || order.status === 'cancelled')
    return { success: false, order: order ?? null }
  return { success: true, order, amountTotal: order.total, currency: order.currency }
}

/** The webhook may not have arrived yet. If this request fails, the webhook or the reconciler settles the payment. */
async function refreshFromProvider(ctx: PaymentContext, { providerId, state }: Payment): Promise<void> {
  if (!ctx.payments || !providerId || state === 'refunded') return
  try {
    await settlePayment(ctx, await ctx.payments.findSession(providerId))
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('Payment verification failed', { session: providerId, error })
  }
}
