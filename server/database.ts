import type { Log } from '#core/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import type { Config } from './config.ts'

type Addresses = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL'>
export type Database = { addresses: Addresses; close(): Promise<void> }

const FIRST_PAUSE = 200
const LONGEST_PAUSE = 10_000

/** The database that the settings name, or one of our own that is brought back whenever it dies. */
export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config
  if (DATABASE_URL) return { addresses: { DATABASE_URL, DATABASE_DIRECT_URL }, close: async () => {} }

  let postgres = await startEmbeddedPostgres(DATA_DIR)
  let closing = false
  let restarting: Promise<void> | undefined
  const guard = (server: EmbeddedPostgres) =>
    void server.stopped.then(() => {
      if (!closing) restarting = restart()
    })

  async function restart(): Promise<void> {
    log.error('database died and is started again')
    for (let pause = FIRST_PAUSE; !closing; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        postgres = await startEmbeddedPostgres(DATA_DIR)
        log.info('database is back')
        return guard(postgres)
      } catch (error) {
        log.error('database did not start', { error })
        await new Promise((resolve) => setTimeout(resolve, pause))
      }
    }
  }

  guard(postgres)
  return {
    addresses: { DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: undefined },
    async close() {
      closing = true
      await restarting
      await postgres.stop()
    },
  }
}
