import type { ReactNode } from 'react'
import { Link } from 'react-router'

export function Section({
  title,
  to,
  more,
  children,
}: {
  title: string
  to?: string
  more?: string
  children: ReactNode
}) {
  return (
    <section aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-display text-name">{title}</h2>
        {to && (
          <Link to={to} className="link-line">
            {more}
          </Link>
        )}
      </div>
      {children}
    </section>
  )
}
