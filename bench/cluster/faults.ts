import { DATABASE_FAULTS } from './database-faults.ts'
import { RESTORE } from './point-in-time.ts'
import { STORE_FAULTS } from './store-faults.ts'

/** Breaks something. `repair` does what systemd or an administrator would do later. */
export type Fault = {
  name: string
  inject(): Promise<{ repair(): Promise<void> | void; note?: string }>
}

export const FAULTS: Record<string, Fault> = {
  none: { name: 'nothing', inject: async () => ({ repair() {} }) },
  ...DATABASE_FAULTS,
  ...STORE_FAULTS,
  restore: RESTORE,
}
