import { useEffect, useState } from 'react'
import { type Notice, useToast } from '../ui/toast.tsx'
import type { FormResult } from './form-result.ts'

/** Said as a toast where the answer came to a script; else it is a part of the page, and given back for it. */
export function useFormResult(result: FormResult | undefined): Notice | undefined {
  const showToast = useToast()
  const [initialResult] = useState(result)
  useEffect(() => {
    if (result !== initialResult && result?.notice) showToast(result.notice)
    if (result !== initialResult && result?.fields)
      document.querySelector<HTMLElement>(INVALID_FIELD)?.focus()
  }, [result, initialResult, showToast])
  return result === initialResult ? result?.notice : undefined
}

const INVALID_FIELD = 'form [aria-invalid="true"]'
