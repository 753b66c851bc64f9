import { lockOrder } from '../orders/find-order.server.ts'
import { BY_PROVIDER } from '../orders/move-order.server.ts'
import { priceIsGone } from '../orders/refund-order.server.ts'
import { finishRefund, undoRefund } from '../orders/send-refund.server.ts'
import { tellOfDispute, tellOfFailedRefund } from '../orders/write-letters.server.ts'
import type { Dispute, ProviderRefund } from '../payments/payment.ts'
import { findPaidByIntent } from '../payments/payments.server.ts'
import { findRefundOf, noteRefund } from '../payments/refunds.server.ts'
import type { Till } from './till.ts'

export type RefundOutcome = 'unknown' | 'waiting' | 'already' | 'refunded' | 'failed: told to the owner'

/** Money that went back, whoever gave it: the store, or its owner at the provider's. Booked once; unbooked if it failed. */
export async function hearRefund(till: Till, told: ProviderRefund): Promise<RefundOutcome> {
  const payment = told.intentId ? await findPaidByIntent(till.db, told.intentId) : undefined
  if (!payment) return 'unknown'
  return till.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const known = await findRefundOf(tx, told)
    if (told.state === 'waiting') return 'waiting'
    if (told.state === 'failed') {
      if (!known || known.state === 'failed') return 'already'
      const failure = told.failure ?? 'The buyer’s bank did not take it.'
      await undoRefund(tx, order, known, failure)
      await tellOfFailedRefund({ ...till, db: tx }, order, { ...known, failure })
      return 'failed: told to the owner'
    }
    if (known && known.state !== 'asked') return 'already'
    await finishRefund(tx, order, known ?? (await noteRefund(tx, payment, told)), told.id)
    const isRest = told.amount >= order.total - order.refunded
    if (!known && !payment.surplus && isRest)
      await priceIsGone(tx, order, 'Given back at the provider', BY_PROVIDER)
    return 'refunded'
  })
}

/** A buyer's bank wants its money back: the owner answers it at the provider's. */
export async function hearDispute(till: Till, dispute: Dispute): Promise<'unknown' | 'told to the owner'> {
  const payment = dispute.intentId ? await findPaidByIntent(till.db, dispute.intentId) : undefined
  if (!payment) return 'unknown'
  await till.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    await tellOfDispute({ ...till, db: tx }, order, dispute)
  })
  return 'told to the owner'
}
