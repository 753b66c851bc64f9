import { NavLink } from 'react-router'

export function SubNav({ label, links }: { label: string; links: [title: string, to: string][] }) {
  return (
    <nav aria-label={label} className="mb-4 border-hairline border-b">
      <ul className="-mb-px flex gap-6">
        {links.map(([title, to]) => (
          <li key={to}>
            <NavLink
              to={to}
              end
              className="inline-flex min-h-10 items-center border-transparent border-b text-ink-soft outline-offset-[-2px] hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
            >
              {title}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
