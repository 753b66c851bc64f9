import type { Currency } from '../money.ts'
import { readOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { Unsure, Unwilling } from '../payments/payment.ts'
import { findPayment, type Payment } from '../payments/payments.server.ts'
import { settle } from './settle.server.ts'
import type { Till } from './till.ts'

export type Verified =
  | { success: true; order: Order; amountTotal: number; currency: Currency }
  | { success: false; order: Order | null }

/** What became of a visit to the provider's page. Asked twice, by the wrong tab or with a made-up id, it changes nothing. */
export async function verifyPayment(till: Till, sessionId: string): Promise<Verified> {
  const payment = await findPayment(till.db, sessionId)
  if (payment?.providerId !== sessionId) return { success: false, order: null }
  if (payment.state !== 'paid') await askProvider(till, payment)
  const order = await readOrder(till.db, payment.orderId)
  if (order?.paymentStatus !== 'paid' || order.status === 'cancelled')
    return { success: false, order: order ?? null }
  return { success: true, order, amountTotal: order.total, currency: order.currency }
}

/** The webhook may not have come yet. Without an answer now, it will; or the reconciler asks. */
async function askProvider(till: Till, { providerId, state }: Payment): Promise<void> {
  if (!till.payments || !providerId || state === 'refunded') return
  try {
    await settle(till, await till.payments.findSession(providerId))
  } catch (error) {
    if (!(error instanceof Unsure || error instanceof Unwilling)) throw error
    till.log.warn('Payment verification failed', { session: providerId, error })
  }
}
