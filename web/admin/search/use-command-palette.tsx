import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'

const CommandPalette = lazy(() => import('./command-palette.tsx'))

/** Ctrl+K or Cmd+K toggles the palette; its code loads on first use. */
export function useCommandPalette(): { openPalette: () => void; palette: ReactNode } {
  const [open, setOpen] = useState(false)
  const openPalette = useCallback(() => setOpen(true), [])
  const closePalette = useCallback(() => setOpen(false), [])
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      // In a text editor, the same keys add a link.
      if (event.defaultPrevented) return
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      setOpen((wasOpen) => !wasOpen)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [])
  return {
    openPalette,
    palette: open && (
      <Suspense>
        <CommandPalette onClose={closePalette} />
      </Suspense>
    ),
  }
}
