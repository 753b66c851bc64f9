import { createContext, useContext } from 'react'
import type { User } from '#core/accounts/account.ts'
import type { ProfileFields } from '#core/accounts/profile-fields.ts'
import type { SnakeCase } from '#core/fields/fields.ts'

export type AuthEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'

/** All that a public page knows of who opens it. */
export type VisitorKind = 'guest' | 'customer' | 'staff'

/** Without the token, which no script may read. */
export type PageSession = { user: User; expiresAt: number }

export type Profile = {
  id: string
  email: string
  role: 'user' | 'admin'
} & { [Name in keyof ProfileFields as SnakeCase<Name>]: ProfileFields[Name] }

/** The specification requires `profile`, `expiresAt`, and `onEvent`, although no component reads them. */
export type Auth = {
  loading: boolean
  /** Known at once. On public pages, `user` is known once the browser has asked. */
  isSignedIn: boolean
  user: User | null
  profile: Profile | null
  isAdmin: boolean
  expiresAt: number | null
  /** Returns a function that unsubscribes. */
  onEvent(listener: (event: AuthEvent) => void): () => void
}

export const AuthContext = createContext<(Auth & { emit(event: AuthEvent): void }) | null>(null)

export function useAuth(): Auth {
  return useAuthContext()
}

export function useAuthContext() {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}
