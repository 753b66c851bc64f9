import { CAPTURE_EVENTS } from './captures/capture-events.ts'

/** What the store needs to hear from Stripe. */
export const PROVIDER_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.processing',
  'payment_intent.payment_failed',
  ...CAPTURE_EVENTS,
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const

export const WEBHOOK_PATH = '/api/webhooks/stripe'
