import { useEffect, useRef, useState } from 'react'
import { setScriptCookie } from '#web/browser-storage.ts'
import { SIDEBAR_COOKIE } from './sidebar-state.ts'

const MOBILE_QUERY = '(max-width: 767.98px)'

/** Ctrl+B or Cmd+B collapses the sidebar on a desktop and opens the menu on a phone. */
export function useSidebar(initiallyOpen: boolean) {
  const [open, setOpen] = useState(initiallyOpen)
  const sheet = useRef<HTMLDetailsElement>(null)
  const toggle = () => {
    setOpen(!open)
    setScriptCookie(SIDEBAR_COOKIE, String(!open))
  }
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && sheet.current) sheet.current.open = false
      if (event.key !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!matchMedia(MOBILE_QUERY).matches) toggle()
      else if (sheet.current) sheet.current.open = !sheet.current.open
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  })
  return { open, toggle, sheet }
}
