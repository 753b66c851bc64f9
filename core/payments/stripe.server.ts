import Stripe from 'stripe'
import type {
  CheckoutSession,
  NewCheckoutSession,
  NewProviderRefund,
  PaymentProvider,
  ProviderEvent,
  ProviderRefund,
} from './payment.ts'
import { AmountTooSmall, ProviderAuthFailure, ProviderRejection, UncertainOutcome } from './payment.ts'

type StripeSettings = { key: string; webhookSecret: string | undefined; base: string | undefined }

const TIMEOUT_MS = 10_000
const MAX_LINE_ITEMS = 100
const PAGE_SIZE = 100
const MAX_LISTED = 2000

/** `base` points the client at another server with Stripe's API, such as the sandbox. */
export function stripePayments({ key, webhookSecret, base }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(key, {
    ...hostOptions(base),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  return {
    checkoutOrigin: base ? new URL(base).origin : 'https://checkout.stripe.com',
    createSession: (params, idempotencyKey) =>
      withProviderErrors(async () =>
        requireUrl(
          toSession(await stripe.checkout.sessions.create(sessionParams(params), { idempotencyKey })),
        ),
      ),
    findSession: (id) =>
      withProviderErrors(async () => toSession(await stripe.checkout.sessions.retrieve(id))),
    sessionsSince: (since) =>
      withProviderErrors(async () => {
        const listed = stripe.checkout.sessions.list({
          created: { gte: toUnixSeconds(since) },
          limit: PAGE_SIZE,
        })
        return (await listed.autoPagingToArray({ limit: MAX_LISTED })).map(toSession)
      }),
    expireSession: (id) =>
      withProviderErrors(async () => {
        await stripe.checkout.sessions.expire(id)
      }),
    refund: (params, idempotencyKey) =>
      withProviderErrors(async () => ({
        id: (await stripe.refunds.create(refundParams(params), { idempotencyKey })).id,
      })),
    listRefunds: (payment_intent) =>
      withProviderErrors(async () => {
        const { data } = await stripe.refunds.list({ payment_intent, limit: PAGE_SIZE })
        return data.map(toRefund)
      }),
    eventsSince: (since) =>
      withProviderErrors(async () => {
        const listed = stripe.events.list({
          created: { gte: toUnixSeconds(since) },
          types: EVENT_TYPES,
          limit: PAGE_SIZE,
        })
        return (await listed.autoPagingToArray({ limit: MAX_LISTED })).map(toEvent).toReversed()
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

const EVENT_TYPES: Stripe.EventListParams['types'] = [
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

function hostOptions(base: string | undefined) {
  if (!base) return {}
  const { hostname, port, protocol } = new URL(base)
  const isHttp = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isHttp ? '80' : '443'),
    protocol: isHttp ? ('http' as const) : ('https' as const),
  }
}

/** Stripe shows one line per item. With a discount or too many lines, it shows one line with the total. */
function sessionParams(params: NewCheckoutSession): Stripe.Checkout.SessionCreateParams {
  const { currency, number, total, paymentId, orderId } = params
  const lineTotal = params.lines.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
  const lines =
    lineTotal === total && params.lines.length <= MAX_LINE_ITEMS
      ? params.lines
      : [{ name: `Order ${number}`, amount: total, quantity: 1 }]
  const metadata = { order_id: orderId, payment_id: paymentId, order_number: number }
  return {
    mode: 'payment',
    customer_email: params.email,
    client_reference_id: orderId,
    metadata,
    payment_intent_data: { metadata, description: `Order ${number}` },
    line_items: lines.map(({ name, amount, quantity }) => {
      return { quantity, price_data: { currency, unit_amount: amount, product_data: { name } } }
    }),
    expires_at: toUnixSeconds(params.expiresAt),
    success_url: params.successUrl,
    cancel_url: params.cancelUrl,
  }
}

function refundParams({ refundId, orderId, intentId, amount }: NewProviderRefund): Stripe.RefundCreateParams {
  return { payment_intent: intentId, amount, metadata: { refund_id: refundId, order_id: orderId } }
}

function requireUrl(session: CheckoutSession): CheckoutSession {
  if (!session.url && session.state === 'open')
    throw new ProviderRejection('No checkout URL received from Stripe')
  return session
}

const STATES = ['open', 'complete', 'expired'] as const

function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const { id, url, status, payment_status, amount_total, currency, payment_intent, metadata } = session
  return {
    id,
    url,
    state: STATES.find((state) => state === status) ?? 'open',
    paid: payment_status === 'paid',
    amount: amount_total ?? 0,
    currency: currency ?? '',
    intentId: toId(payment_intent),
    paymentId: metadata?.payment_id ?? null,
  }
}

function toEvent(event: Stripe.Event): ProviderEvent {
  const object = event.data.object
  const session = object.object === 'checkout.session' ? toSession(object) : null
  const declined =
    event.type === 'payment_intent.payment_failed' ? event.data.object.metadata.payment_id : null
  return {
    id: event.id,
    kind: event.type,
    at: new Date(event.created * 1000),
    session,
    declinedPaymentId: declined ?? null,
    refund: object.object === 'refund' ? toRefund(object) : null,
    refundedIntentId: event.type === 'charge.refunded' ? toId(event.data.object.payment_intent) : null,
    dispute:
      object.object === 'dispute'
        ? {
            id: object.id,
            intentId: toId(object.payment_intent),
            amount: object.amount,
            reason: object.reason,
          }
        : null,
  }
}

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, payment_intent, amount, status, metadata, failure_reason } = refund
  const state =
    status === 'succeeded' ? 'done' : status === 'failed' || status === 'canceled' ? 'failed' : 'waiting'
  return {
    id,
    intentId: toId(payment_intent),
    amount,
    state,
    refundId: metadata?.refund_id ?? null,
    failure: failure_reason?.replaceAll('_', ' ') ?? null,
  }
}

/** Stripe returns either an ID or the expanded object. */
function toId(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}

/** Invalid requests and declined cards did not happen. Any other error may have happened anyway. */
async function withProviderErrors<Result>(request: () => Promise<Result>): Promise<Result> {
  try {
    return await request()
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small')
      throw new AmountTooSmall(message, { cause: error })
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new ProviderRejection(message, { cause: error })
    if (error instanceof Stripe.errors.StripeCardError) throw new ProviderRejection(message, { cause: error })
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new ProviderAuthFailure(message, { cause: error })
    if (error instanceof Stripe.errors.StripePermissionError)
      throw new ProviderAuthFailure(message, { cause: error })
    if (error instanceof Stripe.errors.StripeError) throw new UncertainOutcome(message, { cause: error })
    throw error
  }
}

function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
