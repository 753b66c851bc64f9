import type { Log } from '#core/log.ts'
import { findRunningPostgres, hasPostgres } from '#db/embedded/running-postgres.ts'
import { StartupError } from '#db/startup-error.ts'
import type { Config } from '../config.ts'
import { openDatabase } from './open-database.ts'

export type CommandDatabase = { url: string; close(): Promise<void> }

/** The store's database for a command beside it: the one that runs, else one of our own for the while. */
export async function openCommandDatabase(
  config: Config,
  log: Log,
  { make = false } = {},
): Promise<CommandDatabase> {
  const { embedded, DATA_DIR } = config
  if (embedded && !make && !hasPostgres(DATA_DIR))
    throw new StartupError(
      `There is no store in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as the store has it.`,
    )
  // Whoever makes a store must have the folder to itself, so that one that runs there is refused.
  const runningUrl = embedded && !make ? findRunningPostgres(DATA_DIR) : undefined
  if (runningUrl) return { url: runningUrl, close: async () => {} }
  const { urls, close } = await openDatabase(config, log)
  return { url: urls.DATABASE_DIRECT_URL ?? urls.DATABASE_URL ?? '', close }
}
