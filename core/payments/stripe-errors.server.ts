import Stripe from 'stripe'
import { waitUntil } from './deadline.ts'
import {
  AmountTooSmall,
  ProviderAuthFailure,
  ProviderFailure,
  ProviderRejection,
  UncertainOutcome,
} from './payment.ts'

/** Invalid requests and declined cards did not happen. Any other error may have happened anyway. */
export async function withProviderErrors<Result>(
  request: () => Promise<Result>,
  deadline?: Date,
): Promise<Result> {
  try {
    // The SDK's timeout restarts with each retry and each part of a response.
    return await waitUntil(deadline, request)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const code = error instanceof Stripe.errors.StripeError ? describeStripeError(error) : undefined
    const options = { cause: error, code }
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small')
      throw new AmountTooSmall(message, options)
    if (error instanceof Stripe.errors.StripeInvalidRequestError)
      throw new ProviderRejection(message, options)
    if (error instanceof Stripe.errors.StripeCardError) throw new ProviderRejection(message, options)
    if (error instanceof Stripe.errors.StripeAuthenticationError)
      throw new ProviderAuthFailure(message, options)
    if (error instanceof Stripe.errors.StripePermissionError) throw new ProviderAuthFailure(message, options)
    if (error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500) {
      const isRepeated = error.headers?.['idempotent-replayed'] === 'true'
      throw new ProviderFailure(message, { isRepeated, ...options })
    }
    if (error instanceof Stripe.errors.StripeError) throw new UncertainOutcome(message, options)
    throw error
  }
}

/** For the log. Stripe’s dashboard finds the request by its ID. */
function describeStripeError({ type, code, requestId }: Stripe.errors.StripeError): string {
  return [type, code, requestId].filter(Boolean).join(' ')
}
