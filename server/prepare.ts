import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { runMigrations } from 'graphile-worker'
import { adminSetupLink } from '#core/accounts/first-admin.server.ts'
import { lowerPoolPriority } from '#core/background.ts'
import type { createLog, Log } from '#core/log.ts'
import { enqueueEmail } from '#core/mail/letters.server.ts'
import { storeOpenedEmail } from '#core/mail/store-opened.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { type Connection, connect } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { unattended } from './backup/back-up.ts'
import { type Config, readConfig } from './config.ts'
import { openDatabase } from './database.ts'
import { openFiles } from './files.ts'
import { settingsFrom } from './house.ts'
import { startJobs } from './jobs.ts'
import { openMail } from './mail.ts'
import { ownSecret } from './own-secret.ts'
import { openPayments } from './payments.ts'
import { MIGRATIONS } from './places.ts'
import { openSandbox, SANDBOX_KEY, type Sandbox } from './sandbox/open.ts'
import { needsSandbox, webhookSecret } from './sandbox/settings.ts'

export type Prepared = {
  config: Config
  log: Log
  /** Made at the first start of a demo, and shown once when they are not the ones of the README. */
  passwords: DemoPasswords | undefined
  /** Makes the first administrator, once; printed until there is one. */
  adminLink: string | undefined
  /** The store can be reached now: what waited for that begins. */
  open(port: number): void
  close(): Promise<void>
}
export type DemoPasswords = { admin: string; customer: string }

/** The world behind the web processes: checked settings, a database up to date, demo data, jobs. */
export async function prepareStore(
  env: NodeJS.ProcessEnv,
  newLog: typeof createLog,
  leaving: AbortSignal,
): Promise<Prepared> {
  const read = readConfig(env)
  const log = newLog(read.LOG_LEVEL, (line) => process.stdout.write(line))
  await refuseTakenPort(read)
  const database = await openDatabase(read, log)
  try {
    leaving.throwIfAborted()
    const settled = {
      ...read,
      ...database.addresses,
      AUTH_SECRET: read.AUTH_SECRET ?? ownSecret(read.DATA_DIR),
    }
    const directUrl = settled.DATABASE_DIRECT_URL ?? settled.DATABASE_URL ?? ''
    const { applied } = await migrate(directUrl, MIGRATIONS)
    if (applied.length) log.info('database brought up to date', { applied })
    await runMigrations({ connectionString: directUrl })
    leaving.throwIfAborted()
    const connection = connect({
      url: directUrl,
      max: 8,
      onError: (error) => log.warn('database connection lost', { error: error.message }),
    })
    const sandbox = needsSandbox(settled)
      ? await openSandbox(connection.pool, sandboxSettings(settled, log))
      : undefined
    const config = sandbox ? withSandbox(settled, sandbox) : settled
    const passwords = await fillDemo(config, connection)
    await enqueueJob(connection.db, 'take-in-pictures', {}, { key: 'take-in-pictures' })
    await lowerPoolPriority()
    const jobs = await startJobs({
      connection,
      mail: openMail(config, connection.db),
      log,
      files: openFiles(config),
      settings: settingsFrom(config),
      payments: openPayments(config),
      backUp: unattended(config, directUrl, log),
    })
    const adminLink = await adminSetupLink(connection.db, settingsFrom(config))
    return {
      config,
      log,
      passwords,
      adminLink,
      open(port) {
        const { HOST } = config
        sandbox?.deliverTo(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}/api/webhooks/stripe`)
      },
      async close() {
        await sandbox?.close()
        await jobs.stop()
        await connection.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Asked before anything is begun, so that a second store on this port leaves nothing half-done. */
export function refuseTakenPort({ PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainListening(error, HOST, PORT)))
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function explainListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new CannotStart(`Port ${port} is taken. Stop what listens there, or set PORT to another one.`)
  if (error.code === 'EACCES')
    return new CannotStart(`Port ${port} needs more rights than this user has. Set PORT to one above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) {
    return new CannotStart(`HOST ${host} is no address of this machine. Mend HOST.`)
  }
  return error
}

function sandboxSettings(config: Config, log: Log) {
  return { log, secret: webhookSecret(config) }
}

function withSandbox(config: Config, { base }: Sandbox): Config {
  return {
    ...config,
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: webhookSecret(config),
    STRIPE_API_BASE: base,
  }
}

async function fillDemo(config: Config, { db }: Connection): Promise<DemoPasswords | undefined> {
  if (config.STORE_DEMO === 'off') return undefined
  const passwords = await seedOnce(config, db)
  const support = `${config.SUPPORT_EMAIL} · ${config.SUPPORT_PHONE}`
  const letter = storeOpenedEmail({ adminEmail: config.ADMIN_EMAIL, publicUrl: config.PUBLIC_URL, support })
  // Written once, by its key; also when the first start was cut short.
  await enqueueEmail(db, letter)
  return passwords
}

async function seedOnce(config: Config, db: Connection['db']): Promise<DemoPasswords | undefined> {
  // Thousands of lines of demo data: read when a store is new, not at every start.
  const { rows } = await db.execute('select 1 from products limit 1')
  if (rows.length) return undefined
  const { seedDemo } = await import('#scripts/demo/seed.ts')
  const passwords =
    config.STORE_DEMO === 'on' ? DEMO_PASSWORDS : { admin: randomPassword(), customer: randomPassword() }
  const seeded = await seedDemo(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? '', {
    adminEmail: config.ADMIN_EMAIL.toLowerCase(),
    passwords,
    now: new Date(),
  })
  return seeded ? passwords : undefined
}

export const DEMO_PASSWORDS: DemoPasswords = { admin: 'beauty-admin', customer: 'beauty-grace' }

function randomPassword(): string {
  return randomBytes(9).toString('base64url')
}
