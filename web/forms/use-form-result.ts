import { useEffect, useState } from 'react'
import { type Notice, useToast } from '../ui/toast/toast.tsx'
import type { FormResult } from './form-result.ts'

/** Shows a toast, or returns the notice to show inline if it came with the page. */
export function useFormResult(result: FormResult | undefined): Notice | undefined {
  const showToast = useToast()
  const [initialResult] = useState(result)
  // Loads the toast now: when the connection is lost, it could no longer be loaded.
  useEffect(() => void import('../ui/toast/toast-view.tsx').catch(() => {}), [])
  useEffect(() => {
    if (result !== initialResult && result?.notice) showToast(result.notice)
    if (result !== initialResult && result?.fields)
      document.querySelector<HTMLElement>(INVALID_FIELD)?.focus()
  }, [result, initialResult, showToast])
  return result === initialResult ? result?.notice : undefined
}

const INVALID_FIELD = 'form [aria-invalid="true"]'
