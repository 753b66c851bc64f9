import { statement } from '#db/statement.ts'
import type { ProviderEvent } from '../payments/payment.ts'
import { findPaidByIntent, findPayment, markDeclined, type Payment } from '../payments/payments.server.ts'
import { hearDispute, hearRefund, type RefundOutcome } from './hear-refund.server.ts'
import { type Outcome, settle } from './settle.server.ts'
import type { Till } from './till.ts'

/** What the provider tells, by webhook or when asked. Told again, nothing happens; what came of it is kept. */
export async function hearEvent(till: Till, event: ProviderEvent): Promise<Heard> {
  const [known] = await selectEvent(till.db, event.id)
  if (known) return 'heard'
  const outcome = await act(till, event)
  const payment = await paymentOf(till, event)
  const session = event.session?.id ?? null
  await insertEvent(till.db, event.id, event.kind, session, payment?.orderId ?? null, outcome, event.at)
  till.log.info('card provider’s event', { event: event.id, kind: event.kind, outcome })
  return outcome
}

type Heard = Outcome | RefundOutcome | 'heard' | 'told to the owner'

async function paymentOf(till: Till, event: ProviderEvent): Promise<Payment | undefined> {
  const { session, declinedPaymentId, refund, refundedIntentId, dispute } = event
  const id = session?.paymentId ?? declinedPaymentId
  if (id) return findPayment(till.db, id)
  const intentId = refund?.intentId ?? refundedIntentId ?? dispute?.intentId
  return intentId ? findPaidByIntent(till.db, intentId) : undefined
}

async function act(till: Till, event: ProviderEvent): Promise<Heard> {
  const { session, declinedPaymentId, refund, refundedIntentId, dispute, kind } = event
  if (session && kind === 'checkout.session.async_payment_failed' && session.paymentId) {
    await markDeclined(till.db, session.paymentId)
  }
  if (session) return settle(till, session)
  if (refund) return hearRefund(till, refund)
  if (refundedIntentId) return hearRefundsOf(till, refundedIntentId)
  if (dispute) return hearDispute(till, dispute)
  if (declinedPaymentId) await markDeclined(till.db, declinedPaymentId)
  return 'heard'
}

/** It is told that something went back, and not what: asked for one by one, each counts once. */
async function hearRefundsOf(till: Till, intentId: string): Promise<Heard> {
  let outcome: Heard = 'heard'
  for (const refund of (await till.payments?.refundsOf(intentId)) ?? [])
    outcome = await hearRefund(till, refund)
  return outcome
}

const selectEvent = statement('event', 'select id from provider_events where id = $1')
const insertEvent = statement(
  'event_keep',
  `insert into provider_events (id, kind, session_id, order_id, outcome, happened_at) values ($1, $2, $3, $4, $5, $6)
   on conflict (id) do nothing`,
)
