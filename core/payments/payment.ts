import { ExternalError } from '../log.ts'
import type { Currency } from '../money.ts'
import type { PaymentMethodType } from '../settings/payment-methods.ts'
import type { BalanceProvider } from './balance/balance-transaction.ts'
import type { PaymentLibrary } from './payment-library.ts'

export type CheckoutSession = {
  id: string
  /** Of the provider’s page, unless the store shows the form. */
  url: string | null
  /** Lets the browser show the payment form of this session. Only open sessions with a form of the store have one. */
  clientSecret: string | null
  state: 'open' | 'complete' | 'expired'
  paid: boolean
  /** The shopper confirmed a payment that failed later. Sessions that are neither paid nor failed when complete are processing. */
  failed: boolean
  amount: number
  currency: string
  /** Refunds refer to the payment intent. */
  intentId: string | null
  /** The store's payment ID, from the session's metadata. */
  paymentId: string | null
  createdAt: Date
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
  /** The store shows the payment form, instead of the provider’s page. */
  hasForm: boolean
  methods: readonly PaymentMethodType[]
  /** For card statements; may be empty. */
  statementSuffix: string
}

export type ProviderEvent = {
  id: string
  kind: string
  at: Date
  session: CheckoutSession | null
  /** The payment whose card was declined. */
  declinedPaymentId: string | null
  refund: ProviderRefund | null
  /** Set when the event says only that a charge was refunded, not which refund it was. */
  refundedIntentId: string | null
  dispute: Dispute | null
}

export type ProviderRefund = {
  id: string
  intentId: string | null
  amount: number
  state: 'done' | 'waiting' | 'failed'
  /** The store's refund ID; null if the refund was made in the provider's dashboard. */
  refundId: string | null
  failure: string | null
  createdAt: Date
}

export type Dispute = {
  id: string
  intentId: string | null
  amount: number
  reason: string
  state: 'open' | 'won' | 'lost'
}

/** The kind of the webhook that the store sends to itself to check that webhooks arrive. */
export const TEST_EVENT_KIND = 'store.trial'

export type NewProviderRefund = { refundId: string; orderId: string; intentId: string; amount: number }

/**
 * Methods throw `UncertainOutcome` when a request may have succeeded, and `ProviderRejection` when it did not.
 * With a deadline, they end by then; without one, they try longer, as jobs do.
 */
export type PaymentProvider = BalanceProvider & {
  /** The Content Security Policy allows forms to redirect here. */
  checkoutOrigin: string
  /** Null if the store can’t show payment forms. */
  library: PaymentLibrary | null
  createSession(params: NewCheckoutSession, key: string, deadline?: Date): Promise<CheckoutSession>
  findSession(id: string, deadline?: Date): Promise<CheckoutSession>
  sessionsSince(since: Date, deadline?: Date): Promise<CheckoutSession[]>
  expireSession(id: string): Promise<void>
  refund(params: NewProviderRefund, key: string): Promise<{ id: string }>
  listRefunds(intentId: string): Promise<ProviderRefund[]>
  refundsSince(since: Date): Promise<ProviderRefund[]>
  listDisputes(intentId: string): Promise<Dispute[]>
  /** Oldest first. */
  eventsBetween(since: Date, until: Date | null): Promise<ProviderEvent[]>
  /** Returns undefined if the signature is invalid. */
  readWebhook(body: string, signature: string): ProviderEvent | undefined
}

export class UncertainOutcome extends ExternalError {}
/** The provider failed while it handled the request. `isRepeated` means it only repeated the result stored under the key. */
export class ProviderFailure extends UncertainOutcome {
  readonly isRepeated: boolean
  constructor(
    message: string,
    { isRepeated, ...options }: { isRepeated: boolean; cause: unknown; code?: string | undefined },
  ) {
    super(message, options)
    this.isRepeated = isRepeated
  }
}
export class ProviderRejection extends ExternalError {}
export class AmountTooSmall extends ProviderRejection {}
/** The store's API key is wrong; with another key the request may succeed. */
export class ProviderAuthFailure extends ProviderRejection {}
