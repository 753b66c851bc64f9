import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  onClose: () => void
  /** A question that waits for its answer, unless it is a place to do something in. */
  role?: 'alertdialog' | 'dialog'
  className?: string
}

/** Open from the start, so that it is asked before any script has come. */
export function Dialog({
  title,
  children,
  onClose,
  role = 'alertdialog',
  className = 'w-[min(32rem,calc(100vw-3rem))]',
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.close()
    element.showModal()
    element.addEventListener('cancel', onClose)
    return () => {
      element.removeEventListener('cancel', onClose)
      // Closed while it still stands in the page, it gives the focus back.
      element.close()
    }
  }, [onClose])
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
