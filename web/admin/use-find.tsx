import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

const Palette = lazy(() => import('./palette.tsx'))

/** The palette, opened by Ctrl K from anywhere or by a button, and loaded then. */
export function useFind(): { find: () => void; palette: ReactNode } {
  const [open, setOpen] = useState(false)
  const find = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      setOpen((is) => !is)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return {
    find,
    palette: open && (
      <Suspense>
        <Palette onClosed={close} />
      </Suspense>
    ),
  }
}
