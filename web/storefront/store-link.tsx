import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

export const HEADER_LINK = 'quiet-link inline-flex cursor-pointer whitespace-nowrap'

export function StoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink to={to} end className={HEADER_LINK}>
      {children}
    </NavLink>
  )
}
