import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { HEADER_LINK } from './store-link.tsx'

const MENU_ID = 'menu'
export const MENU_BUTTON_ID = 'menu-button'
/** From this width, the sheet's contents are part of the header line. */
const WIDE_SCREEN = '(min-width: 80rem)'

/** A native popover opens, closes, and restores focus before any script has loaded. */
export function MenuSheet({ children }: { children: ReactNode }) {
  const sheet = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    // Not on the first page: its menu may be open before scripts load.
    if (openedAt.current !== key) sheet.current?.hidePopover?.()
    openedAt.current = key
  }, [key])
  useEffect(() => {
    const menu = sheet.current
    if (!menu) return
    const controller = new AbortController()
    const close = () => menu.hidePopover?.()
    matchMedia(WIDE_SCREEN).addEventListener('change', close, controller)
    // Focus must not move to content hidden behind the sheet; popovers opened from it count as inside.
    const closeOnFocusOut = ({ relatedTarget: to }: FocusEvent) => {
      const isInside = !(to instanceof Element) || menu.contains(to) || to.closest('[popover]')
      if (!isInside) close()
    }
    menu.addEventListener('focusout', closeOnFocusOut, controller)
    return () => controller.abort()
  }, [])
  return (
    <div
      ref={sheet}
      id={MENU_ID}
      popover="auto"
      className="menu-sheet bg-paper text-ink transition-opacity starting:open:opacity-0 xl:static xl:flex xl:w-auto xl:grow xl:flex-wrap xl:items-center xl:gap-x-6 xl:overflow-visible xl:bg-transparent"
    >
      <p className="mb-8 flex justify-end text-small xl:hidden">
        <button type="button" popoverTarget={MENU_ID} popoverTargetAction="hide" className={HEADER_LINK}>
          Close
        </button>
      </p>
      {children}
    </div>
  )
}

export function MenuButton() {
  return (
    <button id={MENU_BUTTON_ID} type="button" popoverTarget={MENU_ID} className={`${HEADER_LINK} xl:hidden`}>
      Menu
    </button>
  )
}
