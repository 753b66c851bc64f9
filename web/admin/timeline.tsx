import { Moment } from './moment.tsx'
import { Part } from './part.tsx'

type Fact = { at: Date; about: string; said: string; by: string | null }

/** All that happened to an order, its goods, its money and its letters, the oldest first. */
export function Timeline({ facts }: { facts: Fact[] }) {
  if (!facts.length) return null
  return (
    <Part title="What happened">
      <ol className="tabular border-hairline border-t">
        {facts.map(({ at, about, said, by }) => (
          <li
            key={`${at.toISOString()}${about}${said}`}
            className="grid grid-cols-[1fr_auto] gap-x-4 border-hairline border-b py-1.5 md:grid-cols-[11rem_6rem_1fr_auto]"
          >
            <span className="text-ink-soft max-md:order-3">
              <Moment at={at} minutes />
            </span>
            <span className="text-ink-soft max-md:order-2 max-md:text-right">{about}</span>
            <span className="max-md:order-1">{said}</span>
            <span className="truncate text-ink-soft max-md:order-4 max-md:text-right">{by}</span>
          </li>
        ))}
      </ol>
    </Part>
  )
}
