import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from 'vitest'
import { createIdentity } from '#core/accounts/identity.server.ts'
import type { Hashing } from '#core/accounts/passwords/hashing.server.ts'
import { type Context, guest } from '#core/context.ts'
import { createLog, type Log } from '#core/log.ts'
import type { Probes } from '#core/readiness/probes.ts'
import { noGeolocation } from '#core/regions/geolocation.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import { type Connection, connect } from '#db/connection.ts'
import { diskFiles } from '#server/disk-files.ts'
import { createTestDatabase } from './test-database.ts'

export { expect } from 'vitest'

type StoreFixtures = {
  /** A database of this test's own, up to date and empty. */
  url: string
  connection: Connection
  ctx: Context
  /** What the store logged, an object a line. */
  logged: Record<string, unknown>[]
}

/** `test` with a shop of its own: `test('…', async ({ ctx }) => …)`. */
export const test = base.extend<StoreFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
  url: async ({}, use) => {
    const { url, drop } = await createTestDatabase()
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
    await use(buildContext(connection, log))
  },
})

const SECRET = 'a secret of the tests, which is long enough'

export const testSettings: Settings = {
  origin: 'http://localhost:3000',
  adminEmail: 'admin@eternalbeauty.example',
  support: { email: 'care@eternalbeauty.example', phone: '+1 (800) 555-0142' },
  demo: 'on',
  limits: true,
  secret: SECRET,
  card: 'test',
  mail: 'mailbox',
  google: null,
}

/** The world of a test: a guest on this machine, in a store with its demonstration on. */
export function buildContext({ db }: Connection, log: Log = silentLog): Context {
  return {
    db,
    log,
    actor: guest,
    region: 'US',
    now: new Date(),
    requestId: 'test',
    visitor: { address: '127.0.0.1', agent: 'vitest', device: null, forwarded: false },
    settings: testSettings,
    geolocation: noGeolocation,
    identity: createIdentity({
      db,
      secret: SECRET,
      publicUrl: testSettings.origin,
      log,
      hashing: fastHashing,
    }),
    payments: null,
    probes: healthyProbes(),
    files: diskFiles(path.join(tmpdir(), `eternal-beauty-files-${process.pid}`)),
  }
}

/** Everything answers, and there is room. */
export function healthyProbes(): Probes {
  return {
    checkMailServer: async () => {},
    sendTestWebhook: async () => {},
    freeDiskSpace: async () => 100 * 1024 ** 3,
    missingMigrations: async () => [],
  }
}

const silentLog = createLog('error', () => {})

/** The real one takes a tenth of a second each time: tests that are not about it need not wait. */
export const fastHashing: Hashing = {
  hash: async (password) => `quick:${hash('sha256', password)}`,
  verify: async ({ hash: storedHash, password }) => storedHash === `quick:${hash('sha256', password)}`,
}
