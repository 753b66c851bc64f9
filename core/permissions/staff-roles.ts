/** The owner has the role `admin` instead. */
export const STAFF_ROLES = ['manager', 'packer', 'editor', 'bookkeeper', 'support'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

export const STAFF_ROLE_NAMES: Record<StaffRole, string> = {
  manager: 'Manager',
  packer: 'Packer',
  editor: 'Editor',
  bookkeeper: 'Bookkeeper',
  support: 'Support',
}
