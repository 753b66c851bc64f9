import type { Currency } from '../money.ts'

/** One visit to the provider's page, as the provider tells of it. */
export type CheckoutSession = {
  id: string
  url: string | null
  state: 'open' | 'complete' | 'expired'
  paid: boolean
  amount: number
  currency: string
  /** What a refund refers to. */
  intentId: string | null
  /** Which of our payments it was made for. */
  paymentId: string | null
}

export type NewCheckoutSession = {
  paymentId: string
  orderId: string
  number: string
  email: string
  currency: Currency
  total: number
  lines: { name: string; amount: number; quantity: number }[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
}

export type ProviderEvent = {
  id: string
  kind: string
  at: Date
  session: CheckoutSession | null
  /** Whose card was refused, if that is what is told. */
  declinedPaymentId: string | null
  refund: ProviderRefund | null
  /** Of which payment something went back, where the provider says no more than that. */
  refundedIntentId: string | null
  dispute: Dispute | null
}

export type ProviderRefund = {
  id: string
  intentId: string | null
  amount: number
  state: 'done' | 'waiting' | 'failed'
  /** Which of our refunds it is; none, if it was made at the provider's own desk. */
  refundId: string | null
  /** Why it failed, if it is said. */
  failure: string | null
}

export type Dispute = { id: string; intentId: string | null; amount: number; reason: string }

/** Of a message that the store sends to itself, to see whether such messages arrive: nothing happened. */
export const TEST_EVENT_KIND = 'store.trial'

export type NewProviderRefund = { refundId: string; orderId: string; intentId: string; amount: number }

/** The card provider. Whatever has no answer, or one that may be wrong, throws `Unsure`; a plain no throws `Unwilling`. */
export type PaymentProvider = {
  /** Where its pages stand: forms may lead there. */
  checkoutOrigin: string
  createSession(params: NewCheckoutSession, key: string): Promise<CheckoutSession>
  findSession(id: string): Promise<CheckoutSession>
  sessionsSince(since: Date): Promise<CheckoutSession[]>
  expireSession(id: string): Promise<void>
  refund(params: NewProviderRefund, key: string): Promise<{ id: string }>
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  eventsSince(since: Date): Promise<ProviderEvent[]>
  /** What a webhook brought, if it was signed by the provider. */
  readWebhook(body: string, signature: string): ProviderEvent | undefined
}

/** It may have happened, or not. */
export class UncertainOutcome extends Error {}
/** It did not happen, and won't. */
export class ProviderRejection extends Error {}
/** It did not happen, since the amount is less than the provider takes. */
export class AmountTooSmall extends ProviderRejection {}
/** It did not happen, since the store's own key opens nothing: with another one it may. */
export class ProviderAuthFailure extends ProviderRejection {}

export const SETUP_FAILED = 'Payment setup failed: Please try again or contact support.'
