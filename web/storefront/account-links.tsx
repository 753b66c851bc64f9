import { Form, href } from 'react-router'
import type { User } from '#core/accounts/account.ts'
import { HEADER_LINK, StoreLink } from './store-link.tsx'

export function AccountLinks({ user }: { user: User | null }) {
  if (!user) return <StoreLink to={href('/login')}>Login</StoreLink>
  const isAdmin = user.role === 'admin'
  return (
    <ul className="flex gap-x-5 max-xl:flex-col xl:flex-wrap xl:items-center min-[90rem]:gap-x-6">
      {isAdmin && (
        <li>
          <StoreLink to="/admin">Admin Panel</StoreLink>
        </li>
      )}
      <li>
        <StoreLink to={href('/profile')}>{isAdmin ? 'Admin' : 'Profile'}</StoreLink>
      </li>
      <li>
        <Form method="post" action={href('/sign-out')} className="contents">
          <button type="submit" className={HEADER_LINK}>
            Logout
          </button>
        </Form>
      </li>
    </ul>
  )
}
