import { statement } from '#db/statement.ts'
import { lockOrder } from '../orders/find-order.server.ts'
import {
  type CheckoutSession,
  type PaymentProvider,
  type ProviderEvent,
  ProviderRejection,
  UncertainOutcome,
} from '../payments/payment.ts'
import {
  findPayment,
  listOpenPayments,
  listOverduePayments,
  type Payment,
} from '../payments/payments.server.ts'
import { stopAtOutage } from '../payments/provider-outage.ts'
import { handleProviderEvent } from './handle-provider-event.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { cancelExpiredOrder, settlePayment } from './settle-payment.server.ts'

const MINUTE_MS = 60_000
/** The provider may list events late, so each poll overlaps the previous one. */
const OVERLAP_MS = 2 * MINUTE_MS
/** The provider retries webhooks for three days; older events are of no use to a first poll. */
const INITIAL_LOOKBACK_MS = 3 * 24 * 60 * MINUTE_MS

/** Catches up on missed webhooks and expires overdue payments. */
export async function reconcilePayments({ payments, ...ctx }: PaymentContext): Promise<void> {
  const { provider, hasOutage } = payments ? stopAtOutage(payments) : NO_PROVIDER
  if (provider) await processMissedEvents({ ...ctx, payments: provider }, provider, hasOutage)
  for (const payment of await listOverduePayments(ctx.db, new Date())) {
    // Held stock must not wait for the provider. A job closes the session later.
    await expirePayment({ ...ctx, payments: hasOutage() ? null : provider }, payment.id)
  }
}

const NO_PROVIDER = { provider: null, hasOutage: () => false }

async function processMissedEvents(
  ctx: PaymentContext,
  provider: PaymentProvider,
  hasOutage: () => boolean,
): Promise<void> {
  const startedAt = new Date()
  const [cursor] = await selectEventCursor(ctx.db)
  const since = cursor ? Date.parse(cursor.until) - OVERLAP_MS : startedAt.getTime() - INITIAL_LOOKBACK_MS
  try {
    const results = []
    for (const event of await provider.eventsSince(new Date(since)))
      results.push(await tryHandleEvent(ctx, event))
    if (results.every(Boolean)) await saveEventCursor(ctx.db, JSON.stringify(startedAt))
  } catch (error) {
    if (!(error instanceof UncertainOutcome || error instanceof ProviderRejection)) throw error
    ctx.log.warn('listing payment events failed', { error })
    await pollOpenPayments(ctx, provider, hasOutage)
  }
}

/** A failing event must not block the others; it is fetched again until it succeeds. */
async function tryHandleEvent(ctx: PaymentContext, event: ProviderEvent): Promise<boolean> {
  try {
    await handleProviderEvent(ctx, event)
    return true
  } catch (error) {
    ctx.log.error('handling a payment event failed', { event: event.id, error })
    return false
  }
}

/** Fallback when events can't be listed: checks each open payment. */
async function pollOpenPayments(
  ctx: PaymentContext,
  provider: PaymentProvider,
  hasOutage: () => boolean,
): Promise<void> {
  for (const { providerId } of await listOpenPayments(ctx.db)) {
    if (hasOutage()) return
    const session = providerId && (await tryProvider(ctx, () => provider.findSession(providerId)))
    if (session) await settlePayment(ctx, session)
  }
}

/** Checks for a last-minute payment first. A payment that arrives later still is settled when it does. */
export async function expirePayment(ctx: PaymentContext, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (payment?.state !== 'open') return
  if (payment.providerId && ctx.payments) await settleOrExpire(ctx, ctx.payments, payment.providerId)
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId)
    const current = await findPayment(tx, paymentId)
    if (current?.state === 'open' && Date.parse(current.expiresAt ?? '') <= Date.now())
      await cancelExpiredOrder(tx, order, current)
  })
}

async function settleOrExpire(
  ctx: PaymentContext,
  provider: PaymentProvider,
  sessionId: string,
): Promise<void> {
  const session = await tryProvider(ctx, () => provider.findSession(sessionId))
  if (session?.paid) await settlePayment(ctx, session)
  else if (session?.state === 'open') await tryProvider(ctx, () => provider.expireSession(sessionId))
}

/** Expires every session of a payment at the provider, except the current one if it is still open. */
export async function closeSessions(ctx: PaymentContext, paymentId: string): Promise<void> {
  const provider = ctx.payments
  const payment = await findPayment(ctx.db, paymentId)
  if (!provider || !payment) return
  const currentSessionId = payment.state === 'open' ? payment.providerId : null
  for (const { id, paid } of await findOpenSessions(provider, payment)) {
    if (id === currentSessionId || paid) continue
    await provider.expireSession(id).catch((error) => {
      // The session is already closed or paid; its event reports that.
      if (!(error instanceof ProviderRejection)) throw error
    })
  }
}

async function findOpenSessions(
  provider: PaymentProvider,
  { id, providerId, createdAt }: Payment,
): Promise<CheckoutSession[]> {
  try {
    const sessions = await provider.sessionsSince(new Date(Date.parse(createdAt) - MINUTE_MS))
    return sessions.filter(({ paymentId, state }) => paymentId === id && state === 'open')
  } catch (error) {
    if (!(error instanceof ProviderRejection) || !providerId) throw error
    const session = await provider.findSession(providerId)
    return session.state === 'open' ? [session] : []
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

const selectEventCursor = statement<{ until: string }>(
  'events_seen',
  `select value #>> '{}' as until from store_facts where key = 'provider-events-seen'`,
)
const saveEventCursor = statement(
  'events_keep_seen',
  `insert into store_facts (key, value) values ('provider-events-seen', $1)
   on conflict (key) do update set value = excluded.value, at = now()`,
)
