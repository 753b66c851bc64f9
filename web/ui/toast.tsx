import { Toast } from 'radix-ui'
import { createContext, type ReactNode, useContext, useState } from 'react'

export type Notice = { title: string; description?: string; tone?: 'plain' | 'destructive' }

const DURATION = 5000
const SWIPE = 50

const Announce = createContext<(notice: Notice) => void>(() => {})

/** Says something for a moment. One notice at a time: a new one takes the place of the last. */
export const useToast = () => useContext(Announce)

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, show] = useState<{ notice: Notice; turn: number }>()
  const announce = (notice: Notice) => show((last) => ({ notice, turn: (last?.turn ?? 0) + 1 }))
  return (
    <Announce value={announce}>
      <Toast.Provider duration={DURATION} swipeThreshold={SWIPE} swipeDirection="right">
        {children}
        {shown && <OneToast key={shown.turn} {...shown.notice} onClosed={() => show(undefined)} />}
        <Toast.Viewport className="fixed right-0 bottom-0 z-50 w-full max-w-md p-6 outline-none" />
      </Toast.Provider>
    </Announce>
  )
}

function OneToast({ title, description, tone = 'plain', onClosed }: Notice & { onClosed: () => void }) {
  const bar = tone === 'destructive' ? 'border-rosewood' : 'border-metal'
  return (
    <Toast.Root
      type={tone === 'destructive' ? 'foreground' : 'background'}
      onOpenChange={(open) => open || onClosed()}
      className={`toast flex items-start gap-4 border-l-2 bg-ink p-5 text-white ${bar}`}
    >
      <div className="grow">
        <Toast.Title className="text-small">{title}</Toast.Title>
        {description && <Toast.Description className="mt-1 text-small opacity-80">{description}</Toast.Description>}
      </div>
      <Toast.Close className="label -m-2 cursor-pointer p-2" aria-label="Close this notice">
        Close
      </Toast.Close>
    </Toast.Root>
  )
}
