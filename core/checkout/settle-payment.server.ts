import { backOfficeLink } from '#core/settings/back-office-link.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { readEmailSender } from '../email/email-sender.server.ts'
import { enqueueEmail } from '../email/emails.server.ts'
import { activateGiftCard } from '../gift-cards/sell-gift-card.server.ts'
import { cancelUnpaidOrder } from '../orders/cancel-order.server.ts'
import { unmatchedPaymentEmail } from '../orders/emails/owner-emails.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import type { Order } from '../orders/order.ts'
import { orderPlacedJobs } from '../orders/order-jobs.ts'
import { GIFT_CARD_TRANSITION, LATE_PAYMENT_TRANSITION } from '../orders/order-status.ts'
import { insertHeldSale } from '../orders/order-stock.server.ts'
import {
  providerActor,
  setPaymentStatus,
  storeActor,
  transitionOrder,
  updatePaymentStatus,
} from '../orders/order-transition.server.ts'
import { remainingRefund } from '../orders/refunds/refund-amounts.ts'
import { enqueueJob, jobRows, type NewJob, postJobs } from '../outbox/outbox.server.ts'
import type { CheckoutSession } from '../payments/payment.ts'
import {
  detachSession,
  findPayment,
  isPaidPayment,
  listPayments,
  markDeclined,
  markPaid,
  markProcessing,
  type Payment,
  saveSurplusPayment,
  updateToPaid,
} from '../payments/payments.server.ts'
import { NOTHING_REFUNDED } from '../payments/refund.ts'
import { requestRefund } from '../payments/refunds.server.ts'
import { readNotificationEmail } from '../settings/store-identity.server.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { HOUR_MS } from '../time-units.ts'
import { removePurchasedItems } from './captures/purchased-items.server.ts'
import {
  type AuthorizationOutcome,
  readIntent,
  settleAuthorization,
} from './captures/settle-authorization.server.ts'
import { canRevive, resellItems } from './late-payments/revive-order.server.ts'
import type { PaymentContext } from './payment-context.ts'

export type SettlementOutcome =
  | AuthorizationOutcome
  | 'paid'
  | 'unchanged'
  | 'waiting'
  | 'processing'
  | 'failed'
  | 'expired'
  | 'revived'
  | 'late payment: refunded'
  | 'second payment: refunded'
  | 'unknown'
  | 'mismatch'

/** Runs from the webhook, landing page, and reconciler in any order; the order's lock makes each payment count once. */
export async function settlePayment(
  ctx: PaymentContext,
  reported: CheckoutSession,
): Promise<SettlementOutcome> {
  const knownPayment =
    (await findPayment(ctx.db, reported.id)) ??
    (reported.paymentId && (await findPayment(ctx.db, reported.paymentId)))
  if (!knownPayment) {
    ctx.log.warn('checkout session matches no order', { session: reported.id })
    if (reported.paid && reported.paymentId) await notifyUnmatchedPayment(ctx, reported)
    return 'unknown'
  }
  if (isSettled(knownPayment, reported)) return 'unchanged'
  const session = await readIntent(ctx, knownPayment, reported)
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, knownPayment.orderId)
    const payments = await listPayments(tx, order.id)
    const payment = payments.find(({ id }) => id === knownPayment.id)
    if (!payment) return 'unknown'
    const settlement = { db: tx, now: ctx.now }
    const authorization = await settleAuthorization(settlement, order, { payment, payments }, session)
    if (authorization) return authorization
    if (!session.paid) return settleUnpaid(settlement, order, payment, session)
    if (session.amount !== payment.amount || session.currency !== payment.currency) {
      ctx.log.error('payment amount does not match the order', {
        orderId: order.id,
        session: session.id,
      })
      await notifyUnmatchedPayment({ ...ctx, db: tx }, session)
      return 'mismatch'
    }
    if (payment.state !== 'paid' && payment.providerId !== null && payment.providerId !== session.id) {
      // Its metadata names a payment that has a session of its own.
      ctx.log.error('checkout session belongs to no payment', { orderId: order.id, session: session.id })
      await notifyUnmatchedPayment({ ...ctx, db: tx }, session)
      return 'mismatch'
    }
    return settlePaid(settlement, order, { payment, paid: payments.find(isPaidPayment) }, session)
  })
}

/** The webhook and the landing page both report a payment; the later one need not wait for the order's lock. */
function isSettled({ state, providerId, amount, currency }: Payment, session: CheckoutSession): boolean {
  return (
    state === 'paid' &&
    session.paid &&
    providerId === session.id &&
    amount === session.amount &&
    currency === session.currency
  )
}

/** The money is at the provider, so the owner has to decide. */
async function notifyUnmatchedPayment(ctx: PaymentContext, session: CheckoutSession): Promise<void> {
  const to = await readNotificationEmail(ctx)
  const envelope = { to, sender: await readEmailSender(ctx), link: backOfficeLink(ctx, '/admin') }
  await enqueueEmail(ctx.db, unmatchedPaymentEmail(session, envelope))
}

type Settlement = Pick<PaymentContext, 'db' | 'now'>

async function settleUnpaid(
  ctx: Settlement,
  order: Order,
  payment: Payment,
  session: CheckoutSession,
): Promise<SettlementOutcome> {
  const { db: tx, now } = ctx
  if (session.state === 'open') return 'waiting'
  if (payment.state !== 'open' || payment.providerId !== session.id) return 'unchanged'
  if (session.state === 'complete' && !session.failed) return holdWhileProcessing(ctx, order, payment)
  if (session.failed) await markDeclined(tx, payment.id)
  if (payment.link && payment.expiresAt && payment.expiresAt > now) {
    await detachSession(tx, payment.id, session.id)
    if (payment.processingAt) await emailFailure(tx, order, session.id)
    return 'waiting'
  }
  const declinedAt = session.failed ? now : payment.declinedAt
  await cancelExpiredOrder(ctx, order, { ...payment, declinedAt })
  return session.failed ? 'failed' : 'expired'
}

/** The shopper has done their part, and an app or a bank still has to do its own. */
async function holdWhileProcessing(
  { db: tx, now }: Settlement,
  order: Order,
  payment: Payment,
): Promise<SettlementOutcome> {
  const { payments } = await readStoreSettings(tx)
  const until = new Date(now.getTime() + payments.processingHours * HOUR_MS)
  if (!(await markProcessing(tx, payment.id, { at: now, until }))) return 'unchanged'
  const kind = 'payment-processing' as const
  await enqueueJob(tx, 'order-email', { id: order.id, kind }, { key: `${kind}:${payment.id}` })
  if (order.userId) await removePurchasedItems(tx, order.userId, order.id)
  return 'processing'
}

export async function cancelExpiredOrder(
  { db: tx, now }: Settlement,
  order: Order,
  payment: Payment,
): Promise<void> {
  await cancelUnpaidOrder(tx, order, {
    ...storeActor(now),
    paymentState: 'expired',
    note: describeExpiry(payment),
  })
  if (payment.processingAt || (payment.declinedAt && !payment.link)) await emailFailure(tx, order, order.id)
}

function emailFailure(tx: Db, { id }: Order, cause: string): Promise<void> {
  return enqueueJob(tx, 'order-email', { id, kind: 'payment-failed' }, { key: `payment-failed:${cause}` })
}

function describeExpiry({ processingAt, declinedAt }: Payment): string {
  if (!processingAt) return 'Payment expired'
  return declinedAt ? 'Payment failed' : 'Payment not confirmed in time'
}

async function settlePaid(
  { db: tx, now }: Settlement,
  order: Order,
  { payment, paid }: { payment: Payment; paid: Payment | undefined },
  session: CheckoutSession,
): Promise<SettlementOutcome> {
  if (paid?.providerId === session.id || payment.surplus) return 'unchanged'
  if (paid) return refundSurplus(tx, order, { session, at: now })
  if (payment.state === 'open') {
    await recordSale(tx, order, { payment, session, at: now })
    return 'paid'
  }
  await markPaid(tx, payment.id, { ...session, at: now })
  if ((await canRevive(tx, order, payment)) && (await resellItems(tx, order, now))) {
    const { from, to } = LATE_PAYMENT_TRANSITION
    const note = 'Paid late, still in stock'
    await transitionOrder(tx, order.id, { from, to, paymentStatus: 'paid', note, ...providerActor(now) })
    await completeSale(tx, order, now)
    return 'revived'
  }
  // Its gift cards have their money back, or the one that it sells was never issued. So only the card payment is returned,
  // as if it had been a second one.
  if (order.giftCardAmount > 0 || order.kind === 'gift_card') {
    await refundSurplus(tx, order, { session, at: now, reason: 'late' })
    return 'late payment: refunded'
  }
  await setPaymentStatus(tx, order.id, { status: 'paid', at: now })
  await enqueueJob(tx, 'book-sale', { orderId: order.id }, { key: `book-sale:${order.id}` })
  const refund = { ...remainingRefund(order, NOTHING_REFUNDED), orderId: order.id, paymentId: payment.id }
  await requestRefund(tx, { ...refund, actorId: null, at: now, reason: 'late', cause: `late:${payment.id}` })
  return 'late payment: refunded'
}

async function refundSurplus(
  tx: Db,
  order: Order,
  { session, at, reason = 'surplus' }: { session: CheckoutSession; at: Date; reason?: 'surplus' | 'late' },
): Promise<SettlementOutcome> {
  const paymentId = await saveSurplusPayment(tx, order.id, session)
  const refund = { orderId: order.id, paymentId, amount: session.amount, actorId: null, at }
  await requestRefund(tx, { ...refund, reason, cause: `surplus:${session.id}` })
  return 'second payment: refunded'
}

/** In one statement, because every card order needs it. */
async function recordSale(
  tx: Db,
  order: Order,
  { payment, session, at }: { payment: Payment; session: CheckoutSession; at: Date },
): Promise<void> {
  await execute(tx)`
    with payment as (${updateToPaid(payment.id, { ...session, at })}),
      stock as (${insertHeldSale(order.id, at)}),
      paid as (${updatePaymentStatus(order.id, { status: 'paid', at })})
    select outbox_add(${jobRows(saleJobs(order.id))})`
  if (order.kind === 'gift_card') return deliverGiftCard(tx, order, at)
  // What the shopper adds while a payment is processing stays.
  if (order.userId && !payment.processingAt) await removePurchasedItems(tx, order.userId, order.id)
}

async function completeSale(tx: Db, order: Order, at: Date): Promise<void> {
  await postJobs(tx, saleJobs(order.id))
  if (order.kind === 'gift_card') return deliverGiftCard(tx, order, at)
  if (order.userId) await removePurchasedItems(tx, order.userId, order.id)
}

async function deliverGiftCard(tx: Db, { id: orderId, total: amount }: Order, at: Date): Promise<void> {
  await activateGiftCard(tx, { orderId, amount, at })
  await transitionOrder(tx, orderId, { ...GIFT_CARD_TRANSITION, ...storeActor(at) })
}

function saleJobs(orderId: string): NewJob[] {
  const bookSale = { name: 'book-sale', payload: { orderId }, key: `book-sale:${orderId}` } as const
  return [bookSale, ...orderPlacedJobs(orderId)]
}
