import { useCallback, useEffect, useState } from 'react'

/**
 * The key of one attempt at buying: sent twice it buys once. Whatever changes what is bought, or was answered, begins another;
 * an answer that got lost on its way does not.
 */
export function useAttempt(
  served: string | undefined,
  bought: unknown,
  outcome: { lost?: boolean } | undefined,
) {
  const [key, setKey] = useState(served ?? '')
  const renew = useCallback(() => setKey(crypto.randomUUID()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another basket is another attempt
  useEffect(renew, [renew, bought])
  useEffect(() => {
    if (outcome && !outcome.lost) renew()
  }, [outcome, renew])
  useEffect(() => {
    // Back from the provider's page, to this page as it was left.
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && renew()
    addEventListener('pageshow', onShown)
    return () => removeEventListener('pageshow', onShown)
  }, [renew])
  return { key, renew }
}
