import { useCallback, useEffect, useState } from 'react'

const KEY = 'offerCode'

/** Session storage keeps the code until checkout, and for shoppers who come back from payment. */
export function useOfferCode(codeFromUrl: string): [string, (code: string) => void] {
  const [code, setCode] = useState(codeFromUrl)
  const saveCode = useCallback((enteredCode: string) => {
    const code = enteredCode.trim().toUpperCase()
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
