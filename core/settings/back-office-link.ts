import type { Settings } from './settings.ts'

/** For emails to staff, whose sessions may have ended: only the designated administrator can sign in at the admin login. */
export function backOfficeLink({ settings }: { settings: Pick<Settings, 'origin'> }, path: string): string {
  return `${settings.origin}/login?${new URLSearchParams({ next: path })}`
}
