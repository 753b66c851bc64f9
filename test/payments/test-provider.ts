import type { ProviderIntent } from '#core/payments/captures/provider-intent.ts'
import {
  type CheckoutSession,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRejection,
} from '#core/payments/payment.ts'
import { sandboxLibrary } from '#core/payments/payment-library.ts'
import { createCustomers, type TestCustomers } from './test-customers.ts'

export type TestProvider = PaymentProvider &
  TestCustomers & {
    sessions: Map<string, CheckoutSession>
    refunds: ProviderRefund[]
    events: ProviderEvent[]
    /** The idempotency keys of the requests that reached the provider. */
    keys: string[]
    /** Pays a session and returns it as the provider reports it. */
    pay(sessionId: string): CheckoutSession
    /** As by a shopper, for a session that is captured later. */
    authorize(sessionId: string, authorizedUntil?: Date | null): CheckoutSession
    /** Captures and releases in the provider's dashboard, or by time. */
    changeIntent(id: string, change: Partial<ProviderIntent>): void
  }

let idCount = 0
const nextId = (prefix: string) => `${prefix}_test${++idCount}`

/** Of an express payment, it is the session. */
const intentOf = (sessionId: string) => (sessionId.startsWith('pi_') ? sessionId : nextId('pi'))

/** A card provider in memory, which remembers keys as Stripe does. Tests replace its methods to make it fail. */
export function createProvider(): TestProvider {
  const sessions = new Map<string, CheckoutSession>()
  const sessionsByKey = new Map<string, CheckoutSession>()
  const refundsByKey = new Map<string, ProviderRefund>()
  const refunds: ProviderRefund[] = []
  const events: ProviderEvent[] = []
  const keys: string[] = []
  const intents = new Map<string, ProviderIntent & { amount: number }>()
  const capturesByKey = new Map<string, ProviderIntent>()
  const customers = createCustomers(nextId)

  function findSession(id: string): CheckoutSession {
    const session = sessions.get(id)
    if (!session) throw new ProviderRejection(`No such session: ${id}`)
    return session
  }

  function changeSession(id: string, change: Partial<CheckoutSession>): CheckoutSession {
    const session = { ...findSession(id), ...change }
    sessions.set(id, session)
    return session
  }

  function findIntent(id: string): ProviderIntent & { amount: number } {
    const intent = intents.get(id)
    if (!intent) throw new ProviderRejection(`No such payment_intent: ${id}`)
    return intent
  }

  function changeIntent(id: string, change: Partial<ProviderIntent>): ProviderIntent {
    const intent = { ...findIntent(id), ...change }
    intents.set(id, intent)
    return intent
  }

  /** As the provider reports it now. */
  function readSession(id: string): CheckoutSession {
    const session = findSession(id)
    const intent = session.intentId ? intents.get(session.intentId) : undefined
    if (!intent) return session
    return { ...session, intent, paid: intent.state === 'captured', failed: intent.state === 'released' }
  }

  function refuseDispute(id: string): never {
    throw new ProviderRejection(`No such dispute: ${id}`)
  }

  return {
    sessions,
    refunds,
    events,
    keys,
    ...customers,
    checkoutOrigin: 'https://pay.example',
    library: { ...sandboxLibrary, hosts: { ...sandboxLibrary.hosts, scripts: ['https://js.pay.example'] } },
    pay: (id) =>
      changeSession(id, {
        state: 'complete',
        paid: true,
        intentId: intentOf(id),
      }),
    authorize(sessionId, authorizedUntil = null) {
      const intentId = intentOf(sessionId)
      const { amount } = changeSession(sessionId, { state: 'complete', paid: false, intentId })
      intents.set(intentId, { id: intentId, state: 'authorized', captured: 0, authorizedUntil, amount })
      return findSession(sessionId)
    },
    changeIntent,
    findIntent: async (id) => findIntent(id),
    async captureIntent({ intentId, amount }, key) {
      keys.push(key)
      const stored = capturesByKey.get(key)
      if (stored) return stored
      const intent = findIntent(intentId)
      if (intent.state !== 'authorized')
        throw new ProviderRejection(`This PaymentIntent could not be captured because it is ${intent.state}`)
      if (amount > intent.amount)
        throw new ProviderRejection('The amount to capture is greater than the authorized amount')
      const captured = changeIntent(intentId, { state: 'captured', captured: amount })
      capturesByKey.set(key, captured)
      return captured
    },
    async releaseIntent(id) {
      const { state } = findIntent(id)
      if (state !== 'authorized')
        throw new ProviderRejection(`You cannot cancel this PaymentIntent: ${state}`)
      return changeIntent(id, { state: 'released' })
    },
    async createSession({ paymentId, total, currency, hasForm, isExpress, customerId }, key) {
      keys.push(key)
      if (customerId) customers.requireCustomer(customerId)
      const id = nextId(isExpress ? 'pi' : 'cs')
      const hasSecret = hasForm || isExpress
      const session: CheckoutSession = sessionsByKey.get(key) ?? {
        ...{
          id,
          url: hasSecret ? null : `https://pay.example/${id}`,
          state: 'open',
          paid: false,
          failed: false,
        },
        clientSecret: hasSecret ? `${id}_secret` : null,
        ...(customerId && { customerId }),
        ...{ amount: total, currency, intentId: null, paymentId, createdAt: new Date() },
      }
      sessionsByKey.set(key, session)
      if (!sessions.has(session.id)) sessions.set(session.id, session)
      return session
    },
    findSession: async (id) => readSession(id),
    sessionsSince: async (since) => [...sessions.values()].filter(({ createdAt }) => createdAt >= since),
    async expireSession(id) {
      if (findSession(id).state !== 'open') throw new ProviderRejection('The session is not open')
      changeSession(id, { state: 'expired' })
    },
    async refund({ refundId, intentId, amount }, key) {
      keys.push(key)
      const refund: ProviderRefund = refundsByKey.get(key) ?? {
        ...{ id: nextId('re'), intentId, amount, refundId },
        ...{ state: 'done', failure: null, createdAt: new Date() },
      }
      if (!refundsByKey.has(key)) refunds.push(refund)
      refundsByKey.set(key, refund)
      return { id: refund.id }
    },
    listRefunds: async (intentId) => refunds.filter((refund) => refund.intentId === intentId),
    refundsSince: async (since) => refunds.filter(({ createdAt }) => createdAt >= since),
    listDisputes: async () => [],
    findDispute: async (id) => refuseDispute(id),
    sendEvidence: async (id) => refuseDispute(id),
    acceptDispute: async (id) => refuseDispute(id),
    eventsBetween: async (since, until) => events.filter(({ at }) => at >= since && (!until || at < until)),
    readWebhook: () => undefined,
    listBalance: async () => ({ transactions: [], next: null }),
    payoutsSince: async () => [],
  }
}
