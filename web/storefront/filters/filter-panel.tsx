import { Link } from '#web/ui/link.tsx'
import { FilterLink } from '#web/ui/lists/filter-link.tsx'
import { Swatch } from '../product/swatch.tsx'
import type { FilterGroup, FilterOption } from './filter-groups.ts'

type Props = { label: string; groups: FilterGroup[]; clearUrl: string }

/** Opens without scripts. With scripts, it stays open when a filter is chosen. */
export function FilterPanel({ label, groups, clearUrl }: Props) {
  const chosen = groups.flatMap(({ options }) => options.filter(({ isCurrent }) => isCurrent))
  return (
    <div className="text-small">
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-2">
          {label}
          <span aria-hidden className="group-open:hidden">
            +
          </span>
          <span aria-hidden className="hidden group-open:inline">
            −
          </span>
        </summary>
        <div className="flex flex-wrap gap-x-16 gap-y-6 pt-2 pb-4">
          {groups.map(({ name, options }) => (
            <nav key={name} aria-label={name}>
              <p className="label text-ink-soft" aria-hidden>
                {name}
              </p>
              <ul className="mt-1 flex flex-wrap gap-x-6">
                {options.map((option) => (
                  <li key={option.label}>
                    <OptionLink option={option} />
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </details>
      {chosen.length > 0 && (
        <ul aria-label="Chosen filters" className="flex flex-wrap gap-x-6">
          {chosen.map(({ label, to }) => (
            <li key={label}>
              <FilterLink to={to} className={LINK} aria-label={`Remove filter ${label}`}>
                {label} <span aria-hidden>×</span>
              </FilterLink>
            </li>
          ))}
          <li>
            <Link to={clearUrl} preventScrollReset className={`${LINK} underline`}>
              Clear filters
            </Link>
          </li>
        </ul>
      )}
    </div>
  )
}

const LINK = 'quiet-link inline-flex gap-2 whitespace-nowrap'

function OptionLink({ option: { label, to, isCurrent, color } }: { option: FilterOption }) {
  return (
    <FilterLink to={to} aria-current={isCurrent ? 'true' : undefined} className={LINK}>
      {color && <Swatch color={color} className="size-4" />}
      {label}
    </FilterLink>
  )
}
