import { useCallback, useEffect, useState } from 'react'

/** One key per attempt: a changed purchase or a response starts another attempt, a lost response doesn't. */
export function useIdempotencyKey(
  initialKey: string | undefined,
  purchaseKey: unknown,
  result: { connectionLost?: boolean } | undefined,
) {
  const [key, setKey] = useState(initialKey ?? '')
  const renew = useCallback(() => setKey(crypto.randomUUID()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another purchase is another attempt
  useEffect(renew, [renew, purchaseKey])
  useEffect(() => {
    if (result && !result.connectionLost) renew()
  }, [result, renew])
  useEffect(() => {
    // The back button restored this page from the payment page.
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && renew()
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [renew])
  return { key, renew }
}
