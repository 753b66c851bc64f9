import type { ReactNode } from 'react'

/** Drawn on 20 × 20. Its link or button needs a name of its own. */
export function LineIcon({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      className={className}
    >
      {children}
    </svg>
  )
}
