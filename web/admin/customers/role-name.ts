import { type Profile, STAFF_ROLE_NAMES } from '#core/accounts/account.ts'

export function roleName({ role, staffRole }: Pick<Profile, 'role' | 'staffRole'>): string {
  if (staffRole) return STAFF_ROLE_NAMES[staffRole]
  return role === 'admin' ? 'Admin' : 'User'
}
