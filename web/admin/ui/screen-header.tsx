import type { ReactNode } from 'react'

type Props = {
  title: string
  lead?: ReactNode
  /** In the row of the title. */
  beside?: ReactNode
  children?: ReactNode
}

export function ScreenHeader({ title, lead, beside, children }: Props) {
  return (
    <header className={`flex flex-wrap items-end justify-between gap-x-8 gap-y-2 ${lead ? 'pb-5' : 'pb-3'}`}>
      <div className="min-w-0 max-w-full">
        <div className="flex flex-wrap items-baseline gap-x-8">
          <h1 className="wrap-anywhere font-display text-headline">{title}</h1>
          {beside}
        </div>
        {lead && <p className="mt-1 max-w-prose text-ink-soft">{lead}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-x-5 gap-y-2">{children}</div>}
    </header>
  )
}
