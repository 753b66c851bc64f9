import { useCallback, useEffect, useState } from 'react'

const KEY = 'offerCode'

/** The code typed in the cart is still there at the checkout, and when somebody comes back from paying. */
export function useOfferCode(fromAddress: string): [string, (code: string) => void] {
  const [code, setCode] = useState(fromAddress)
  const keep = useCallback((typed: string) => {
    const code = typed.trim().toUpperCase()
    setCode(code)
    if (code) sessionStorage.setItem(KEY, code)
    else sessionStorage.removeItem(KEY)
  }, [])
  useEffect(() => {
    if (fromAddress) keep(fromAddress)
    else setCode(sessionStorage.getItem(KEY) ?? '')
  }, [fromAddress, keep])
  return [code, keep]
}

export function forgetOfferCode(): void {
  sessionStorage.removeItem(KEY)
}
