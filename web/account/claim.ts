import type { AdminSetupResult } from '#core/accounts/first-admin.server.ts'
import { NOTICES, type NoticeName } from './notices.ts'

/** What to say of a set-up, and how long until the login. */
export const CLAIMS = {
  created: { say: 'admin-created', after: 3000 },
  ready: { say: 'admin-ready', after: 3000 },
  'user-exists': { say: 'user-exists', after: 2000 },
  'account-exists': { say: 'account-exists', after: 2000 },
} as const satisfies Record<AdminSetupResult, { say: NoticeName; after: number }>

export function noticeOf(claim: AdminSetupResult) {
  return NOTICES[CLAIMS[claim].say]
}

export function isDone(claim: AdminSetupResult): boolean {
  return claim === 'created' || claim === 'ready'
}
