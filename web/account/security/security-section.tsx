import type { ReactNode } from 'react'

type Props = { id: string; title: string; lead: ReactNode; children: ReactNode }

export function SecuritySection({ id, title, lead, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-16 gap-y-8 border-hairline border-t py-12 lg:grid-cols-[22rem_1fr]"
    >
      <div>
        <h2 id={`${id}-title`} className="font-display text-name">
          {title}
        </h2>
        <div className="mt-3 max-w-80 text-ink-soft text-small">{lead}</div>
      </div>
      <div className="max-w-[34rem]">{children}</div>
    </section>
  )
}
