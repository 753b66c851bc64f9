import type { Log } from '#core/log.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { hasPostgres, runningPostgres } from '#db/embedded/running.ts'
import type { Config } from './config.ts'
import { openDatabase } from './database.ts'

export type Reached = { url: string; close(): Promise<void> }

/** The store's database for a command beside it: the one that runs, else one of our own for the while. */
export async function reachDatabase(config: Config, log: Log, { make = false } = {}): Promise<Reached> {
  const { embedded, DATA_DIR } = config
  if (embedded && !make && !hasPostgres(DATA_DIR))
    throw new CannotStart(
      `There is no store in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as the store has it.`,
    )
  // Whoever makes a store must have the folder to itself, so that one that runs there is refused.
  const running = embedded && !make ? runningPostgres(DATA_DIR) : undefined
  if (running) return { url: running, close: async () => {} }
  const { addresses, close } = await openDatabase(config, log)
  return { url: addresses.DATABASE_DIRECT_URL ?? addresses.DATABASE_URL ?? '', close }
}
