import { Form, href } from 'react-router'
import { useAuth } from '../account/auth.ts'
import { HEADER_LINK, StoreLink } from './store-link.tsx'

export function AccountLinks() {
  const { isSignedIn, isAdmin } = useAuth()
  if (!isSignedIn) return <StoreLink to={href('/login')}>Login</StoreLink>
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
