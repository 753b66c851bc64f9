import type Stripe from 'stripe'
import { CHARGED_LATER } from './captures/charged-later.ts'
import { changedIntentOf, toIntent } from './captures/stripe-captures.server.ts'
import { isExpressIntent, toIntentSession } from './express-intents.server.ts'
import type {
  CheckoutSession,
  Dispute,
  NewCheckoutSession,
  NewProviderRefund,
  ProviderEvent,
  ProviderRefund,
} from './payment.ts'

const MAX_LINE_ITEMS = 100

/** Stripe shows one line per item. With a discount or too many lines, it shows one line with the total. */
export function sessionParams(params: NewCheckoutSession): Stripe.Checkout.SessionCreateParams {
  const { currency, number, total, paymentId, orderId } = params
  const lineTotal = params.lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const lines =
    lineTotal === total && params.lines.length <= MAX_LINE_ITEMS
      ? params.lines
      : [{ name: `Order ${number}`, amount: total, quantity: 1 }]
  const metadata = { order_id: orderId, payment_id: paymentId, order_number: number }
  return {
    mode: 'payment',
    // A filter: the provider's dashboard, the shopper's country, and the amount decide too.
    allowed_payment_method_types: [...params.methods],
    ...(params.customerId
      ? { customer: params.customerId, saved_payment_method_options: { payment_method_save: 'enabled' } }
      : { customer_email: params.email }),
    client_reference_id: orderId,
    metadata,
    payment_intent_data: {
      metadata,
      description: `Order ${number}`,
      ...(params.isCapturedLater && { capture_method: 'manual' }),
      ...(params.statementSuffix && { statement_descriptor_suffix: params.statementSuffix }),
    },
    line_items: lines.map(({ name, amount, quantity }) => {
      return { quantity, price_data: { currency, unit_amount: amount, product_data: { name } } }
    }),
    expires_at: toUnixSeconds(params.expiresAt),
    ...(params.isCapturedLater && !params.hasForm && { custom_text: { submit: { message: CHARGED_LATER } } }),
    ...(params.hasForm
      ? { ui_mode: 'elements', return_url: params.successUrl }
      : { success_url: params.successUrl, cancel_url: params.cancelUrl }),
  }
}

export function refundParams({
  refundId,
  orderId,
  intentId,
  amount,
}: NewProviderRefund): Stripe.RefundCreateParams {
  return { payment_intent: intentId, amount, metadata: { refund_id: refundId, order_id: orderId } }
}

const STATES = ['open', 'complete', 'expired'] as const

export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const {
    id,
    url,
    client_secret,
    status,
    payment_status,
    amount_total,
    currency,
    payment_intent,
    metadata,
    customer,
    created,
  } = session
  return {
    id,
    url,
    clientSecret: client_secret,
    state: STATES.find((state) => state === status) ?? 'open',
    paid: payment_status === 'paid',
    failed: status === 'complete' && payment_status === 'unpaid' && hasFailed(payment_intent),
    amount: amount_total ?? 0,
    currency: currency ?? '',
    intentId: toId(payment_intent),
    paymentId: metadata?.payment_id ?? null,
    ...(customer && { customerId: toId(customer) }),
    createdAt: new Date(created * 1000),
    ...(payment_intent && typeof payment_intent === 'object' && { intent: toIntent(payment_intent) }),
  }
}

export function toEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object
  const failed = event.type === 'checkout.session.async_payment_failed'
  const session =
    object.object === 'checkout.session'
      ? { ...toSession(object), ...(failed && { failed }) }
      : reportsExpressPayment(event)
        ? toIntentSession(event.data.object)
        : null
  const declined =
    event.type === 'payment_intent.payment_failed' ? event.data.object.metadata.payment_id : null
  return {
    id: event.id,
    kind: event.type,
    at: new Date(event.created * 1000),
    session,
    declinedPaymentId: declined ?? null,
    changedIntent: changedIntentOf(event),
    refund: object.object === 'refund' ? toRefund(object) : null,
    refundedIntentId: event.type === 'charge.refunded' ? toId(event.data.object.payment_intent) : null,
    dispute: object.object === 'dispute' ? toDispute(object) : null,
  }
}

/** Not a declined attempt: it leaves the payment open. */
function reportsExpressPayment(
  event: Stripe.Event,
): event is
  | Stripe.PaymentIntentSucceededEvent
  | Stripe.PaymentIntentProcessingEvent
  | Stripe.PaymentIntentCanceledEvent {
  const { type } = event
  return (
    (type === 'payment_intent.succeeded' ||
      type === 'payment_intent.processing' ||
      type === 'payment_intent.canceled') &&
    isExpressIntent(event.data.object)
  )
}

export function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, payment_intent, amount, status, metadata, failure_reason, created } = refund
  const state =
    status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
  return {
    id,
    intentId: toId(payment_intent),
    amount,
    state,
    refundId: metadata?.refund_id ?? null,
    failure: failure_reason?.replaceAll('_', ' ') ?? null,
    createdAt: new Date(created * 1000),
  }
}

/** Inquiries (`warning_…`) move no money, so one that is closed counts as won. */
export function toDispute(dispute: Stripe.Dispute): Dispute {
  const { id, payment_intent, amount, reason, status, evidence_details: details } = dispute
  const isWon = status === 'won' || status === 'warning_closed' || status === 'prevented'
  const state = status === 'lost' ? 'lost' : isWon ? 'won' : 'open'
  const dueBy = details?.due_by ? new Date(details.due_by * 1000) : null
  const answerable = details?.due_by !== 0
  return { id, intentId: toId(payment_intent), amount, reason, state, status, dueBy, answerable }
}

/** Of a complete session, whose shopper can't try again. Known only of an expanded intent. */
function hasFailed(intent: string | Stripe.PaymentIntent | null): boolean {
  if (intent === null || typeof intent === 'string') return false
  return intent.status === 'requires_payment_method' || intent.status === 'canceled'
}

/** Stripe returns either an ID or the expanded object. */
function toId(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

export function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
