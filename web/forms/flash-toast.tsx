import { useEffect, useState } from 'react'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { useToast } from '../ui/toast/toast.tsx'
import type { Flash } from './flash.ts'

const VISIBLE_MS = 5000

/** A toast after client-side navigation; an inline notice if it came with the page, so it works without scripts. */
export function FlashToast({ flash }: { flash: Flash | undefined }) {
  const showToast = useToast()
  const [initialFlash] = useState(flash)
  const [isDismissed, setDismissed] = useState(false)
  useEffect(() => {
    if (flash && flash !== initialFlash) showToast(flash.notice)
  }, [flash, initialFlash, showToast])
  useEffect(() => {
    const timer = setTimeout(setDismissed, VISIBLE_MS, true)
    return () => clearTimeout(timer)
  }, [])
  if (!flash || flash !== initialFlash || isDismissed) return null
  return (
    <div className="toasts fixed right-0 bottom-0 z-50 w-full max-w-md p-6">
      <InlineNotice notice={flash.notice} variant="ink" />
    </div>
  )
}
