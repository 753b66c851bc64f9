import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { test as base } from 'vitest'
import type { Hashing } from '#core/accounts/passwords/hashing.server.ts'
import { type Context, guest } from '#core/context.ts'
import { createLog, type Log } from '#core/log.ts'
import type { Probes } from '#core/readiness/probes.ts'
import { DEFAULT_REGIONS, DEFAULT_TERMS } from '#core/regions/terms.ts'
import type { Settings } from '#core/settings/settings.ts'
import { type Connection, connect } from '#db/connection.ts'
import { diskFiles } from '#server/disk-files.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export { expect } from 'vitest'

type StoreFixtures = {
  /** A migrated, empty database for this test. */
  database: TestDatabase
  /** Of the store's own role. */
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
    const database = await createTestDatabase()
    await use(database)
    await database.drop()
  },
  url: async ({ database }, use) => use(database.appUrl),
  owner: async ({ database }, use) => use(database.client),
  connection: async ({ url }, use) => {
    const connection = connect({ url, max: 20 })
    await use(connection)
    await connection.close()
  },
  logEntries: async ({ task: _ }, use) => use([]),
  ctx: async ({ connection, logEntries }, use) => {
    const log = createLog('debug', (line) => logEntries.push(JSON.parse(line)))
    await use(buildContext(connection, log))
  },
})

export const SECRET = 'a test secret that is long enough'

export const testSettings: Settings = {
  origin: 'http://localhost:3000',
  adminEmail: 'admin@eternalbeauty.example',
  support: { email: 'care@eternalbeauty.example', phone: '+1 (800) 555-0142' },
  demo: 'on',
  limits: true,
  requireSecondFactor: false,
  secret: SECRET,
  proxy: undefined,
  breachedPasswordsUrl: 'http://127.0.0.1:9/range',
  card: 'test',
  mail: 'mailbox',
  google: null,
}

/** A guest on this machine, in a store with the demo on. */
export function buildContext({ db }: Connection, log: Log = silentLog): Context {
  return {
    db,
    log,
    actor: guest,
    region: DEFAULT_REGIONS.US,
    terms: DEFAULT_TERMS,
    now: new Date(),
    requestId: 'test',
    visitor: { ipAddress: '127.0.0.1', userAgent: 'vitest', device: null, forwarded: false },
    settings: testSettings,
    geolocation: { hosts: [], findCountry: async () => undefined },
    hashing: fastHashing,
    payments: null,
    probes: healthyProbes(),
    files: diskFiles(path.join(tmpdir(), `eternal-beauty-files-${process.pid}`)),
  }
}

export function healthyProbes(): Probes {
  return {
    checkMailServer: async () => {},
    sendTestWebhook: async () => {},
    freeDiskSpace: async () => 100 * 1024 ** 3,
    missingMigrations: async () => [],
    canChangeSchema: async () => false,
  }
}

const silentLog = createLog('error', () => {})

/** Real hashing takes a tenth of a second each time. */
export const fastHashing: Hashing = {
  hash: async (password) => `quick:${hash('sha256', password)}`,
  verify: async ({ hash: storedHash, password }) => storedHash === `quick:${hash('sha256', password)}`,
  isOutdated: () => false,
}
