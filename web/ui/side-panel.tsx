import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { label: string; children: ReactNode; onClose: () => void }

const DURATION = 10_000

/**
 * A panel in the lower right corner; on phones, along the lower edge. The page stays usable: a click beside the panel
 * closes it and does what it does. It also closes when focus moves to the page, which it may cover, and after a while,
 * but not while it is used.
 */
export function SidePanel({ label, children, onClose }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)

  useEffect(() => {
    const element = panel.current
    element?.showPopover()
    const closeOnFocusOutside = ({ target }: FocusEvent) => {
      if (target instanceof Node && !element?.contains(target)) element?.hidePopover()
    }
    document.addEventListener('focusin', closeOnFocusOutside)
    const timer = setInterval(() => {
      if (!element?.matches(':hover, :focus-within')) element?.hidePopover()
    }, DURATION)
    return () => {
      document.removeEventListener('focusin', closeOnFocusOutside)
      clearInterval(timer)
    }
  }, [])

  useEffect(() => {
    if (openedAt.current !== key) panel.current?.hidePopover()
  }, [key])

  return (
    <div
      ref={panel}
      popover="auto"
      role="dialog"
      aria-label={label}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="side-panel bg-paper text-ink"
    >
      <div className="flex flex-col px-6 pt-3 pb-6 sm:px-8 sm:pb-8">
        <div className="flex min-h-11 items-center justify-between gap-6 text-small">
          <div data-toasts />
          <button
            type="button"
            className="quiet-link -mr-2 cursor-pointer px-2"
            onClick={() => panel.current?.hidePopover()}
          >
            Close
          </button>
        </div>
        {children}
      </div>
    </div>
  )
}
