import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'

export type Notice = {
  title: string
  description?: string
  tone?: 'plain' | 'destructive'
  /** Where to go on, if one likes. */
  link?: { to: string; text: string }
}
export type Shown = { notice: Notice; turn: number }

const Announce = createContext<(notice: Notice) => void>(() => {})

// Most visits need no notice: its code comes with the first one.
const ToastStage = lazy(() => import('./toast-stage.tsx'))

/** Says something for a moment. One notice at a time: a new one takes the place of the last. */
export const useToast = () => useContext(Announce)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, show] = useState<Shown>()
  // Always the same function: an effect that says something must not run again because it was said.
  const announce = useCallback(
    (notice: Notice) => show((last) => ({ notice, turn: (last?.turn ?? 0) + 1 })),
    [],
  )
  return (
    <Announce value={announce}>
      {children}
      <Suspense>{shown && <ToastStage shown={shown} onClosed={() => show(undefined)} />}</Suspense>
    </Announce>
  )
}
