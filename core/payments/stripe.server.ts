import Stripe from 'stripe'
import type {
  NewRefundAtProvider,
  NewSession,
  Payments,
  ProviderEvent,
  ProviderRefund,
  Session,
} from './payment.ts'
import { LockedOut, TooLittle, Unsure, Unwilling } from './payment.ts'

type Settings = { key: string; webhookSecret: string | undefined; base: string | undefined }

const PATIENCE = 10_000
const MOST_LINES = 100
const PAGE = 100
const MOST_LISTED = 2000

/** Stripe itself, or whatever speaks its language at another address. */
export function stripePayments({ key, webhookSecret, base }: Settings): Payments {
  const stripe = new Stripe(key, {
    ...addressOf(base),
    timeout: PATIENCE,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  return {
    pagesAt: base ? new URL(base).origin : 'https://checkout.stripe.com',
    createSession: (wanted, idempotencyKey) =>
      sure(async () =>
        withPage(toSession(await stripe.checkout.sessions.create(sessionParams(wanted), { idempotencyKey }))),
      ),
    findSession: (id) => sure(async () => toSession(await stripe.checkout.sessions.retrieve(id))),
    sessionsSince: (since) =>
      sure(async () => {
        const listed = stripe.checkout.sessions.list({ created: { gte: seconds(since) }, limit: PAGE })
        return (await listed.autoPagingToArray({ limit: MOST_LISTED })).map(toSession)
      }),
    expireSession: (id) =>
      sure(async () => {
        await stripe.checkout.sessions.expire(id)
      }),
    refund: (wanted, idempotencyKey) =>
      sure(async () => ({ id: (await stripe.refunds.create(refundParams(wanted), { idempotencyKey })).id })),
    refundsOf: (payment_intent) =>
      sure(async () => {
        const { data } = await stripe.refunds.list({ payment_intent, limit: PAGE })
        return data.map(toRefund)
      }),
    eventsSince: (since) =>
      sure(async () => {
        const listed = stripe.events.list({ created: { gte: seconds(since) }, types: KINDS, limit: PAGE })
        return (await listed.autoPagingToArray({ limit: MOST_LISTED })).map(toEvent).toReversed()
      }),
    readWebhook(body, signature) {
      if (!webhookSecret) return undefined
      try {
        return toEvent(stripe.webhooks.constructEvent(body, signature, webhookSecret))
      } catch {
        return undefined
      }
    },
  }
}

const KINDS: Stripe.EventListParams['types'] = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
]

function addressOf(base: string | undefined) {
  if (!base) return {}
  const { hostname, port, protocol } = new URL(base)
  const plain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (plain ? '80' : '443'),
    protocol: plain ? ('http' as const) : ('https' as const),
  }
}

/** The shopper sees lines; where a reduction or their number forbids it, one line with the whole. */
function sessionParams(wanted: NewSession): Stripe.Checkout.SessionCreateParams {
  const { currency, number, total, paymentId, orderId } = wanted
  const sum = wanted.lines.reduce((so, { amount, quantity }) => so + amount * quantity, 0)
  const lines =
    sum === total && wanted.lines.length <= MOST_LINES
      ? wanted.lines
      : [{ name: `Order ${number}`, amount: total, quantity: 1 }]
  const metadata = { order_id: orderId, payment_id: paymentId, order_number: number }
  return {
    mode: 'payment',
    customer_email: wanted.email,
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${number}` },
    line_items: lines.map(({ name, amount, quantity }) => {
      return { quantity, price_data: { currency, unit_amount: amount, product_data: { name } } }
    }),
    expires_at: seconds(wanted.expiresAt),
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
  }
}

function refundParams({
  refundId,
  orderId,
  intentId,
  amount,
}: NewRefundAtProvider): Stripe.RefundCreateParams {
  return { payment_intent: intentId, amount, metadata: { refund_id: refundId, order_id: orderId } }
}

function withPage(session: Session): Session {
  if (!session.url && session.state === 'open') throw new Unwilling('No checkout URL received from Stripe')
  return session
}

const STATES = ['open', 'complete', 'expired'] as const

function toSession(session: Stripe.Checkout.Session): Session {
  const { id, url, status, payment_status, amount_total, currency, payment_intent, metadata } = session
  return {
    id,
    url,
    state: STATES.find((state) => state === status) ?? 'open',
    paid: payment_status === 'paid',
    amount: amount_total ?? 0,
    currency: currency ?? '',
    intentId: idOf(payment_intent),
    paymentId: metadata?.payment_id ?? null,
  }
}

function toEvent(event: Stripe.Event): ProviderEvent {
  const about = event.data.object
  const session = about.object === 'checkout.session' ? toSession(about) : null
  const declined =
    event.type === 'payment_intent.payment_failed' ? event.data.object.metadata.payment_id : null
  return {
    id: event.id,
    kind: event.type,
    at: new Date(event.created * 1000),
    session,
    declinedPaymentId: declined ?? null,
    refund: about.object === 'refund' ? toRefund(about) : null,
    refundedIntentId: event.type === 'charge.refunded' ? idOf(event.data.object.payment_intent) : null,
    dispute:
      about.object === 'dispute'
        ? { id: about.id, intentId: idOf(about.payment_intent), amount: about.amount, reason: about.reason }
        : null,
  }
}

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, payment_intent, amount, status, metadata, failure_reason } = refund
  const state =
    status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
  return {
    id,
    intentId: idOf(payment_intent),
    amount,
    state,
    refundId: metadata?.refund_id ?? null,
    failure: failure_reason?.replaceAll('_', ' ') ?? null,
  }
}

/** They write the id, or all that it stands for. */
function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** A refusal of what we asked for is a no. Anything else may have happened nevertheless. */
async function sure<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small')
      throw new TooLittle(said, { cause: error })
    if (error instanceof Stripe.errors.StripeInvalidRequestError) throw new Unwilling(said, { cause: error })
    if (error instanceof Stripe.errors.StripeCardError) throw new Unwilling(said, { cause: error })
    if (error instanceof Stripe.errors.StripeAuthenticationError) throw new LockedOut(said, { cause: error })
    if (error instanceof Stripe.errors.StripePermissionError) throw new LockedOut(said, { cause: error })
    if (error instanceof Stripe.errors.StripeError) throw new Unsure(said, { cause: error })
    throw error
  }
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
