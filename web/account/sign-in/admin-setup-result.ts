import type { AdminSetupResult } from '#core/accounts/admin-setup.server.ts'
import { NOTICES, type NoticeName } from '#web/forms/notices.ts'

export const ADMIN_SETUP_RESULTS = {
  created: { flash: 'admin-created', redirectAfterMs: 3000 },
  ready: { flash: 'admin-ready', redirectAfterMs: 3000 },
  'user-exists': { flash: 'user-exists', redirectAfterMs: 2000 },
  'account-exists': { flash: 'account-exists', redirectAfterMs: 2000 },
} as const satisfies Record<AdminSetupResult, { flash: NoticeName; redirectAfterMs: number }>

export function setupNotice(result: AdminSetupResult) {
  return NOTICES[ADMIN_SETUP_RESULTS[result].flash]
}

export function isSetupDone(result: AdminSetupResult): boolean {
  return result === 'created' || result === 'ready'
}
