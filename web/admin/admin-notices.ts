import type { Notice } from '../ui/toast.tsx'

/** What the back office says on the page that follows a form. */
export const ADMIN_NOTICES = {
  'role-updated': { title: 'User role updated successfully' },
  'sessions-ended': { title: 'Signed out everywhere' },
  'customer-blocked': { title: 'The customer is blocked', description: 'Unblock them to undo that.' },
  'customer-unblocked': { title: 'The customer is served again' },
  'month-closed': { title: 'The month is closed' },
  'month-reopened': { title: 'The month is open again' },
  'order-updated': { title: 'The order is moved on' },
  'order-refunded': { title: 'The refund is on its way' },
  'refund-resolved': { title: 'The refund is settled' },
  'note-added': { title: 'Your note is kept' },
  'email-resent': { title: 'The letter goes out again' },
  'return-updated': { title: 'The return is moved on' },
  'product-created': { title: 'The product is created' },
  'product-saved': { title: 'The product is kept' },
  'product-duplicated': { title: 'This is the copy, a draft' },
  'copy-discarded': { title: 'The copy is gone' },
  'product-archived': { title: 'The product is archived' },
  'product-restored': { title: 'The product stands as before' },
  'stock-changed': { title: 'The stock is changed' },
  'file-uploaded': { title: 'File uploaded successfully' },
  'file-deleted': { title: 'File deleted successfully' },
  'alt-text-saved': { title: 'The words are kept' },
  'pictures-saved': { title: 'The pictures are in this order now' },
  'jobs-retried': { title: 'They are tried again', description: 'What fails once more is told of here.' },
  'offer-created': { title: 'The offer runs' },
  'offer-stopped': { title: 'The offer is stopped' },
  'offer-resumed': { title: 'The offer runs again' },
} as const satisfies Record<string, Notice>
export type AdminNotice = keyof typeof ADMIN_NOTICES
