import Stripe from 'stripe'
import { balanceCalls } from './balance/stripe-balance.server.ts'
import { captureCalls, WITH_INTENT } from './captures/stripe-captures.server.ts'
import { disputeCalls } from './disputes/stripe-disputes.server.ts'
import { intentParams, isIntentId, toIntentSession } from './express-intents.server.ts'
import {
  type CheckoutSession,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRejection,
  UncertainOutcome,
} from './payment.ts'
import type { PaymentLibrary } from './payment-library.ts'
import { PROVIDER_EVENTS } from './provider-events.ts'
import { customerCalls, withNotFound } from './saved-methods/stripe-customers.server.ts'
import { withProviderErrors } from './stripe-errors.server.ts'
import {
  refundParams,
  sessionParams,
  toDispute,
  toEvent,
  toRefund,
  toSession,
  toUnixSeconds,
} from './stripe-format.server.ts'

type StripeSettings = {
  key: string
  webhookSecret: string | undefined
  base: string | undefined
  library?: PaymentLibrary | null
}

const TIMEOUT_MS = 10_000
const PAGE_SIZE = 100
const MAX_LISTED = 2000

/** `base` points the client at another server with Stripe's API, such as the sandbox. */
export function stripePayments({
  key,
  webhookSecret,
  base,
  library = null,
}: StripeSettings): PaymentProvider {
  const stripe = new Stripe(key, {
    ...hostOptions(base),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  })
  return {
    checkoutOrigin: base ? new URL(base).origin : 'https://checkout.stripe.com',
    library,
    ...balanceCalls(stripe),
    ...captureCalls(stripe),
    ...customerCalls(stripe),
    createSession: (params, idempotencyKey, deadline) =>
      withNotFound(
        async () =>
          params.isExpress
            ? toIntentSession(await stripe.paymentIntents.create(intentParams(params), { idempotencyKey }))
            : requirePage(
                toSession(await stripe.checkout.sessions.create(sessionParams(params), { idempotencyKey })),
              ),
        deadline,
      ),
    findSession: (id, deadline) =>
      withProviderErrors(
        async () =>
          isIntentId(id)
            ? toIntentSession(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
            : toSession(await stripe.checkout.sessions.retrieve(id, { expand: WITH_INTENT })),
        deadline,
      ),
    sessionsSince: (since, deadline) =>
      withProviderErrors(async () => {
        const listed = stripe.checkout.sessions.list({
          created: { gte: toUnixSeconds(since) },
          limit: PAGE_SIZE,
        })
        return (await listed.autoPagingToArray({ limit: MAX_LISTED })).map(toSession)
      }, deadline),
    expireSession: (id) =>
      withProviderErrors(async () => {
        await (isIntentId(id) ? stripe.paymentIntents.cancel(id) : stripe.checkout.sessions.expire(id))
      }),
    refund: (params, idempotencyKey) =>
      withProviderErrors(async () => {
        const { id } = await stripe.refunds.create(refundParams(params), { idempotencyKey })
        // The SDK doesn't follow redirects, and returns one as if it were the refund.
        if (!id) throw new UncertainOutcome('The response names no refund', { code: 'no refund' })
        return { id }
      }),
    listRefunds: (payment_intent) =>
      withProviderErrors(async () => {
        const { data } = await stripe.refunds.list({ payment_intent, limit: PAGE_SIZE })
        return data.map(toRefund)
      }),
    refundsSince: (since) =>
      withProviderErrors(async () => {
        const refunds: ProviderRefund[] = []
        for await (const refund of stripe.refunds.list({
          created: { gte: toUnixSeconds(since) },
          limit: PAGE_SIZE,
        }))
          refunds.push(toRefund(refund))
        return refunds
      }),
    listDisputes: (payment_intent) =>
      withProviderErrors(async () => {
        const { data } = await stripe.disputes.list({ payment_intent, limit: PAGE_SIZE })
        return data.map(toDispute)
      }),
    ...disputeCalls(stripe),
    eventsBetween: (since, until) =>
      withProviderErrors(async () => {
        const created = { gte: toUnixSeconds(since), ...(until && { lt: toUnixSeconds(until) }) }
        const events: ProviderEvent[] = []
        for await (const event of stripe.events.list({
          created,
          types: [...PROVIDER_EVENTS],
          limit: PAGE_SIZE,
        }))
          events.push(toEvent(event))
        return events.toReversed()
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

function requirePage(session: CheckoutSession): CheckoutSession {
  if (!session.url && !session.clientSecret && session.state === 'open')
    throw new ProviderRejection('No checkout URL received from Stripe')
  return session
}
