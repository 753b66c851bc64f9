import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import type { ActiveToast, Notice } from './notice.ts'
import { findToastContainer } from './toast-container.ts'

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

const DURATION = 5000

function PlainToast({ toast, onClose }: { toast: ActiveToast; onClose: () => void }) {
  const { title, description } = toast.notice
  useEffect(() => {
    const timer = setTimeout(onClose, DURATION)
    return () => clearTimeout(timer)
  }, [onClose])
  return createPortal(
    <section
      aria-label="Notifications"
      className="toasts fixed right-0 bottom-0 z-50 w-full max-w-md p-3 sm:p-6"
    >
      <div
        role="alert"
        className="toast flex items-start gap-4 border-metal border-l-2 bg-ink p-4 text-small text-white sm:p-5"
      >
        <div className="grow">
          <p>{title}</p>
          {description && <p className="mt-1">{description}</p>}
        </div>
        <button type="button" className="label -m-2 min-h-6 cursor-pointer p-2" onClick={onClose}>
          Close
        </button>
      </div>
    </section>,
    findToastContainer(),
  )
}
