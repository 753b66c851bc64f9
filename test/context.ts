import { hash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Hashing } from '#core/accounts/passwords/hashing.server.ts'
import { type Context, guest } from '#core/context.ts'
import { createLog, type Log } from '#core/log.ts'
import type { Probes } from '#core/readiness/probes.ts'
import { DEFAULT_REGIONS, DEFAULT_TERMS } from '#core/regions/terms.ts'
import type { Settings } from '#core/settings/settings.ts'
import type { Connection } from '#db/connection.ts'
import { diskFiles } from '#server/disk-files.ts'
import { contentSecurityPolicy } from '#server/http/security-headers.ts'

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
    readPaymentPage: async () => ({
      policy: contentSecurityPolicy([]),
      usualPolicy: contentSecurityPolicy([]),
      scripts: 1,
      foreignScripts: [],
      changedScripts: [],
    }),
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
