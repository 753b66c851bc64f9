import { Client } from 'pg'
import { findCatalogChanges, INITIAL_CURSOR } from '#core/catalog/catalog-changes.server.ts'
import type { Log } from '#core/log.ts'
import type { Db } from '#db/connection.ts'

type Watched = { db: Db; directUrl: string; log: Log; changed(products: string[]): void; lost(): void }

const LOOK_EVERY = 1000

/**
 * Tells this node what changed in the catalogue: at once by NOTIFY, and within a second by looking,
 * since a notice is lost when its connection is.
 */
export function watchCatalog({ db, directUrl, log, changed, lost }: Watched): { stop(): Promise<void> } {
  let seen = INITIAL_CURSOR
  let client: Client | undefined
  let stopped = false
  let looking: Promise<void> | undefined
  let again = false
  let hearing: Promise<void> | undefined
  const illness = new Set<string>()

  // A notice that comes while reading may be of a later change: then it is read once more.
  const look = () => {
    again = true
    looking ??= readOn().finally(() => {
      looking = undefined
    })
    return looking
  }

  async function readOn(): Promise<void> {
    while (again && !stopped) {
      again = false
      await read()
    }
  }

  async function read(): Promise<void> {
    if (!client) hearing ??= listen()
    try {
      const news = await findCatalogChanges(db, seen)
      const first = seen === INITIAL_CURSOR
      seen = news.cursor
      // What changed while this node could not look is not known: nothing kept from before may be shown.
      if (first) lost()
      else if (news.products.length) changed(news.products)
      well('looking')
    } catch (error) {
      ill('looking', error)
      // Pages already made go on being shown while the database is away; they are dropped when it is back.
      seen = INITIAL_CURSOR
    }
  }

  /** Beside the reading, which goes on each second also while no notice can be heard. */
  async function listen(): Promise<void> {
    const fresh = new Client({ connectionString: directUrl, connectionTimeoutMillis: 5000, keepAlive: true })
    const forget = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', forget)
    fresh.on('end', forget)
    fresh.on('notification', look)
    try {
      await fresh.connect()
      await fresh.query('listen catalog')
      client = fresh
      well('listening')
      void look()
    } catch (error) {
      ill('listening', error)
      await fresh.end().catch(() => {})
    }
    hearing = undefined
  }

  function ill(at: 'looking' | 'listening', error: unknown): void {
    if (!stopped && !illness.has(at)) log.warn(`catalogue watch fails at ${at}`, { error })
    illness.add(at)
  }

  function well(at: 'looking' | 'listening'): void {
    if (illness.delete(at)) log.info(`catalogue watch is ${at} again`)
  }

  const timer = setInterval(look, LOOK_EVERY)
  void look()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([looking, hearing])
      await client?.end().catch(() => {})
    },
  }
}
