import type Stripe from 'stripe'
import { withProviderErrors } from '../stripe-errors.server.ts'
import type { CaptureCalls, ProviderIntent } from './provider-intent.ts'

/** The charge says until when it can be captured. */
export const WITH_INTENT = ['payment_intent', 'payment_intent.latest_charge']

export function captureCalls(stripe: Stripe): CaptureCalls {
  const expand = ['latest_charge']
  return {
    findIntent: (id) =>
      withProviderErrors(async () => toIntent(await stripe.paymentIntents.retrieve(id, { expand }))),
    captureIntent: ({ intentId, amount }, idempotencyKey) =>
      withProviderErrors(async () =>
        toIntent(
          await stripe.paymentIntents.capture(
            intentId,
            { amount_to_capture: amount, expand },
            { idempotencyKey },
          ),
        ),
      ),
    releaseIntent: (intentId) =>
      withProviderErrors(async () => toIntent(await stripe.paymentIntents.cancel(intentId, { expand }))),
  }
}

const STATES: Partial<Record<string, ProviderIntent['state']>> = {
  requires_capture: 'authorized',
  succeeded: 'captured',
  canceled: 'released',
  requires_payment_method: 'failed',
}

export function toIntent({
  id,
  status,
  amount_received,
  latest_charge,
}: Stripe.PaymentIntent): ProviderIntent {
  const details =
    latest_charge && typeof latest_charge === 'object' ? latest_charge.payment_method_details : null
  const until = details?.card?.capture_before
  return {
    id,
    state: STATES[status] ?? 'processing',
    captured: amount_received,
    authorizedUntil: until ? new Date(until * 1000) : null,
  }
}

/** The intent of an event about an authorization. */
export function changedIntentOf(event: Stripe.Event): { id: string; paymentId: string | null } | null {
  if (event.type === 'payment_intent.amount_capturable_updated' || event.type === 'payment_intent.canceled') {
    const { id, metadata } = event.data.object
    return { id, paymentId: metadata.payment_id ?? null }
  }
  if (event.type !== 'charge.captured' && event.type !== 'charge.expired') return null
  const { payment_intent: intent, metadata } = event.data.object
  const id = typeof intent === 'string' ? intent : intent?.id
  return id ? { id, paymentId: metadata.payment_id ?? null } : null
}
