import type { ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; children?: ReactNode }

export function ScreenHeader({ title, lead, children }: Props) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 pb-6">
      <div className="min-w-0">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {lead && <p className="mt-1 max-w-prose text-ink-soft">{lead}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{children}</div>}
    </header>
  )
}
