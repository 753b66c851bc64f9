import { Form, href } from 'react-router'
import { useAuth } from '../account/auth.ts'
import { HEADER_LINK, StoreLink } from './store-link.tsx'

export function AccountLinks() {
  const { isSignedIn, isAdmin } = useAuth()
  return (
    <ul className="flex gap-x-5 max-xl:flex-col xl:flex-wrap xl:items-center min-[90rem]:gap-x-6">
      <li>
        {isAdmin ? (
          <StoreLink to="/admin">Admin Panel</StoreLink>
        ) : (
          <StoreLink to="/wishlist">Wish list</StoreLink>
        )}
      </li>
      <li>
        {isSignedIn ? (
          <StoreLink to={href('/profile')}>{isAdmin ? 'Admin' : 'Profile'}</StoreLink>
        ) : (
          <StoreLink to={href('/login')}>Login</StoreLink>
        )}
      </li>
      {isSignedIn && (
        <li>
          <Form method="post" action={href('/sign-out')} className="contents">
            <button type="submit" className={HEADER_LINK}>
              Logout
            </button>
          </Form>
        </li>
      )}
    </ul>
  )
}
