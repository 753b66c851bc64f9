import type { Log } from '#core/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import type { Config } from '../config.ts'
import { appUrls, type DatabaseUrls } from './app-urls.ts'

export type Database = {
  /** The role that migrates and owns the tables. */
  ownerUrl: string
  /** The store's own role, which only reads and writes rows. */
  urls: DatabaseUrls
  close(): Promise<void>
}

const MIN_RETRY_DELAY = 200
const MAX_RETRY_DELAY = 10_000

export async function openDatabase(config: Config, log: Log): Promise<Database> {
  const { DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR } = config
  if (DATABASE_URL) {
    const urls = await appUrls({ DATABASE_URL, DATABASE_DIRECT_URL }, log)
    return { ownerUrl: DATABASE_DIRECT_URL ?? DATABASE_URL, urls, close: async () => {} }
  }
  let postgres = await startEmbeddedPostgres(DATA_DIR)
  let isClosing = false
  let restarting: Promise<void> | undefined
  const restartOnExit = (server: EmbeddedPostgres) =>
    void server.stopped.then(() => {
      if (!isClosing) restarting = restart()
    })

  async function restart(): Promise<void> {
    log.error('database exited; restarting')
    for (let delay = MIN_RETRY_DELAY; !isClosing; delay = Math.min(delay * 2, MAX_RETRY_DELAY)) {
      try {
        postgres = await startEmbeddedPostgres(DATA_DIR)
        log.info('database restarted')
        return restartOnExit(postgres)
      } catch (error) {
        log.error('database restart failed', { error })
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }

  restartOnExit(postgres)
  return {
    ownerUrl: postgres.url,
    urls: { DATABASE_URL: postgres.appUrl, DATABASE_DIRECT_URL: undefined },
    async close() {
      isClosing = true
      await restarting
      await postgres.stop()
    },
  }
}
