import type { StaffRole } from './account.ts'

// Apart from account.ts, whose schemas browsers don't need.
export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  manager: 'Manager',
  packer: 'Packer',
  editor: 'Editor',
  bookkeeper: 'Bookkeeper',
  support: 'Support',
}
