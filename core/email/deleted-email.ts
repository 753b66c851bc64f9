/** Replaces the address of a deleted account. The reserved domain has no mail server. */
export const DELETED_EMAIL = 'nobody@deleted.invalid'
