import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { ActiveToast, Notice } from './notice.ts'

export type { Notice }

const ToastContext = createContext<(notice: Notice) => void>(() => {})

// Most visits show no toast, so its code loads with the first one, unless the connection is lost by then.
const ToastView = lazy(() => import('./toast-view.tsx').catch(() => ({ default: PlainToast })))

/** Shows one toast at a time: a new one replaces the last. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [activeToast, setActiveToast] = useState<ActiveToast>()
  // A stable function: an effect that shows a toast must not run again because it did.
  const showToast = useCallback(
    (notice: Notice) => setActiveToast((previous) => ({ notice, id: (previous?.id ?? 0) + 1 })),
    [],
  )
  return (
    <ToastContext value={showToast}>
      {children}
      <Suspense>
        {activeToast && <ToastView toast={activeToast} onClose={() => setActiveToast(undefined)} />}
      </Suspense>
    </ToastContext>
  )
}

function PlainToast({ toast, onClose }: { toast: ActiveToast; onClose: () => void }) {
  return (
    <section
      aria-label="Notifications"
      className="toasts fixed right-0 bottom-0 z-50 w-full max-w-md p-3 sm:p-6"
    >
      <div role="alert" className="flex items-start gap-4 bg-ink p-4 text-small text-white">
        <p className="grow">
          {toast.notice.title} {toast.notice.description}
        </p>
        <button type="button" className="label min-h-6 cursor-pointer" onClick={onClose}>
          Close
        </button>
      </div>
    </section>
  )
}
