import { type PaymentProvider, UncertainOutcome } from './payment.ts'

type GuardedProvider = { provider: PaymentProvider; hasOutage(): boolean }

/** For loops over many payments: after one request without a clear result, the others fail at once. */
export function stopAtOutage(provider: PaymentProvider): GuardedProvider {
  let outage: UncertainOutcome | undefined
  const guard =
    <Args extends unknown[], Result>(send: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (outage) throw outage
      try {
        return await send(...args)
      } catch (error) {
        if (error instanceof UncertainOutcome) outage = error
        throw error
      }
    }
  const { findSession, expireSession, listRefunds } = provider
  return {
    provider: {
      ...provider,
      findSession: guard(findSession),
      expireSession: guard(expireSession),
      listRefunds: guard(listRefunds),
    },
    hasOutage: () => outage !== undefined,
  }
}
