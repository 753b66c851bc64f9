import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { ActiveToast, Notice } from './notice.ts'

export type { Notice }

const ToastContext = createContext<(notice: Notice) => void>(() => {})

// Most visits show no toast, so its code loads with the first one.
const ToastView = lazy(() => import('./toast-view.tsx'))

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
