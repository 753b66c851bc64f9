import { ExternalError } from '../log.ts'
import type { Currency } from '../money.ts'
import type { PaymentMethodType } from '../settings/payment-methods.ts'
import type { BalanceProvider } from './balance/balance-transaction.ts'
import type { CaptureCalls, ProviderIntent } from './captures/provider-intent.ts'
import type { Dispute, DisputeCalls } from './disputes/evidence.ts'
import type { PaymentLibrary } from './payment-library.ts'
import type { CustomerCalls } from './saved-methods/customer-calls.ts'

export type CheckoutSession = {
  /** Of a checkout session, or of a payment intent for an express payment. */
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
  /** The session shows what this customer of the provider saved. */
  customerId?: string | null
  createdAt: Date
  /** Set when the session was read by its ID, once it is complete. */
  intent?: ProviderIntent | null
}

export type NewCheckoutSession = {
  paymentId: string
  orderId: string
  number: string
  email: string
  /** The provider’s, for accounts that can save how they pay. */
  customerId?: string | null
  currency: Currency
  total: number
  lines: { name: string; amount: number; quantity: number }[]
  expiresAt: Date
  successUrl: string
  cancelUrl: string
  /** The store shows the payment form, instead of the provider’s page. */
  hasForm: boolean
  /** Paid in a wallet’s sheet, which the store opened before it knew the order. */
  isExpress: boolean
  methods: readonly PaymentMethodType[]
  /** For card statements; may be empty. */
  statementSuffix: string
  /** Authorizes the payment, and leaves its capture to the store. */
  isCapturedLater: boolean
}

export type ProviderEvent = {
  id: string
  kind: string
  at: Date
  session: CheckoutSession | null
  /** The payment whose card was declined. */
  declinedPaymentId: string | null
  /** Set when an authorization was made, captured, or released. */
  changedIntent?: { id: string; paymentId: string | null } | null
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

export type { Dispute } from './disputes/evidence.ts'

/** The kind of the webhook that the store sends to itself to check that webhooks arrive. */
export const TEST_EVENT_KIND = 'store.trial'

export type NewProviderRefund = { refundId: string; orderId: string; intentId: string; amount: number }

/**
 * Methods throw `UncertainOutcome` when a request may have succeeded, and `ProviderRejection` when it did not.
 * With a deadline, they end by then; without one, they try longer, as jobs do.
 */
export type PaymentProvider = BalanceProvider &
  CaptureCalls &
  CustomerCalls &
  DisputeCalls & {
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
/** What the request names doesn’t exist at the provider. */
export class ProviderNotFound extends ProviderRejection {}
export class AmountTooSmall extends ProviderRejection {}
/** The store's API key is wrong; with another key the request may succeed. */
export class ProviderAuthFailure extends ProviderRejection {}
