import { Tooltip } from 'radix-ui'
import type { ReactNode } from 'react'

const DELAY = 700
const SKIP_DELAY = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </Tooltip.Provider>
  )
}

/** Never the only place for important text: touch devices show no tooltips. */
export function Hint({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content sideOffset={6} className="z-50 bg-ink px-3 py-1.5 text-small text-white">
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
