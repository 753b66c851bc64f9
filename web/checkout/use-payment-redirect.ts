import { useEffect, useState } from 'react'

const KEY = 'paying'

/** Off to the provider's page; what this browser is paying for is remembered until it is paid. */
export function usePaymentRedirect(checkoutSession: { url: string; sessionId: string } | undefined): boolean {
  const [isRedirecting, setRedirecting] = useState(false)
  useEffect(() => {
    if (!checkoutSession) return
    setRedirecting(true)
    localStorage.setItem(KEY, checkoutSession.sessionId)
    location.assign(checkoutSession.url)
  }, [checkoutSession])
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setRedirecting(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])
  return isRedirecting
}

/** True once for a session that this browser began: not after a reload, nor for somebody else's. */
export function takePendingPayment(sessionId: string): boolean {
  if (localStorage.getItem(KEY) !== sessionId) return false
  localStorage.removeItem(KEY)
  return true
}
