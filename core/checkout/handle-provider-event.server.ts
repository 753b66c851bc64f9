import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, type Sql, sql } from '#db/sql.ts'
import type { CheckoutSession, ProviderEvent } from '../payments/payment.ts'
import { findPaidByIntent, findPayment, markDeclined } from '../payments/payments.server.ts'
import { settleChangedIntent } from './captures/changed-intent.server.ts'
import { handleDispute } from './handle-dispute-event.server.ts'
import { handleRefund, type RefundOutcome, syncRefunds } from './handle-refund-event.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { type SettlementOutcome, settlePayment } from './settle-payment.server.ts'

/** Events come from webhooks and from polling. Each is applied once, and its outcome is stored. */
export async function handleProviderEvent(ctx: PaymentContext, event: ProviderEvent): Promise<EventOutcome> {
  if ((await findKnownEvents(ctx.db, [event])).length) return 'received'
  const outcome = await applyEvent(ctx, event)
  const { id, kind, at } = event
  const [sessionId, intentId] = [event.session?.id ?? null, findIntentId(event)]
  // If deliveries run concurrently, the one that applied the event may arrive here after one that found it applied.
  await execute(ctx.db)`
    insert into provider_events (id, kind, session_id, order_id, outcome, happened_at, intent_id)
    values (${id}, ${kind}, ${sessionId}, ${orderOf(event)}, ${outcome}, ${at}, ${intentId})
    on conflict (id) do update set outcome = excluded.outcome where provider_events.outcome = 'unchanged'`
  ctx.log.info('payment event handled', { id, kind, outcome })
  // The payment may have been settled in the meantime.
  if (outcome === 'unknown' && intentId) await syncUnmatchedEvents(ctx, intentId)
  return outcome
}

type EventOutcome = SettlementOutcome | RefundOutcome | 'received' | 'owner notified'

/** The IDs of those that were handled. As for emails, one key at a time. */
export function findKnownEvents(db: Db, events: readonly Pick<ProviderEvent, 'id'>[]): Promise<string[]> {
  return queryColumn(db, z.string())`
    select known.id from unnest((select ${events.map(({ id }) => id)}::text[])) as event (id),
      lateral (select e.id from provider_events e where e.id = event.id limit 1) known`
}

/** Refunds and disputes that were reported before their payment. Call when a payment is settled. */
export async function syncUnmatchedEvents(ctx: PaymentContext, intentId: string): Promise<void> {
  if (!ctx.payments) return
  const unmatched = await execute(ctx.db)`
    select id from provider_events where intent_id = ${intentId} and outcome = 'unknown'`
  if (!unmatched) return
  if (!(await findPaidByIntent(ctx.db, intentId))) return
  await syncRefunds(ctx, intentId)
  for (const dispute of await ctx.payments.listDisputes(intentId)) await handleDispute(ctx, dispute)
  await execute(ctx.db)`
    update provider_events set outcome = 'handled after the payment', order_id =
      (select order_id from payments p where p.intent_id = ${intentId} and p.state in ('paid', 'refunded') limit 1)
    where intent_id = ${intentId} and outcome = 'unknown'`
}

export async function syncOrderEvents(ctx: PaymentContext, orderIds: readonly string[]): Promise<void> {
  const intentIds = await queryColumn(ctx.db, z.string())`
    select p.intent_id from payments p
    where p.order_id = any(${orderIds}::text[]) and p.state in ('paid', 'refunded') and not p.surplus
      and exists (select from provider_events e where e.intent_id = p.intent_id and e.outcome = 'unknown')`
  for (const intentId of intentIds) await syncUnmatchedEvents(ctx, intentId)
}

function findIntentId({ refund, refundedIntentId, dispute }: ProviderEvent): string | null {
  return refund?.intentId ?? refundedIntentId ?? dispute?.intentId ?? null
}

function orderOf(event: ProviderEvent): Sql {
  const paymentId = event.session?.paymentId ?? event.declinedPaymentId ?? event.changedIntent?.paymentId
  const isPaymentOfEvent = paymentId
    ? sql`id = ${paymentId}`
    : sql`intent_id = ${findIntentId(event)} and state in ('paid', 'refunded')`
  return sql`(select order_id from payments where ${isPaymentOfEvent} limit 1)`
}

async function applyEvent(ctx: PaymentContext, event: ProviderEvent): Promise<EventOutcome> {
  const { session, declinedPaymentId, changedIntent, refund, refundedIntentId, dispute } = event
  if (session) return settlePayment(ctx, await currentSession(ctx, session))
  if (changedIntent) return settleChangedIntent(ctx, changedIntent)
  if (refund) return handleRefund(ctx, refund)
  if (refundedIntentId) return handleChargeRefunds(ctx, refundedIntentId)
  if (dispute) return handleDispute(ctx, dispute)
  return declinedPaymentId ? handleDecline(ctx, declinedPaymentId) : 'received'
}

/**
 * An express payment that was processing may be open again by the time that this is reported, and no later report says
 * so in terms of its own.
 */
async function currentSession(
  { payments }: PaymentContext,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  const isProcessing = session.state === 'complete' && !session.paid && !session.failed
  const isExpress = session.id === session.intentId
  return isProcessing && isExpress && payments ? payments.findSession(session.id) : session
}

/**
 * A declined attempt leaves the payment open. But after the shopper confirmed, it ends it: an express payment is then
 * open at the provider again, and nobody tries again.
 */
async function handleDecline(ctx: PaymentContext, paymentId: string): Promise<EventOutcome> {
  const payment = await findPayment(ctx.db, paymentId)
  if (payment?.state === 'open' && payment.processingAt && payment.providerId && ctx.payments) {
    const session = await ctx.payments.findSession(payment.providerId)
    const hasFailed = session.state === 'open'
    return settlePayment(ctx, hasFailed ? { ...session, state: 'complete', failed: true } : session)
  }
  await markDeclined(ctx.db, paymentId)
  return 'received'
}

/** The event doesn't say which refund it is about. */
async function handleChargeRefunds(ctx: PaymentContext, intentId: string): Promise<EventOutcome> {
  if (!(await findPaidByIntent(ctx.db, intentId))) return 'unknown'
  return (await syncRefunds(ctx, intentId)) ?? 'received'
}
