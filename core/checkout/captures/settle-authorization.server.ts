import { loseAuthorization, writeAuthorized } from '#core/orders/authorizations/write-authorization.server.ts'
import type { Order } from '#core/orders/order.ts'
import { orderPlacedJobs } from '#core/orders/order-jobs.ts'
import { LATE_PAYMENT_TRANSITION } from '#core/orders/order-status.ts'
import { insertHeldSale } from '#core/orders/order-stock.server.ts'
import { providerActor, transitionOrder } from '#core/orders/order-transition.server.ts'
import { jobRows, postJobs } from '#core/outbox/outbox.server.ts'
import { releaseIntentLater, updateToAuthorized } from '#core/payments/captures/captures.server.ts'
import type { ProviderIntent } from '#core/payments/captures/provider-intent.ts'
import { shopperDeadline } from '#core/payments/deadline.ts'
import type { CheckoutSession } from '#core/payments/payment.ts'
import { findAuthorizedPayment, type Payment } from '#core/payments/payments.server.ts'
import { DAY_MS } from '#core/time-units.ts'
import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { canRevive, resellItems } from '../late-payments/revive-order.server.ts'
import type { PaymentContext } from '../payment-context.ts'
import { completeCapture, returnCapture } from './complete-capture.server.ts'
import { removePurchasedItems } from './purchased-items.server.ts'

export type AuthorizationOutcome =
  | 'authorized'
  | 'captured'
  | 'captured late: refunded'
  | 'authorization ended'
  | 'authorization not needed: released'
  | 'unchanged'

/** How long cards hold an authorization, if the provider doesn't say. */
const AUTHORIZED_DAYS = 7

/**
 * Events say little about the authorization, and may arrive in any order. So the provider is asked how it is now, which is
 * the same for each of them.
 */
export async function readIntent(
  { payments }: PaymentContext,
  payment: Payment,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  const isKnown = session.intent || !session.intentId || session.state !== 'complete'
  if (payment.capture !== 'manual' || isKnown || !payments) return session
  const current = await payments.findSession(session.id, shopperDeadline())
  // An express payment that failed later is open again.
  if (session.failed && current.state === 'open') return session
  return { ...current, failed: current.failed || session.failed }
}

type Settlement = { db: Db; now: Date }
type OrderPayments = { payment: Payment; payments: Payment[] }

/** Null if there is no authorization to settle: then the session is like any other. The caller holds the order's lock. */
export async function settleAuthorization(
  ctx: Settlement,
  order: Order,
  { payment, payments }: OrderPayments,
  session: CheckoutSession,
): Promise<AuthorizationOutcome | null> {
  const { intent } = session
  if (payment.capture !== 'manual' || !intent) return null
  if (payment.state === 'authorized' && payment.intentId === intent.id)
    return settleIntent(ctx, order, payment, intent)
  const isNeeded = fits(payment, session) && !payments.some(isTaken)
  if (intent.state === 'captured') return isNeeded ? settleUnknownCapture(ctx, order, payment, session) : null
  if (intent.state !== 'authorized') return null
  // It ended here, and the provider is still to release it.
  if (payment.intentId === intent.id) return 'unchanged'
  if (isNeeded && (await isOrderOpen(ctx, order, payment))) {
    await authorize(ctx, order, payment, { session, intent })
    return 'authorized'
  }
  await releaseIntentLater(ctx.db, intent.id)
  return 'authorization not needed: released'
}

/** Captured in the provider's dashboard before the store heard of it, or after the order was cancelled. */
async function settleUnknownCapture(
  ctx: Settlement,
  order: Order,
  payment: Payment,
  session: CheckoutSession,
): Promise<AuthorizationOutcome | null> {
  const { intent } = session
  if (!intent) return null
  if (payment.state === 'open') {
    await authorize(ctx, order, payment, { session, intent })
    const authorized = await findAuthorizedPayment(ctx.db, order.id)
    return authorized ? settleIntent(ctx, order, authorized, intent) : null
  }
  // A full one is refunded like any late payment.
  if (intent.captured >= payment.amount || order.giftCardAmount > 0) return null
  await returnCapture(ctx.db, order, payment, { session, captured: intent.captured, at: ctx.now })
  return 'captured late: refunded'
}

/** Of an authorized payment. */
export async function settleIntent(
  { db: tx, now: at }: Settlement,
  order: Order,
  payment: Payment,
  { state, captured }: ProviderIntent,
): Promise<AuthorizationOutcome> {
  if (state === 'captured') {
    await completeCapture(tx, order, payment, { amount: captured, at })
    return 'captured'
  }
  if (state !== 'released') return 'unchanged'
  await loseAuthorization(tx, order, payment, at)
  return 'authorization ended'
}

function fits(payment: Payment, { id, amount, currency }: CheckoutSession): boolean {
  const isOwn = payment.providerId === null || payment.providerId === id
  return isOwn && payment.amount === amount && payment.currency === currency
}

const isTaken = ({ state, surplus }: Payment) =>
  !surplus && (state === 'authorized' || state === 'paid' || state === 'refunded')

/** An order that was cancelled meanwhile is revived as by a late payment. */
async function isOrderOpen({ db: tx, now }: Settlement, order: Order, payment: Payment): Promise<boolean> {
  if (payment.state === 'open') return true
  if (!(await canRevive(tx, order, payment)) || !(await resellItems(tx, order, now))) return false
  const note = 'Authorized late, still in stock'
  await transitionOrder(tx, order.id, {
    ...LATE_PAYMENT_TRANSITION,
    paymentStatus: 'pending',
    note,
    ...providerActor(now),
  })
  return true
}

async function authorize(
  { db: tx, now: at }: Settlement,
  order: Order,
  payment: Payment,
  { session, intent }: { session: CheckoutSession; intent: ProviderIntent },
): Promise<void> {
  const until = intent.authorizedUntil ?? new Date(at.getTime() + AUTHORIZED_DAYS * DAY_MS)
  const authorized = updateToAuthorized(payment.id, { intentId: intent.id, sessionId: session.id, at })
  const written = writeAuthorized(order.id, { until, at })
  const jobs = orderPlacedJobs(order.id)
  if (payment.state === 'open') {
    await execute(tx)`
      with payment as (${authorized}), stock as (${insertHeldSale(order.id, at)}), orders as (${written})
      select outbox_add(${jobRows(jobs)})`
  } else {
    await execute(tx)`with payment as (${authorized}) ${written}`
    await postJobs(tx, jobs)
  }
  // What the shopper adds while a payment is processing stays.
  if (order.userId && !payment.processingAt) await removePurchasedItems(tx, order.userId, order.id)
}
