import { Client } from 'pg'
import { findCatalogChanges, INITIAL_CURSOR } from '#core/catalog/catalog-changes.server.ts'
import { inTime } from '#core/in-time.ts'
import type { Log } from '#core/log.ts'
import type { Db } from '#db/connection.ts'

type CatalogWatchOptions = {
  db: Db
  directUrl: string
  log: Log
  onChange(products: string[]): void
  onReset(): void
}

const POLL_INTERVAL = 1000
const CATCH_UP_TIME = 500
// A long transaction, such as an import, makes each poll read all changes since it began.
const MAX_CHANGES_TO_CATCH_UP = 500

type Source = 'polling' | 'listening'

const FAILURE_EVENTS: Record<Source, string> = {
  polling: 'catalog polling failed',
  listening: 'catalog notifications failed',
}
const RECOVERY_EVENTS: Record<Source, string> = {
  polling: 'catalog polling recovered',
  listening: 'catalog notifications recovered',
}

/** Reports catalog changes: immediately by NOTIFY, and within a second by polling in case a notification is lost. */
export function watchCatalog({ db, directUrl, log, onChange, onReset }: CatalogWatchOptions): {
  /** Resolves to true when all changes committed before the call have been reported, to false if that takes too long. */
  catchUp(): Promise<boolean>
  stop(): Promise<void>
} {
  let lastSeen = INITIAL_CURSOR
  let client: Client | undefined
  let stopped = false
  let polling = Promise.resolve(false)
  let nextPoll: Promise<boolean> | undefined
  let isLate = false
  let connecting: Promise<void> | undefined
  const failures = new Set<Source>()

  /** A running poll may have read before the latest change. All calls during it share the next one. */
  function poll(): Promise<boolean> {
    nextPoll ??= polling.then(() => {
      polling = readChanges()
      nextPoll = undefined
      return polling
    })
    return nextPoll
  }

  async function catchUp(): Promise<boolean> {
    if (isLate || lastSeen.ids.size > MAX_CHANGES_TO_CATCH_UP) return false
    const caughtUp = await inTime(poll(), CATCH_UP_TIME, undefined)
    if (caughtUp === undefined) isLate = true
    return caughtUp === true
  }

  async function readChanges(): Promise<boolean> {
    if (stopped) return false
    if (!client) connecting ??= listen()
    try {
      const changes = await findCatalogChanges(db, lastSeen)
      const isFirstRead = lastSeen === INITIAL_CURSOR
      lastSeen = changes.cursor
      // Changes may have been missed since the last successful read, so everything cached is stale.
      if (isFirstRead) onReset()
      else if (changes.products.length) onChange(changes.products)
      reportRecovery('polling')
      isLate = false
      return true
    } catch (error) {
      reportFailure('polling', error)
      // Cached pages are served during an outage and dropped after it.
      lastSeen = INITIAL_CURSOR
      isLate = true
      return false
    }
  }

  async function listen(): Promise<void> {
    const newClient = new Client({
      connectionString: directUrl,
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    })
    const clearClient = () => {
      if (client === newClient) client = undefined
    }
    newClient.on('error', clearClient)
    newClient.on('end', clearClient)
    newClient.on('notification', poll)
    try {
      await newClient.connect()
      await newClient.query('listen catalog')
      client = newClient
      reportRecovery('listening')
      void poll()
    } catch (error) {
      reportFailure('listening', error)
      await newClient.end().catch(() => {})
    }
    connecting = undefined
  }

  function reportFailure(source: Source, error: unknown): void {
    if (!stopped && !failures.has(source)) log.warn(FAILURE_EVENTS[source], { error })
    failures.add(source)
  }

  function reportRecovery(source: Source): void {
    if (failures.delete(source)) log.info(RECOVERY_EVENTS[source])
  }

  const timer = setInterval(poll, POLL_INTERVAL)
  void poll()
  return {
    catchUp,
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([nextPoll ?? polling, connecting])
      await client?.end().catch(() => {})
    },
  }
}
