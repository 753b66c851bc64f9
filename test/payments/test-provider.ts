import {
  type CheckoutSession,
  type PaymentProvider,
  type ProviderEvent,
  type ProviderRefund,
  ProviderRejection,
} from '#core/payments/payment.ts'
import { sandboxLibrary } from '#core/payments/payment-library.ts'

export type TestProvider = PaymentProvider & {
  sessions: Map<string, CheckoutSession>
  refunds: ProviderRefund[]
  events: ProviderEvent[]
  /** The idempotency keys of the requests that reached the provider. */
  keys: string[]
  /** Pays a session and returns it as the provider reports it. */
  pay(sessionId: string): CheckoutSession
}

let idCount = 0
const nextId = (prefix: string) => `${prefix}_test${++idCount}`

/** A card provider in memory, which remembers keys as Stripe does. Tests replace its methods to make it fail. */
export function createProvider(): TestProvider {
  const sessions = new Map<string, CheckoutSession>()
  const sessionsByKey = new Map<string, CheckoutSession>()
  const refundsByKey = new Map<string, ProviderRefund>()
  const refunds: ProviderRefund[] = []
  const events: ProviderEvent[] = []
  const keys: string[] = []

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

  return {
    sessions,
    refunds,
    events,
    keys,
    checkoutOrigin: 'https://pay.example',
    library: { ...sandboxLibrary, hosts: { ...sandboxLibrary.hosts, scripts: ['https://js.pay.example'] } },
    pay: (id) => changeSession(id, { state: 'complete', paid: true, intentId: nextId('pi') }),
    async createSession({ paymentId, total, currency, hasForm }, key) {
      keys.push(key)
      const id = nextId('cs')
      const session: CheckoutSession = sessionsByKey.get(key) ?? {
        ...{
          id,
          url: hasForm ? null : `https://pay.example/${id}`,
          state: 'open',
          paid: false,
          failed: false,
        },
        clientSecret: hasForm ? `${id}_secret` : null,
        ...{ amount: total, currency, intentId: null, paymentId, createdAt: new Date() },
      }
      sessionsByKey.set(key, session)
      if (!sessions.has(session.id)) sessions.set(session.id, session)
      return session
    },
    findSession: async (id) => findSession(id),
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
    eventsBetween: async (since, until) => events.filter(({ at }) => at >= since && (!until || at < until)),
    readWebhook: () => undefined,
    listBalance: async () => ({ transactions: [], next: null }),
    payoutsSince: async () => [],
  }
}
