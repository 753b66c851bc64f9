import type { ReactNode } from 'react'
import { TextLink } from '#web/ui/text-link.tsx'

type Props = { id?: string; title: string; to?: string; more?: string; children: ReactNode }

export function Section({ id, title, to, more, children }: Props) {
  return (
    <section id={id} aria-label={title}>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="font-display text-name">{title}</h2>
        {to && <TextLink to={to}>{more}</TextLink>}
      </div>
      {children}
    </section>
  )
}
