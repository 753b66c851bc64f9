import type Stripe from 'stripe'
import { toIntent } from './captures/stripe-captures.server.ts'
import type { CheckoutSession, NewCheckoutSession } from './payment.ts'

/**
 * A wallet’s sheet opens before the order and its total are known, so it is paid by a payment intent that is created
 * when the shopper confirms. To the store it is a checkout session with another ID.
 */
export function intentParams({
  orderId,
  paymentId,
  number,
  ...params
}: NewCheckoutSession): Stripe.PaymentIntentCreateParams {
  return {
    amount: params.total,
    currency: params.currency,
    allowed_payment_method_types: [...params.methods],
    description: `Order ${number}`,
    metadata: { order_id: orderId, payment_id: paymentId, order_number: number, [EXPRESS_MARK]: 'yes' },
    ...(params.isCapturedLater && { capture_method: 'manual' }),
    ...(params.statementSuffix && { statement_descriptor_suffix: params.statementSuffix }),
  }
}

/** Each checkout session has a payment intent too, and reports it: those aren’t marked. */
const EXPRESS_MARK = 'express'

export const isExpressIntent = ({ metadata }: Pick<Stripe.PaymentIntent, 'metadata'>) =>
  metadata[EXPRESS_MARK] !== undefined

export const isIntentId = (id: string) => id.startsWith('pi_')

/** A failed attempt leaves the intent open, so that another can follow. */
export function toIntentSession(intent: Stripe.PaymentIntent): CheckoutSession {
  const { id, client_secret, status, amount, currency, metadata, created } = intent
  const state = status === 'canceled' ? 'expired' : COMPLETE.has(status) ? 'complete' : 'open'
  return {
    id,
    url: null,
    clientSecret: state === 'open' ? client_secret : null,
    state,
    paid: status === 'succeeded',
    failed: false,
    amount,
    currency,
    intentId: id,
    paymentId: metadata.payment_id ?? null,
    createdAt: new Date(created * 1000),
    ...(state !== 'open' && { intent: toIntent(intent) }),
  }
}

const COMPLETE: ReadonlySet<string> = new Set(['succeeded', 'processing', 'requires_capture'])
