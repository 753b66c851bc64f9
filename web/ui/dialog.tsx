import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

type Props = {
  title: string
  children: ReactNode
  onClose: () => void
  /** `alertdialog` asks for a decision; `dialog` contains anything else. */
  role?: 'alertdialog' | 'dialog'
  className?: string
}

/** Rendered open, so that it is visible before any script has loaded. */
export function Dialog({
  title,
  children,
  onClose,
  role = 'alertdialog',
  className = 'w-[min(32rem,calc(100vw-3rem))]',
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.close()
    element.showModal()
    // A field below a long text takes the focus, and its text would be scrolled away. Only then can the heading take it.
    if (element.scrollTop > 0 && heading.current) {
      heading.current.tabIndex = -1
      heading.current.focus()
    }
    // The browser restores focus only if the dialog closes before it leaves the page.
    return () => element.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      open
      onCancel={(event) => {
        // The browser would close it before the page knows, and a quick second opening would be lost.
        event.preventDefault()
        onClose()
      }}
      role={role}
      aria-labelledby={id}
      className={`fixed inset-0 z-40 m-auto h-fit border border-hairline bg-paper p-6 text-ink backdrop:bg-ink/40 sm:p-8 md:p-10 ${className}`}
    >
      <h2 ref={heading} id={id} className="font-display text-title outline-none">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
