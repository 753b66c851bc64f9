import { lockOrder } from '../orders/find-order.server.ts'
import { type PaymentProvider, ProviderRejection, UncertainOutcome } from '../payments/payment.ts'
import {
  findPayment,
  listOpenPayments,
  listOverduePayments,
  type Payment,
} from '../payments/payments.server.ts'
import { stopAtOutage } from '../payments/provider-outage.ts'
import { MINUTE_MS } from '../time-units.ts'
import { OPEN_MINUTES } from './open-checkout-session.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { pollEvents } from './poll-events.server.ts'
import { cancelExpiredOrder, settlePayment } from './settle-payment.server.ts'

/** Catches up on missed webhooks and expires overdue payments. */
export async function reconcilePayments({ payments, ...ctx }: PaymentContext): Promise<void> {
  const { provider, hasOutage } = payments ? stopAtOutage(payments) : NO_PROVIDER
  const overdue = await listOverduePayments(ctx.db, new Date())
  const failures: unknown[] = []
  for (let start = 0; start < overdue.length && !ctx.stopping?.aborted; start += EXPIRED_TOGETHER) {
    // Held stock must not wait for the provider. A job closes the session later.
    const expiryContext = { ...ctx, payments: hasOutage() ? null : provider }
    const batch = overdue.slice(start, start + EXPIRED_TOGETHER)
    const results = await Promise.allSettled(batch.map(({ id }) => expirePayment(expiryContext, id)))
    failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
  }
  // Afterwards: after an outage, it may take minutes, and expiring asks about each payment itself.
  if (provider) await processMissedEvents({ ...ctx, payments: provider }, provider, hasOutage)
  if (failures.length) throw failures[0]
}

/** Each takes up to two requests to the provider. */
const EXPIRED_TOGETHER = 5

const NO_PROVIDER = { provider: null, hasOutage: () => false }

async function processMissedEvents(
  ctx: PaymentContext,
  provider: PaymentProvider,
  hasOutage: () => boolean,
): Promise<void> {
  try {
    await pollEvents(ctx, provider)
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('listing payment events failed', { error })
    await pollOpenPayments(ctx, provider, hasOutage)
  }
}

/** Fallback when events can't be listed: checks each open payment. */
async function pollOpenPayments(
  ctx: PaymentContext,
  provider: PaymentProvider,
  hasOutage: () => boolean,
): Promise<void> {
  for (const { providerId } of await listOpenPayments(ctx.db)) {
    if (hasOutage() || ctx.stopping?.aborted) return
    const session = providerId && (await tryProvider(ctx, () => provider.findSession(providerId)))
    if (session) await settlePayment(ctx, session)
  }
}

/** Checks for a last-minute payment first. A payment that arrives later still is settled when it does. */
export async function expirePayment(ctx: PaymentContext, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  // A second attempt extends the payment.
  if (payment?.state !== 'open' || (payment.expiresAt && payment.expiresAt.getTime() > Date.now())) return
  if (payment.providerId && ctx.payments) await settleOrExpire(ctx, ctx.payments, payment.providerId)
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const current = await findPayment(tx, paymentId)
    if (current?.state === 'open' && current.expiresAt && current.expiresAt.getTime() <= Date.now())
      await cancelExpiredOrder({ db: tx, now: ctx.now }, order, current)
  })
}

async function settleOrExpire(
  ctx: PaymentContext,
  provider: PaymentProvider,
  sessionId: string,
): Promise<void> {
  const session = await tryProvider(ctx, () => provider.findSession(sessionId))
  // A payment that is processing, or failed, may not have been reported.
  if (session?.paid || session?.state === 'complete') await settlePayment(ctx, session)
  else if (session?.state === 'open') await tryProvider(ctx, () => provider.expireSession(sessionId))
}

/** Expires every session of a payment at the provider, except the current one if it is still open. */
export async function closeSessions(ctx: PaymentContext, paymentId: string): Promise<void> {
  const provider = ctx.payments
  const payment = await findPayment(ctx.db, paymentId)
  if (!provider || !payment) return
  for (const id of await findClosableSessions(provider, payment)) {
    // A request may have attached it while the sessions were listed.
    const current = await findPayment(ctx.db, paymentId)
    if (current && isInUse(current, id)) continue
    await provider.expireSession(id).catch((error) => {
      // The session is already closed or paid; its event reports that.
      if (!(error instanceof ProviderRejection)) throw error
    })
  }
}

/** Closing an authorization would release it, other than a session that is paid. */
function isInUse({ state, providerId }: Payment, id: string): boolean {
  return id === providerId && state !== 'failed' && state !== 'expired'
}

/** Listing is slow, and only needed if an attempt may have created a session that the store doesn't know. */
async function findClosableSessions(provider: PaymentProvider, payment: Payment): Promise<string[]> {
  const { id: paymentId, providerId, attempt, createdAt } = payment
  const isCurrent = (id: string) => isInUse(payment, id)
  if (providerId && attempt === 1) return [providerId].filter((id) => !isCurrent(id))
  try {
    // Older ones have expired. A payment by link is open for days.
    const oldestOpen = Date.now() - OPEN_MINUTES * MINUTE_MS
    const sessions = await provider.sessionsSince(
      new Date(Math.max(createdAt.getTime(), oldestOpen) - MINUTE_MS),
    )
    const own = sessions
      .filter((session) => session.paymentId === paymentId && session.state === 'open' && !session.paid)
      .map(({ id }) => id)
    // The list has no express payments.
    return [...new Set([...own, ...(providerId ? [providerId] : [])])].filter((id) => !isCurrent(id))
  } catch (error) {
    if (!(error instanceof ProviderRejection) || !providerId) throw error
    return [providerId].filter((id) => !isCurrent(id))
  }
}

async function tryProvider<Result>(
  ctx: PaymentContext,
  request: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('payment provider request failed', { error })
    return undefined
  }
}
