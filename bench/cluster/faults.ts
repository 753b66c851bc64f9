import { DATABASE_FAULTS } from './database-faults.ts'
import type { Fault } from './fault.ts'
import { RESTORE } from './point-in-time.ts'
import { STORE_FAULTS } from './store-faults.ts'

export const FAULTS: Record<string, Fault> = {
  none: { name: 'nothing', inject: async () => ({ repair() {} }) },
  ...DATABASE_FAULTS,
  ...STORE_FAULTS,
  restore: RESTORE,
}
