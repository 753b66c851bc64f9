import { useCallback, useEffect, useState } from 'react'
import { tabData } from '#web/browser-storage.ts'

const KEY = 'offerCode'

/** Session storage keeps the code until checkout, and for shoppers who come back from payment. */
export function useOfferCode(codeFromUrl: string): [string, (code: string) => void] {
  const [code, setCode] = useState(codeFromUrl)
  const saveCode = useCallback((enteredCode: string) => {
    const code = enteredCode.trim().toUpperCase()
    setCode(code)
    if (code) tabData().setItem(KEY, code)
    else tabData().removeItem(KEY)
  }, [])
  useEffect(() => {
    if (codeFromUrl) saveCode(codeFromUrl)
    else setCode(tabData().getItem(KEY) ?? '')
  }, [codeFromUrl, saveCode])
  return [code, saveCode]
}

export function clearOfferCode(): void {
  tabData().removeItem(KEY)
}
