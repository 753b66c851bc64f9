import { useEffect, useState } from 'react'

const KEY = 'paying'

/** Off to the provider's page; what this browser is paying for is remembered until it is paid. */
export function usePaymentPage(pay: { url: string; sessionId: string } | undefined): boolean {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!pay) return
    setLeaving(true)
    localStorage.setItem(KEY, pay.sessionId)
    location.assign(pay.url)
  }, [pay])
  useEffect(() => {
    const onShown = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', onShown)
    return () => removeEventListener('pageshow', onShown)
  }, [])
  return leaving
}

/** True once for a session that this browser began: not after a reload, nor for somebody else's. */
export function endPaying(sessionId: string): boolean {
  if (localStorage.getItem(KEY) !== sessionId) return false
  localStorage.removeItem(KEY)
  return true
}
