/** The database derives the kind from the action's name. */
export const AUDIT_KINDS = [
  'products',
  'orders',
  'people',
  'books',
  'offers',
  'reviews',
  'files',
  'settings',
  'content',
  'system',
] as const
