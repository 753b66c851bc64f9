import type { ReactNode } from 'react'

export function StatList({ stats }: { stats: [name: string, value: ReactNode][] }) {
  return (
    <dl className="tabular grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] overflow-hidden border-hairline border-y xl:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
      {stats.map(([name, value]) => (
        <div
          key={name}
          className="flex flex-col justify-between px-3 py-3 shadow-[-1px_-1px_0_0_var(--color-hairline)] xl:first:pl-0"
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-lead">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
