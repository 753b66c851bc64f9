import type { ReactNode } from 'react'

/** The lines of a postal address. Children follow it, such as a phone number. */
export function PostalAddress({ lines, children }: { lines: string[]; children?: ReactNode }) {
  return (
    <address className="not-italic wrap-anywhere">
      {lines.map((line) => (
        <span key={line} className="block">
          <bdi>{line}</bdi>
        </span>
      ))}
      {children}
    </address>
  )
}
