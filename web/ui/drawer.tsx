import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { label: string; children: ReactNode; onClose: () => void }

/** A panel that opens on the right; on phones, over the whole screen. */
export function Drawer({ label, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const openedAt = useRef(key)

  useEffect(() => {
    const element = dialog.current
    const unlockScrolling = lockScrolling()
    element?.showModal()
    // Not a link or a button, which a second press of Enter would activate.
    element?.focus()
    element?.addEventListener('close', unlockScrolling, { once: true })
    return () => {
      // The browser restores focus only if the dialog closes before it leaves the page.
      element?.close()
      unlockScrolling()
    }
  }, [])

  useEffect(() => {
    if (openedAt.current !== key) dialog.current?.close()
  }, [key])

  /** Not at the second click of a double click. */
  function closeOnBackdrop({ target, currentTarget, detail }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget && detail < 2) currentTarget.close()
  }

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      tabIndex={-1}
      onMouseDown={closeOnBackdrop}
      onClose={onClose}
      className="drawer bg-paper text-ink outline-none"
    >
      <div className="flex min-h-full flex-col px-6 pt-4 pb-6 sm:px-10 sm:pt-6 sm:pb-10">
        <div className="flex min-h-11 items-center justify-between gap-6 text-small">
          <div data-toasts />
          <button
            type="button"
            className="-mr-2 min-h-11 cursor-pointer px-2 decoration-1 underline-offset-8 hover:underline"
            onClick={() => dialog.current?.close()}
          >
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}

/** The space of a scroll bar stays, so that the page doesn't move. */
function lockScrolling(): () => void {
  const { style, clientWidth } = document.documentElement
  if (innerWidth > clientWidth) style.scrollbarGutter = 'stable'
  style.overflow = 'hidden'
  return () => {
    style.scrollbarGutter = ''
    style.overflow = ''
  }
}
