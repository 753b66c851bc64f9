import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { test as base, inject } from 'vitest'
import { type Context, guest } from '#core/context.ts'
import { createLog } from '#core/log.ts'
import { type Connection, connect } from '#db/connection.ts'
import { databaseUrl } from './database-url.ts'

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
    const server = inject('serverUrl')
    const name = `eb_test_${randomBytes(6).toString('hex')}`
    await onServer(server, `create database ${name} template ${inject('template')}`)
    await use(databaseUrl(server, name))
    await onServer(server, `drop database ${name} with (force)`)
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

export async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
