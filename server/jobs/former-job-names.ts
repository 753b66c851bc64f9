import type { JobName } from '#core/outbox/outbox.server.ts'

/** What the previous version enqueues while it is replaced, and what it left. To be removed one release later. */
export const FORMER_JOB_NAMES: Record<string, JobName> = {
  'account-opened': 'account-created',
  'address-confirmed': 'email-confirmed',
  'confirmation-asked': 'confirmation-requested',
  'count-what-sells': 'count-top-products',
  'fold-tallies': 'update-totals',
  'forget-old-attempts': 'delete-old-attempts',
  'forget-old-changes': 'delete-old-changes',
  'forget-old-counts': 'delete-old-counts',
  'forget-old-keys': 'delete-old-keys',
  'newsletter-asked': 'newsletter-requested',
  'order-letter': 'order-email',
  'refund-letter': 'refund-email',
  'reset-asked': 'password-reset-requested',
  'retry-given-up': 'retry-failed-jobs',
  'return-letter': 'return-email',
  'send-letter': 'send-email',
  'sweep-desk': 'delete-temporary-files',
  'take-in-pictures': 'import-pictures',
  'take-in-products': 'import-products',
}
