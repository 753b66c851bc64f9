import type { Profile, StaffRole } from '#core/accounts/account.ts'

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  manager: 'Manager',
  packer: 'Packer',
  editor: 'Editor',
  bookkeeper: 'Bookkeeper',
  support: 'Support',
}

export function roleName({ role, staffRole }: Pick<Profile, 'role' | 'staffRole'>): string {
  if (staffRole) return STAFF_ROLE_NAMES[staffRole]
  return role === 'admin' ? 'Admin' : 'User'
}
