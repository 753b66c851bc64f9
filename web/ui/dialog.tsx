import { type ReactNode, useEffect, useId, useRef } from 'react'

type Props = { title: string; children: ReactNode; onClosed: () => void }

/** A question that waits for its answer. Open from the start, so that it is asked before any script has come. */
export function Dialog({ title, children, onClosed }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    shown.close()
    shown.showModal()
    shown.addEventListener('cancel', onClosed)
    return () => shown.removeEventListener('cancel', onClosed)
  }, [onClosed])
  return (
    <dialog
      ref={dialog}
      open
      role="alertdialog"
      aria-labelledby={id}
      className="fixed inset-0 z-40 m-auto h-fit w-[min(32rem,calc(100vw-3rem))] border border-hairline bg-paper p-8 text-ink backdrop:bg-ink/40 md:p-10"
    >
      <h2 id={id} className="font-display text-title">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
