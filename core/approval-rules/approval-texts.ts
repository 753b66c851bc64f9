export const APPROVAL_ACTIONS = [
  'refund-order',
  'retry-refund',
  'close-return',
  'complete-exchange',
  'cancel-order',
  'change-role',
  'invite-staff',
  'delete-files',
  'erase-customer',
  'export-list',
  'read-records',
  'change-approval-rules',
] as const
export type ApprovalActionName = (typeof APPROVAL_ACTIONS)[number]

export const ACTION_TITLES: Record<ApprovalActionName, string> = {
  'refund-order': 'Refund an order',
  'retry-refund': 'Retry a refund',
  'close-return': 'Refund a return',
  'complete-exchange': 'Refund the difference of an exchange',
  'cancel-order': 'Cancel and refund an order',
  'change-role': 'Change a role',
  'invite-staff': 'Invite staff',
  'delete-files': 'Delete files',
  'erase-customer': 'Delete a customer’s personal data',
  'export-list': 'Export personal data',
  'read-records': 'Read more personal data',
  'change-approval-rules': 'Change what needs approval',
}

export const MAX_APPROVAL_REASON = 500

export const APPROVAL_NEEDED = 'This needs a second person’s approval.'
