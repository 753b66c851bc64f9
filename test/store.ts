import { test as base } from 'vitest'
import { type Context, guest } from '#core/context.ts'
import { createLog } from '#core/log.ts'
import { type Connection, connect } from '#db/connection.ts'
import { freshDatabase } from './fresh-database.ts'

export { expect } from 'vitest'

type Store = {
  /** A database of this test's own, up to date and empty. */
  url: string
  connection: Connection
  ctx: Context
  /** What the store logged, an object a line. */
  logged: Record<string, unknown>[]
}

/** `test` with a shop of its own: `test('…', async ({ ctx }) => …)`. */
export const test = base.extend<Store>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
  url: async ({}, use) => {
    const { url, drop } = await freshDatabase()
    await use(url)
    await drop()
  },
  connection: async ({ url }, use) => {
    const connection = connect({ url, max: 20 })
    await use(connection)
    await connection.close()
  },
  logged: async ({ task: _ }, use) => use([]),
  ctx: async ({ connection, logged }, use) => {
    const log = createLog('debug', (line) => logged.push(JSON.parse(line)))
    await use({ db: connection.db, actor: guest, region: 'US', now: new Date(), requestId: 'test', log })
  },
})
