import { statement } from '#db/statement.ts'
import type { ProviderEvent } from '../payments/payment.ts'
import { findPaidByIntent, findPayment, markDeclined, type Payment } from '../payments/payments.server.ts'
import { handleDispute } from './handle-dispute-event.server.ts'
import { handleRefund, type RefundOutcome } from './handle-refund-event.server.ts'
import type { PaymentContext } from './payment-context.ts'
import { type SettlementOutcome, settlePayment } from './settle-payment.server.ts'

/** Events come from webhooks and from polling. Each is applied once, and its outcome is stored. */
export async function handleProviderEvent(ctx: PaymentContext, event: ProviderEvent): Promise<EventOutcome> {
  const [existing] = await selectEvent(ctx.db, event.id)
  if (existing) return 'received'
  const outcome = await applyEvent(ctx, event)
  const payment = await findEventPayment(ctx, event)
  const session = event.session?.id ?? null
  await insertEvent(ctx.db, event.id, event.kind, session, payment?.orderId ?? null, outcome, event.at)
  ctx.log.info('payment event handled', { event: event.id, kind: event.kind, outcome })
  return outcome
}

type EventOutcome = SettlementOutcome | RefundOutcome | 'received' | 'owner notified'

async function findEventPayment(ctx: PaymentContext, event: ProviderEvent): Promise<Payment | undefined> {
  const { session, declinedPaymentId, refund, refundedIntentId, dispute } = event
  const id = session?.paymentId ?? declinedPaymentId
  if (id) return findPayment(ctx.db, id)
  const intentId = refund?.intentId ?? refundedIntentId ?? dispute?.intentId
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

/** The event doesn't say which refund it is about, so all refunds of the charge are handled; each counts once. */
async function handleChargeRefunds(ctx: PaymentContext, intentId: string): Promise<EventOutcome> {
  let outcome: EventOutcome = 'received'
  for (const refund of (await ctx.payments?.listRefunds(intentId)) ?? [])
    outcome = await handleRefund(ctx, refund)
  return outcome
}

const selectEvent = statement('event', 'select id from provider_events where id = $1')
const insertEvent = statement(
  'event_keep',
  `insert into provider_events (id, kind, session_id, order_id, outcome, happened_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do nothing`,
)
