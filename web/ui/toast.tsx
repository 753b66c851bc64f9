import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { ActiveToast, Notice } from './notice.ts'

export type { Notice }

const ToastContext = createContext<(notice: Notice) => void>(() => {})

// Most visits need no notice: its code comes with the first one.
const ToastView = lazy(() => import('./toast-view.tsx'))

/** Says something for a moment. One notice at a time: a new one takes the place of the last. */
export const useToast = () => useContext(ToastContext)

export function ToastProvider({ children }: { children: ReactNode }) {
  const [activeToast, setActiveToast] = useState<ActiveToast>()
  // Always the same function: an effect that says something must not run again because it was said.
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
