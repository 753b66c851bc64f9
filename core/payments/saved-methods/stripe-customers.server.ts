import Stripe from 'stripe'
import { METHODS } from '#core/settings/payment-methods.ts'
import { ProviderNotFound, ProviderRejection, UncertainOutcome } from '../payment.ts'
import { withProviderErrors } from '../stripe-errors.server.ts'
import type { CustomerCalls } from './customer-calls.ts'
import type { SavedMethod } from './saved-method.ts'

const MAX_LISTED = 100

export function customerCalls(stripe: Stripe): CustomerCalls {
  return {
    createCustomer: ({ accountId, email }, idempotencyKey, deadline) =>
      withNotFound(async () => {
        const params = { email, metadata: { account_id: accountId } }
        const { id } = await stripe.customers.create(params, { idempotencyKey })
        // The SDK doesn't follow redirects, and returns one as if it were the customer.
        if (!id) throw new UncertainOutcome('The response names no customer', { code: 'no customer' })
        return id
      }, deadline),
    async deleteCustomer(id) {
      try {
        await withNotFound(() => stripe.customers.del(id))
      } catch (error) {
        if (!(error instanceof ProviderNotFound)) throw error
      }
    },
    listSavedMethods: (customerId, deadline) =>
      withNotFound(async () => {
        const { data } = await stripe.customers.listPaymentMethods(customerId, { limit: MAX_LISTED })
        return data.map(toSavedMethod)
      }, deadline),
    findMethodOwner: (methodId, deadline) =>
      withNotFound(async () => {
        const { customer } = await stripe.paymentMethods.retrieve(methodId)
        return typeof customer === 'string' ? customer : (customer?.id ?? null)
      }, deadline),
    detachMethod: (methodId, deadline) =>
      withNotFound(async () => {
        await stripe.paymentMethods.detach(methodId)
      }, deadline),
  }
}

/** Tells what doesn’t exist from other requests that the provider rejects. */
export async function withNotFound<Result>(request: () => Promise<Result>, deadline?: Date): Promise<Result> {
  try {
    return await withProviderErrors(request, deadline)
  } catch (error) {
    const { cause } = error instanceof ProviderRejection ? error : {}
    if (!(cause instanceof Stripe.errors.StripeInvalidRequestError) || cause.code !== 'resource_missing')
      throw error
    throw new ProviderNotFound(cause.message, { cause, code: 'resource_missing' })
  }
}

const CARD_BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}
const WALLETS: Record<string, string> = {
  amex_express_checkout: 'Amex Express Checkout',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  link: 'Link',
  masterpass: 'Masterpass',
  samsung_pay: 'Samsung Pay',
  visa_checkout: 'Visa Checkout',
}
/** Methods that the store doesn’t offer may be saved too, in the provider’s dashboard. */
const METHOD_NAMES: Record<string, string> = {
  ...Object.fromEntries(Object.entries(METHODS).map(([type, { name }]) => [type, name])),
  amazon_pay: 'Amazon Pay',
  cashapp: 'Cash App Pay',
  revolut_pay: 'Revolut Pay',
  sepa_debit: 'SEPA Direct Debit',
  us_bank_account: 'Bank account',
}

export function toSavedMethod({
  id,
  type,
  card,
  us_bank_account,
  sepa_debit,
}: Stripe.PaymentMethod): SavedMethod {
  return {
    id,
    type,
    name: card ? (CARD_BRANDS[card.brand] ?? 'Card') : (METHOD_NAMES[type] ?? 'Payment method'),
    last4: (card ?? us_bank_account ?? sepa_debit)?.last4 ?? null,
    expires: card ? { month: card.exp_month, year: card.exp_year } : null,
    wallet: card?.wallet ? (WALLETS[card.wallet.type] ?? 'a wallet') : null,
  }
}
