import { useEffect, useState } from 'react'
import { localData } from '#web/browser-storage.ts'

const KEY = 'paying'

export function usePaymentRedirect(checkoutSession: { url: string; sessionId: string } | undefined): boolean {
  const [isRedirecting, setRedirecting] = useState(false)
  useEffect(() => {
    if (!checkoutSession) return
    setRedirecting(true)
    rememberPendingPayment(checkoutSession.sessionId)
    location.assign(checkoutSession.url)
  }, [checkoutSession])
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setRedirecting(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])
  return isRedirecting
}

/** So that only the browser that paid empties its cart. */
export function rememberPendingPayment(sessionId: string): void {
  localData().setItem(KEY, sessionId)
}

/** True once per session that this browser started: false after a reload and for other people's sessions. */
export function takePendingPayment(sessionId: string): boolean {
  if (localData().getItem(KEY) !== sessionId) return false
  localData().removeItem(KEY)
  return true
}
