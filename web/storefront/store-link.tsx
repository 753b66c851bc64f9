import type { ReactNode } from 'react'
import { NavLink } from 'react-router'

export const HEADER_LINK =
  'inline-flex min-h-11 cursor-pointer items-center whitespace-nowrap decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline'

export function StoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <NavLink to={to} end className={HEADER_LINK}>
      {children}
    </NavLink>
  )
}
