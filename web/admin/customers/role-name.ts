import type { Profile } from '#core/accounts/account.ts'
import { STAFF_ROLE_NAMES } from '#core/permissions/staff-roles.ts'

export function roleName({ role, staffRole }: Pick<Profile, 'role' | 'staffRole'>): string {
  if (staffRole) return STAFF_ROLE_NAMES[staffRole]
  return role === 'admin' ? 'Admin' : 'User'
}
