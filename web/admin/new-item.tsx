import type { ReactNode } from 'react'
import { useButtonClass } from '#web/ui/button.tsx'

type Props = { title: string; isOpen: boolean; className?: string; children: ReactNode }

/** A button that opens the form of a new item on the same screen, also without scripts. */
export function NewItem({ title, isOpen, className = '', children }: Props) {
  return (
    <details open={isOpen} className={className}>
      <summary className={`list-none ${useButtonClass()}`}>{title}</summary>
      {children}
    </details>
  )
}
