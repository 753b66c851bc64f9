import { NavLink } from 'react-router'

export function StoreLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      end
      className="inline-flex min-h-11 items-center decoration-1 underline-offset-8 hover:underline aria-[current=page]:underline"
    >
      {children}
    </NavLink>
  )
}
