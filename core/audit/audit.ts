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

/** Former and present names of actions. Entries can't change, so those written earlier have the former name. */
export const RENAMED_ACTIONS = [
  ['order-moved', 'order-status-changed'],
  ['letter-resent', 'order-email-resent'],
]
