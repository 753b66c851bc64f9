import type { Db } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import type { ProviderEvent } from '../payments/payment.ts'
import {
  findPaidByIntent,
  findPaidPayment,
  findPayment,
  markDeclined,
  type Payment,
} from '../payments/payments.server.ts'
import { handleDispute } from './handle-dispute-event.server.ts'
import { handleRefund, type RefundOutcome, syncRefunds } from './handle-refund-event.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { type SettlementOutcome, settlePayment } from './settle-payment.server.ts'

/** Events come from webhooks and from polling. Each is applied once, and its outcome is stored. */
export async function handleProviderEvent(ctx: PaymentContext, event: ProviderEvent): Promise<EventOutcome> {
  if (await isKnownEvent(ctx.db, event.id)) return 'received'
  const outcome = await applyEvent(ctx, event)
  const payment = await findEventPayment(ctx, event)
  const { id, kind, at } = event
  const [sessionId, intentId] = [event.session?.id ?? null, findIntentId(event)]
  // If deliveries run concurrently, the one that applied the event may arrive here after one that found it applied.
  await execute(ctx.db)`
    insert into provider_events (id, kind, session_id, order_id, outcome, happened_at, intent_id)
    values (${id}, ${kind}, ${sessionId}, ${payment?.orderId ?? null}, ${outcome}, ${at}, ${intentId})
    on conflict (id) do update set outcome = excluded.outcome where provider_events.outcome = 'unchanged'`
  ctx.log.info('payment event handled', { id, kind, outcome })
  // The payment may have been settled in the meantime.
  if (outcome === 'unknown' && intentId) await syncUnmatchedEvents(ctx, intentId)
  return outcome
}

type EventOutcome = SettlementOutcome | RefundOutcome | 'received' | 'owner notified'

async function isKnownEvent(db: Db, id: string): Promise<boolean> {
  return (await execute(db)`select id from provider_events where id = ${id}`) > 0
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

export async function syncOrderEvents(ctx: PaymentContext, orderId: string): Promise<void> {
  const payment = await findPaidPayment(ctx.db, orderId)
  if (payment?.intentId) await syncUnmatchedEvents(ctx, payment.intentId)
}

function findIntentId({ refund, refundedIntentId, dispute }: ProviderEvent): string | null {
  return refund?.intentId ?? refundedIntentId ?? dispute?.intentId ?? null
}

async function findEventPayment(ctx: PaymentContext, event: ProviderEvent): Promise<Payment | undefined> {
  const id = event.session?.paymentId ?? event.declinedPaymentId
  if (id) return findPayment(ctx.db, id)
  const intentId = findIntentId(event)
  return intentId ? findPaidByIntent(ctx.db, intentId) : undefined
}

async function applyEvent(ctx: PaymentContext, event: ProviderEvent): Promise<EventOutcome> {
  const { session, declinedPaymentId, refund, refundedIntentId, dispute, kind } = event
  if (session && kind === 'checkout.session.async_payment_failed' && session.paymentId) {
    await markDeclined(ctx.db, session.paymentId)
  }
  if (session) return settlePayment(ctx, session)
  if (refund) return handleRefund(ctx, refund)
  if (refundedIntentId) return handleChargeRefunds(ctx, refundedIntentId)
  if (dispute) return handleDispute(ctx, dispute)
  if (declinedPaymentId) await markDeclined(ctx.db, declinedPaymentId)
  return 'received'
}

/** The event doesn't say which refund it is about. */
async function handleChargeRefunds(ctx: PaymentContext, intentId: string): Promise<EventOutcome> {
  if (!(await findPaidByIntent(ctx.db, intentId))) return 'unknown'
  return (await syncRefunds(ctx, intentId)) ?? 'received'
}
