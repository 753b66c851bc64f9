import { useEffect, useState } from 'react'
import { type Notice, staysOnPage } from '../ui/toast/notice.ts'
import { useToast } from '../ui/toast/toast.tsx'
import type { FormResult } from './form-result.ts'

type InlineResult = { notice: Notice | undefined; isSilent: boolean }

/** Shows a toast, unless the result came with the page. Returns the notice to show inline: that one, or one that has to stay. */
export function useFormResult(result: FormResult | undefined): InlineResult {
  const showToast = useToast()
  const [initialResult] = useState(result)
  // Loads the toast now: when the connection is lost, it could no longer be loaded.
  useEffect(() => void import('../ui/toast/toast-view.tsx').catch(() => {}), [])
  useEffect(() => {
    if (result !== initialResult && result?.notice) showToast(result.notice)
    if (result !== initialResult && result?.fields)
      document.querySelector<HTMLElement>(INVALID_FIELD)?.focus()
  }, [result, initialResult, showToast])
  const isSilent = result !== initialResult
  const isInline = !isSilent || (result?.notice && staysOnPage(result.notice))
  return { notice: isInline ? result?.notice : undefined, isSilent }
}

const INVALID_FIELD = 'form [aria-invalid="true"]'
