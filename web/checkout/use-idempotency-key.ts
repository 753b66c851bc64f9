import { useCallback, useEffect, useState } from 'react'

/**
 * The key of one attempt at buying: sent twice it buys once. Whatever changes what is bought, or was answered, begins another;
 * an answer that got lost on its way does not.
 */
export function useIdempotencyKey(
  initialKey: string | undefined,
  purchaseKey: unknown,
  result: { connectionLost?: boolean } | undefined,
) {
  const [key, setKey] = useState(initialKey ?? '')
  const renew = useCallback(() => setKey(crypto.randomUUID()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another basket is another attempt
  useEffect(renew, [renew, purchaseKey])
  useEffect(() => {
    if (result && !result.connectionLost) renew()
  }, [result, renew])
  useEffect(() => {
    // Back from the provider's page, to this page as it was left.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && renew()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [renew])
  return { key, renew }
}
