import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  onClosed: () => void
  /** A question that waits for its answer, unless it is a place to do something in. */
  role?: 'alertdialog' | 'dialog'
  className?: string
}

/** Open from the start, so that it is asked before any script has come. */
export function Dialog({
  title,
  children,
  onClosed,
  role = 'alertdialog',
  className = 'w-[min(32rem,calc(100vw-3rem))]',
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.close()
    shown.showModal()
    shown.addEventListener('cancel', onClosed)
    return () => {
      shown.removeEventListener('cancel', onClosed)
      // Closed while it still stands in the page, it gives the focus back.
      shown.close()
    }
  }, [onClosed])
  return (
    <dialog
      ref={dialog}
      open
      role={role}
      aria-labelledby={id}
      className={`fixed inset-0 z-40 m-auto h-fit border border-hairline bg-paper p-8 text-ink backdrop:bg-ink/40 md:p-10 ${className}`}
    >
      <h2 id={id} className="font-display text-title">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
