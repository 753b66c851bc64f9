import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'
import { hashEmail } from '../offers/redeem-offer.server.ts'
import { cancelUnpaidOrder } from '../orders/cancel-order.server.ts'
import { isOutOfStockError } from '../orders/constraint-errors.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { orderPlacedJobs } from '../orders/order-jobs.ts'
import { LATE_PAYMENT_TRANSITION } from '../orders/order-status.ts'
import { sellHeldStock, sellStock } from '../orders/order-stock.server.ts'
import {
  PROVIDER_ACTOR,
  STORE_ACTOR,
  setPaymentStatus,
  transitionOrder,
} from '../orders/order-transition.server.ts'
import { NOTHING_REFUNDED, remainingRefund } from '../orders/refunds/refund-amounts.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import type { CheckoutSession } from '../payments/payment.ts'
import {
  findPaidPayment,
  findPayment,
  markPaid,
  type Payment,
  saveSurplusPayment,
} from '../payments/payments.server.ts'
import { requestRefund } from '../payments/refunds.server.ts'
import type { PaymentContext } from './payment-context.ts'

export type SettlementOutcome =
  | 'paid'
  | 'already'
  | 'waiting'
  | 'expired'
  | 'revived'
  | 'too late: refunded'
  | 'second payment: refunded'
  | 'unknown'
  | 'mismatch'

/** Runs from the webhook, landing page, and reconciler in any order; the order's lock makes each payment count once. */
export async function settlePayment(
  ctx: PaymentContext,
  session: CheckoutSession,
): Promise<SettlementOutcome> {
  const knownPayment =
    (await findPayment(ctx.db, session.id)) ??
    (session.paymentId && (await findPayment(ctx.db, session.paymentId)))
  if (!knownPayment) {
    ctx.log.warn('checkout session matches no order', { session: session.id })
    return 'unknown'
  }
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, knownPayment.orderId)
    const payment = await findPayment(tx, knownPayment.id)
    if (!payment) return 'unknown'
    if (!session.paid) return settleUnpaid(tx, order, payment, session)
    if (session.amount !== payment.amount || session.currency !== payment.currency) {
      ctx.log.error('payment amount does not match the order', {
        orderId: order.id,
        session: session.id,
      })
      return 'mismatch'
    }
    return settlePaid(tx, order, payment, session)
  })
}

async function settleUnpaid(
  tx: Db,
  order: Order,
  payment: Payment,
  session: CheckoutSession,
): Promise<SettlementOutcome> {
  if (session.state !== 'expired') return 'waiting'
  if (payment.state !== 'open' || payment.providerId !== session.id) return 'already'
  await cancelExpiredOrder(tx, order, payment)
  return 'expired'
}

export async function cancelExpiredOrder(tx: Db, order: Order, payment: Payment): Promise<void> {
  await cancelUnpaidOrder(tx, order, {
    ...STORE_ACTOR,
    paymentState: 'expired',
    note: 'Payment expired',
  })
  if (!payment.declinedAt) return
  const kind = 'payment-failed' as const
  await enqueueJob(tx, 'order-letter', { id: order.id, kind }, { key: `payment-failed:${order.id}` })
}

async function settlePaid(
  tx: Db,
  order: Order,
  payment: Payment,
  session: CheckoutSession,
): Promise<SettlementOutcome> {
  const paid = await findPaidPayment(tx, order.id)
  if (paid?.providerId === session.id) return 'already'
  if (paid) return refundSurplus(tx, order, session)
  await markPaid(tx, payment.id, session)
  if (payment.state === 'open') {
    await sellHeldStock(tx, order.id)
    await setPaymentStatus(tx, order.id, 'paid')
    await completeSale(tx, order)
    return 'paid'
  }
  if (payment.state === 'expired' && (await resellItems(tx, order))) {
    const { from, to } = LATE_PAYMENT_TRANSITION
    const note = 'Paid late, still in stock'
    await transitionOrder(tx, order.id, { from, to, paymentStatus: 'paid', note, ...PROVIDER_ACTOR })
    await completeSale(tx, order)
    return 'revived'
  }
  await setPaymentStatus(tx, order.id, 'paid')
  await enqueueJob(tx, 'book-sale', { orderId: order.id }, { key: `book-sale:${order.id}` })
  const { id: orderId } = order
  const refund = {
    ...remainingRefund(order, NOTHING_REFUNDED),
    orderId,
    paymentId: payment.id,
    actorId: null,
  }
  await requestRefund(tx, { ...refund, reason: 'late', cause: `late:${payment.id}` })
  return 'too late: refunded'
}

async function refundSurplus(tx: Db, order: Order, session: CheckoutSession): Promise<SettlementOutcome> {
  const paymentId = await saveSurplusPayment(tx, order.id, session)
  const refund = { orderId: order.id, paymentId, amount: session.amount, actorId: null }
  await requestRefund(tx, { ...refund, reason: 'surplus', cause: `surplus:${session.id}` })
  return 'second payment: refunded'
}

async function completeSale(tx: Db, order: Order): Promise<void> {
  await enqueueJob(tx, 'book-sale', { orderId: order.id }, { key: `book-sale:${order.id}` })
  for (const { name, payload, key } of orderPlacedJobs(order.id)) await enqueueJob(tx, name, payload, { key })
  if (order.userId) await removePurchasedItems(tx, order.userId, order.id)
}

/** Takes the stock and the offer use again, both or neither. */
async function resellItems(tx: Db, order: Order): Promise<boolean> {
  try {
    await tx.transaction(async (savepoint) => {
      await sellStock(savepoint, order.id)
      if (!order.offerCode) return
      const [claimed] = await reclaimOffer(savepoint, order.id, hashEmail(order.email))
      if (!claimed) throw new OfferUsedUp()
    })
    return true
  } catch (error) {
    if (error instanceof OfferUsedUp || isOutOfStockError(error)) return false
    throw error
  }
}

class OfferUsedUp extends Error {}

const reclaimOffer = statement<{ order_id: string }>(
  'offer_use_again',
  `with offer as (
    select f.id, f.total_limit from offers f join orders o on o.offer_code = f.code where o.id = $1 for no key update of f
  ) insert into offer_uses (order_id, offer_id, user_id, email_hash)
    select $1, offer.id, o.user_id, $2
    from offer, orders o where o.id = $1 and (offer.total_limit is null
      or (select count(*) from offer_uses u where u.offer_id = offer.id) < offer.total_limit)
  returning order_id`,
)

// Only purchased products; items added since stay in the cart.
const removePurchasedItems = statement(
  'cart_bought',
  `delete from cart_items c using order_items i where c.user_id = $1 and i.order_id = $2 and i.product_id = c.product_id`,
)
