/** Replaces the address of a deleted account. The reserved domain has no mail server. */
export const DELETED_EMAIL = 'nobody@deleted.invalid'

/** The last email to an account: its record loses the address once it is sent. */
export const ACCOUNT_DELETED = 'account-deleted'
