import { useCallback, useEffect, useState } from 'react'

const KEY = 'offerCode'

/** The code typed in the cart is still there at the checkout, and when somebody comes back from paying. */
export function useOfferCode(codeFromUrl: string): [string, (code: string) => void] {
  const [code, setCode] = useState(codeFromUrl)
  const saveCode = useCallback((typed: string) => {
    const code = typed.trim().toUpperCase()
    setCode(code)
    if (code) sessionStorage.setItem(KEY, code)
    else sessionStorage.removeItem(KEY)
  }, [])
  useEffect(() => {
    if (codeFromUrl) saveCode(codeFromUrl)
    else setCode(sessionStorage.getItem(KEY) ?? '')
  }, [codeFromUrl, saveCode])
  return [code, saveCode]
}

export function clearOfferCode(): void {
  sessionStorage.removeItem(KEY)
}
