import { type FocusEvent, useEffect, useRef, useState } from 'react'
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
      if (event.key === 'Escape') closeSheet()
      if (event.key !== 'b' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!matchMedia(MOBILE_QUERY).matches) toggle()
      else if (sheet.current) sheet.current.open = !sheet.current.open
    }
    function handleClick({ target }: MouseEvent) {
      const backdrop = sheet.current?.lastElementChild
      if (target === backdrop) closeSheet()
    }
    addEventListener('keydown', handleKeyDown)
    addEventListener('click', handleClick)
    return () => {
      removeEventListener('keydown', handleKeyDown)
      removeEventListener('click', handleClick)
    }
  })
  function closeSheet() {
    const menu = sheet.current
    if (!menu?.open) return
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
  return { open, toggle, sheet }
}

/** Focus must not move to content that the menu hides. */
export function closeOnFocusOut({ currentTarget: menu, relatedTarget }: FocusEvent<HTMLDetailsElement>) {
  if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false
}
