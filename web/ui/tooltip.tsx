import * as RadixTooltip from '@radix-ui/react-tooltip'
import { type ReactNode, useState } from 'react'

const DELAY = 700
const SKIP_DELAY = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={DELAY} skipDelayDuration={SKIP_DELAY}>
      {children}
    </RadixTooltip.Provider>
  )
}

type Props = {
  text: string
  side?: 'top' | 'right'
  /** Without a tooltip, the child stays the same element and keeps the focus. */
  disabled?: boolean
  children: ReactNode
}

/** Never the only place for important text: touch devices show no tooltips. */
export function Tooltip({ text, side = 'top', disabled = false, children }: Props) {
  const [open, setOpen] = useState(false)
  // Otherwise it would open as soon as it is enabled, wherever the pointer is by then.
  if (disabled && open) setOpen(false)
  return (
    <RadixTooltip.Root open={open} onOpenChange={setOpen}>
      <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
      <RadixTooltip.Portal>
        <RadixTooltip.Content
          side={side}
          sideOffset={6}
          className="z-50 bg-ink px-3 py-1.5 text-small text-white"
        >
          {text}
        </RadixTooltip.Content>
      </RadixTooltip.Portal>
    </RadixTooltip.Root>
  )
}
