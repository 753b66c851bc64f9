import type { ReactNode } from 'react'

type Props = { id: string; title: string; className?: string; children: ReactNode }

/** A section of a page for shoppers, named by its heading. */
export function TitledSection({ id, title, className, children }: Props) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="font-display text-name">
        {title}
      </h2>
      {children}
    </section>
  )
}
