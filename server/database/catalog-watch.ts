import { Client } from 'pg'
import { findCatalogChanges, INITIAL_CURSOR } from '#core/catalog/catalog-changes.server.ts'
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

/**
 * Tells this node what changed in the catalogue: at once by NOTIFY, and within a second by looking,
 * since a notice is lost when its connection is.
 */
export function watchCatalog({ db, directUrl, log, onChange, onReset }: CatalogWatchOptions): {
  stop(): Promise<void>
} {
  let lastSeen = INITIAL_CURSOR
  let client: Client | undefined
  let stopped = false
  let polling: Promise<void> | undefined
  let pollAgain = false
  let connecting: Promise<void> | undefined
  const failures = new Set<string>()

  // A notice that comes while reading may be of a later change: then it is read once more.
  const poll = () => {
    pollAgain = true
    polling ??= pollUntilIdle().finally(() => {
      polling = undefined
    })
    return polling
  }

  async function pollUntilIdle(): Promise<void> {
    while (pollAgain && !stopped) {
      pollAgain = false
      await readChanges()
    }
  }

  async function readChanges(): Promise<void> {
    if (!client) connecting ??= listen()
    try {
      const changes = await findCatalogChanges(db, lastSeen)
      const isFirstRead = lastSeen === INITIAL_CURSOR
      lastSeen = changes.cursor
      // What changed while this node could not look is not known: nothing kept from before may be shown.
      if (isFirstRead) onReset()
      else if (changes.products.length) onChange(changes.products)
      reportRecovery('looking')
    } catch (error) {
      reportFailure('looking', error)
      // Pages already made go on being shown while the database is away; they are dropped when it is back.
      lastSeen = INITIAL_CURSOR
    }
  }

  /** Beside the reading, which goes on each second also while no notice can be heard. */
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

  function reportFailure(part: 'looking' | 'listening', error: unknown): void {
    if (!stopped && !failures.has(part)) log.warn(`catalogue watch fails at ${part}`, { error })
    failures.add(part)
  }

  function reportRecovery(part: 'looking' | 'listening'): void {
    if (failures.delete(part)) log.info(`catalogue watch is ${part} again`)
  }

  const timer = setInterval(poll, POLL_INTERVAL)
  void poll()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([polling, connecting])
      await client?.end().catch(() => {})
    },
  }
}
