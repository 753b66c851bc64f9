import { Link } from '#web/ui/link.tsx'

// The others are in tab-looks.ts, so that product pages don't load them.
const UNDERLINED = {
  nav: '',
  list: 'flex-wrap gap-x-7 text-small',
  link: 'quiet-link',
}

type Props = {
  label: string
  tabs: readonly { title: string; to: string; isCurrent: boolean }[]
  look?: typeof UNDERLINED
  /** Tabs of one page stay in view when another is chosen. */
  preventScrollReset?: boolean
}

/** Each tab is a URL, so that it can be linked and bookmarked. */
export function TabLinks({ label, tabs, look = UNDERLINED, preventScrollReset }: Props) {
  return (
    <nav aria-label={label} className={look.nav}>
      <ul className={`flex ${look.list}`}>
        {tabs.map(({ title, to, isCurrent }) => (
          <li key={title}>
            <Link
              to={to}
              preventScrollReset={preventScrollReset}
              aria-current={isCurrent ? 'page' : undefined}
              className={`inline-flex items-center ${look.link}`}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
