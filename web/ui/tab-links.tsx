import { Link } from 'react-router'

type Props<Name extends string> = {
  label: string
  tabs: readonly { name: Name; title: string; to: string }[]
  current: Name
}

/** Each tab is a URL, so that it can be linked and bookmarked. */
export function TabLinks<Name extends string>({ label, tabs, current }: Props<Name>) {
  return (
    <nav aria-label={label} className="relative -mx-gutter overflow-x-auto px-gutter">
      <ul className="flex gap-x-8 border-hairline border-b">
        {tabs.map(({ name, title, to }) => (
          <li key={name}>
            <Link
              to={to}
              preventScrollReset
              aria-current={name === current ? 'page' : undefined}
              className="-mb-px inline-flex min-h-12 items-center border-transparent border-b text-ink-soft text-small outline-offset-[-2px] hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
