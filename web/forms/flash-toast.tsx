import { useEffect, useState } from 'react'
import { InlineNotice } from '../ui/inline-notice.tsx'
import { useToast } from '../ui/toast.tsx'
import type { Flash } from './flash.ts'

const VISIBLE_MS = 5000

/** What the form before has to say: a toast where a script led here, else a line that came with the page itself. */
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
    <div className="fixed right-0 bottom-0 z-50 w-full max-w-md p-6">
      <InlineNotice notice={flash.notice} look="ink" />
    </div>
  )
}
