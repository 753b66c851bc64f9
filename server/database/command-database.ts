import type { Log } from '#core/log.ts'
import { findRunningPostgres, hasPostgres } from '#db/embedded/running-postgres.ts'
import { StartupError } from '#db/startup-error.ts'
import type { Config } from '../config.ts'
import { openDatabase } from './open-database.ts'

/** Commands connect as the owner: restoring creates tables. */
export type CommandDatabase = { url: string; close(): Promise<void> }

export async function openCommandDatabase(
  config: Config,
  log: Log,
  { create = false } = {},
): Promise<CommandDatabase> {
  const { embedded, DATA_DIR } = config
  if (embedded && !create && !hasPostgres(DATA_DIR))
    throw new StartupError(
      `There is no store in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL to the store's value.`,
    )
  // Creating a store needs the folder's lock, so it fails if a store is running there.
  const runningUrl = embedded && !create ? findRunningPostgres(DATA_DIR) : undefined
  if (runningUrl) return { url: runningUrl, close: async () => {} }
  const { ownerUrl, close } = await openDatabase(config, log)
  return { url: ownerUrl, close }
}
