import { Form, href } from 'react-router'
import type { User } from '#core/accounts/account.ts'
import { StoreLink } from './store-link.tsx'

/** Login for a guest; for whoever is signed in the way to their profile, and for an administrator to their work. */
export function AccountLinks({ user }: { user: User | null }) {
  if (!user) return <StoreLink to={href('/login')}>Login</StoreLink>
  const isAdmin = user.role === 'admin'
  return (
    <ul className="flex flex-wrap items-center gap-x-5 lg:gap-x-8">
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
          <button
            type="submit"
            className="inline-flex min-h-11 cursor-pointer items-center decoration-1 underline-offset-8 hover:underline"
          >
            Logout
          </button>
        </Form>
      </li>
    </ul>
  )
}
