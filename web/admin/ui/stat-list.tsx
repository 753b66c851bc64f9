import type { ReactNode } from 'react'

/** If their number is odd, the first takes two cells below the widest layout, so that no row has a gap. */
export function StatList({ stats }: { stats: [name: string, value: ReactNode, detail?: string][] }) {
  const isOdd = stats.length % 2 === 1
  const columns = (stats.length + Number(isOdd)) % 4 === 0 ? 'md:grid-cols-4' : 'md:grid-cols-3'
  return (
    <dl
      className={`tabular grid grid-cols-2 overflow-hidden border-hairline border-y xl:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] ${columns}`}
    >
      {stats.map(([name, value, detail]) => (
        <div
          key={name}
          className={`flex flex-col px-3 py-3 shadow-[-1px_-1px_0_0_var(--color-hairline)] xl:first:pl-0 ${isOdd ? 'max-xl:first:col-span-2' : ''}`}
        >
          <dt className="text-ink-soft">{name}</dt>
          <dd className="text-lead">{value}</dd>
          {detail && <dd className="text-ink-soft">{detail}</dd>}
        </div>
      ))}
    </dl>
  )
}
