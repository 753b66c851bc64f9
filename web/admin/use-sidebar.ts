import { useEffect, useRef, useState } from 'react'
import { sidebarCookie } from './sidebar-state.ts'

const PHONE = '(max-width: 767.98px)'

/** Wide or narrow at a desk, open or closed on a phone; Ctrl or Cmd and B changes it. */
export function useSidebar(served: boolean) {
  const [open, setOpen] = useState(served)
  const sheet = useRef<HTMLDetailsElement>(null)
  const toggle = () => {
    setOpen(!open)
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
    document.cookie = sidebarCookie(!open, location.protocol === 'https:')
  }
  useEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key === 'Escape' && sheet.current) sheet.current.open = false
      if (event.key !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!matchMedia(PHONE).matches) toggle()
      else if (sheet.current) sheet.current.open = !sheet.current.open
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
  return { open, toggle, sheet }
}
