import type { ReactNode } from 'react'

const DOTS = {
  success: 'bg-moss',
  attention: 'bg-metal',
  /** Somebody works on it. */
  started: 'border border-metal',
  /** Under way, with nothing to decide. */
  progress: 'border border-moss',
  error: 'bg-rosewood',
  neutral: 'bg-hairline',
  /** The quiet end state on pages for shoppers. */
  done: 'bg-ink',
} as const
export type Tone = keyof typeof DOTS

type Props = { tone: Tone; className?: string; children: ReactNode }

export function StatusDot({ tone, className = '', children }: Props) {
  return (
    <span className={`inline-flex items-baseline gap-2 whitespace-nowrap ${className}`}>
      <span aria-hidden="true" className={`size-1.5 self-center rounded-full ${DOTS[tone]}`} />
      {children}
    </span>
  )
}
