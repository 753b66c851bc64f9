import { createContext, useContext } from 'react'
import type { User } from '#core/accounts/account.ts'

export type AuthEvent = 'SIGNED_IN' | 'SIGNED_OUT' | 'TOKEN_REFRESHED' | 'USER_UPDATED' | 'PASSWORD_RECOVERY'

/** What a page may know of a session: who, and until when. The token itself no script can read. */
export type PageSession = { user: User; expiresAt: number }

export type Profile = {
  id: string
  email: string
  full_name: string | null
  phone: string | null
  date_of_birth: string | null
  role: 'user' | 'admin'
}

export type Auth = {
  loading: boolean
  user: User | null
  profile: Profile | null
  isAdmin: boolean
  expiresAt: number | null
  /** Calls back on each of the five events, until what it gives is called. */
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
