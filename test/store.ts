import type { Client } from 'pg'
import { test as base } from 'vitest'
import type { Context } from '#core/context.ts'
import { createLog } from '#core/log.ts'
import type { Connection } from '#db/connection.ts'
import { buildContext } from './context.ts'
import { type LentDatabase, lendDatabase } from './lent-database.ts'

export { expect } from 'vitest'
export { buildContext, fastHashing, healthyProbes, SECRET, testSettings } from './context.ts'

type StoreFixtures = {
  /** A migrated, empty database for this test. */
  database: LentDatabase
  /** Connects with the store's own role. */
  url: string
  /** A connection of the database's owner, for what the store itself may not do. */
  owner: Client
  connection: Connection
  ctx: Context
  /** The store's log, one object per line. */
  logEntries: Record<string, unknown>[]
}

/** `test` with a store of its own: `test('…', async ({ ctx }) => …)`. */
export const test = base.extend<StoreFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  database: async ({}, use) => {
    const database = await lendDatabase()
    await use(database)
    await database.giveBack()
  },
  url: async ({ database }, use) => use(database.appUrl),
  owner: async ({ database }, use) => use(database.client),
  connection: async ({ database }, use) => use(database.connection),
  logEntries: async ({ task: _ }, use) => use([]),
  ctx: async ({ connection, logEntries }, use) => {
    const log = createLog('debug', (line) => logEntries.push(JSON.parse(line)))
    await use(buildContext(connection, log))
  },
})
