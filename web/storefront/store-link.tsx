import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Link } from '#web/ui/link.tsx'

export const HEADER_LINK = 'quiet-link inline-flex cursor-pointer whitespace-nowrap'

export function StoreLink({ to, children }: { to: string; children: ReactNode }) {
  // A link to one category isn't current on the page of all of them.
  return /^\/[^?]*$/.test(to) ? (
    <NavLink to={to} end className={HEADER_LINK}>
      {children}
    </NavLink>
  ) : (
    <Link to={to} className={HEADER_LINK}>
      {children}
    </Link>
  )
}
