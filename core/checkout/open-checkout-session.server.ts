import { Refusal } from '../errors.ts'
import type { Order } from '../orders/order.ts'
import { enqueueJob } from '../outbox/outbox.server.ts'
import { isPast } from '../payments/deadline.ts'
import {
  type CheckoutSession,
  type NewCheckoutSession,
  type PaymentProvider,
  UncertainOutcome,
} from '../payments/payment.ts'
import { attachSession, nextAttempt, type Payment } from '../payments/payments.server.ts'
import { createSessionForBuyer, isOwnOrder } from '../payments/saved-methods/payment-customer.server.ts'
import { allowedMethods, expressMethods, holdableMethods } from '../settings/payment-methods.ts'
import { readStoreSettings } from '../settings/store-settings.server.ts'
import { MINUTE_MS } from '../time-units.ts'
import type { PaymentContext } from './payment-context.ts'

/** The provider requires at least 30 minutes, counted from when it receives the request. */
export const OPEN_MINUTES = 31

/** For this long after a payment is created, its expiry still meets the provider's minimum. */
const FRESH_MS = 30_000

/** By then, a request that nobody waits for any more has created its session or failed. */
const LATE_MS = MINUTE_MS

/** Reuses the session of a request that failed after creating it; otherwise creates one under a new key. */
export async function openCheckoutSession(
  ctx: PaymentContext,
  provider: PaymentProvider,
  order: Order,
  payment: Payment,
  deadline: Date,
): Promise<Payment> {
  const session = await createOrFindSession(ctx, provider, order, payment, deadline).catch(async (error) => {
    if (error instanceof UncertainOutcome) await closeOtherSessions(ctx, payment.id, LATE_MS)
    throw error
  })
  const updated = await attachSession(ctx.db, payment.id, { ...session, url: pageOf(ctx, session) })
  if (!updated) throw new Error(`Payment ${payment.id} not found`)
  // A concurrent request may have attached its session first; that one counts, and this one is closed.
  if (updated.providerId !== session.id) await closeOtherSessions(ctx, payment.id)
  if (updated.state !== 'open') {
    await closeOtherSessions(ctx, payment.id)
    throw new Refusal('conflict', 'This checkout was replaced by a newer one. Continue there.')
  }
  return updated
}

/** The provider’s, or the store’s own with the form. */
function pageOf({ settings }: PaymentContext, { id, url, clientSecret }: CheckoutSession): string | null {
  return clientSecret ? `${settings.origin}/checkout/pay?${new URLSearchParams({ session_id: id })}` : url
}

async function createOrFindSession(
  ctx: PaymentContext,
  provider: PaymentProvider,
  order: Order,
  payment: Payment,
  deadline: Date,
): Promise<CheckoutSession> {
  const { payments } = await readStoreSettings(ctx.db, ctx.log)
  const { isExpress = false } = ctx
  const hasForm = ctx.canShowForm === true && provider.library !== null && payments.form === 'store'
  const isCapturedLater = payment.capture === 'manual'
  const allowed = (isExpress ? expressMethods : allowedMethods)(payments.methods, order.currency)
  const methods = isCapturedLater ? holdableMethods(allowed) : allowed
  const { statementSuffix } = payments
  const params = {
    ...newSessionParams(ctx, order, payment),
    ...{ hasForm, methods, statementSuffix, isCapturedLater },
  }
  const create = (session: NewCheckoutSession, key: string) =>
    createSessionForBuyer(ctx, provider, order, session, {
      key,
      deadline,
      // A wallet has its own.
      savesMethods: payments.saveMethods && !isExpress,
    })
  const isFresh = Date.now() - payment.createdAt.getTime() < FRESH_MS
  if (isFresh && payment.attempt === 1) {
    try {
      return await create(params, `${payment.id}:1`)
    } catch (error) {
      if (!(error instanceof UncertainOutcome) || isPast(deadline)) throw error
      ctx.log.warn('creating a checkout session failed without a clear result', { orderId: order.id, error })
    }
  }
  const isOwn = isOwnOrder(ctx, order)
  // Only this request knows an intent’s secret, so one that it lost can’t be paid.
  const existing = isExpress
    ? undefined
    : await findCreatedSession(ctx, provider, payment, { hasForm, isOwn, deadline })
  if (existing) return existing
  const expiresAt = new Date(Date.now() + OPEN_MINUTES * MINUTE_MS)
  const attempt = await nextAttempt(ctx.db, payment.id, expiresAt)
  await closeOtherSessions(ctx, payment.id)
  return create({ ...params, expiresAt }, `${payment.id}:${attempt}`)
}

async function findCreatedSession(
  ctx: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
  { hasForm, isOwn, deadline }: { hasForm: boolean; isOwn: boolean; deadline: Date },
): Promise<CheckoutSession | undefined> {
  try {
    const since = new Date(payment.createdAt.getTime() - MINUTE_MS)
    const sessions = await provider.sessionsSince(since, deadline)
    return sessions.find(
      ({ paymentId, state, url, clientSecret, customerId }) =>
        paymentId === payment.id &&
        state === 'open' &&
        (hasForm ? clientSecret : url) &&
        // What a customer saved is shown to nobody else.
        (!customerId || isOwn),
    )
  } catch (error) {
    ctx.log.warn('listing checkout sessions failed', { error })
    return undefined
  }
}

export function closeOtherSessions({ db }: PaymentContext, paymentId: string, delay = 5000): Promise<void> {
  const at = new Date(Date.now() + delay)
  return enqueueJob(db, 'close-session', { paymentId }, { key: `close-others:${paymentId}`, at })
}

export function newSessionParams(
  { settings, returnPath, isExpress = false }: PaymentContext,
  order: Order,
  payment: Payment,
): Omit<NewCheckoutSession, 'hasForm' | 'methods' | 'statementSuffix' | 'isCapturedLater'> {
  const { id: orderId, number, email, currency, items, shipping, tax, taxIncluded } = order
  const extraLines = [
    { name: 'Shipping', amount: shipping, quantity: 1 },
    { name: 'Tax', amount: taxIncluded ? 0 : tax, quantity: 1 },
  ]
  return {
    paymentId: payment.id,
    orderId,
    number,
    email,
    currency,
    total: payment.amount,
    isExpress,
    lines: [
      ...items.map(({ name, price, quantity }) => ({ name, amount: price, quantity })),
      ...extraLines.filter(({ amount }) => amount > 0),
    ],
    expiresAt: payment.expiresAt ?? new Date(Date.now() + OPEN_MINUTES * MINUTE_MS),
    // The provider fills in the placeholder, so the braces must not be encoded.
    successUrl: `${settings.origin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${settings.origin}${returnPath ?? (order.kind === 'gift_card' ? '/gift-cards' : '/checkout')}`,
  }
}
