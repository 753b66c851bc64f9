import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { runMigrations } from 'graphile-worker'
import { adminSetupLink } from '#core/accounts/admin-setup.server.ts'
import { lowerPoolPriority } from '#core/accounts/passwords/thread-priority.ts'
import { replaceSecret } from '#core/accounts/security/replace-secret.server.ts'
import { linkBundledPictures } from '#core/catalog/bundled-product-pictures.server.ts'
import { readEmailSender } from '#core/email/email-sender.server.ts'
import { enqueueEmail } from '#core/email/emails.server.ts'
import { storeOpenedEmail } from '#core/email/store-opened-email.ts'
import { BUILT_IN_SUBSTANCES } from '#core/ingredients/substances/built-in-substances.ts'
import { syncSubstances } from '#core/ingredients/sync-substances.server.ts'
import type { createLog, Log } from '#core/log.ts'
import { importBundledPictures } from '#core/media/bundled-pictures.server.ts'
import { enqueueJob } from '#core/outbox/outbox.server.ts'
import { replaceEndpointSecrets } from '#core/webhooks/endpoint-secrets.server.ts'
import { grantToApp } from '#db/app-role.ts'
import { type Connection, connect } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { execute } from '#db/sql.ts'
import { StartupError } from '#db/startup-error.ts'
import type { SeedOptions } from '#demo/seed.ts'
import { SANDBOX_KEY, type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import { createSandboxSchema } from '#sandbox/schema.ts'
import { loadOrCreateAuthSecret } from './auth-secret.ts'
import { scheduledBackup } from './backup/run-backup.ts'
import { type Config, readConfig, unencryptedConnections } from './config.ts'
import { JOB_CONNECTIONS } from './database/connection-share.ts'
import { openDatabase } from './database/open-database.ts'
import { createEmailTransport } from './email.ts'
import { createFileStorage } from './files.ts'
import { closeJobConnections, startJobWorker, USUAL_JOB_CONNECTIONS } from './jobs/job-worker.ts'
import { BUNDLED_PICTURES_DIR, MIGRATIONS_DIR, SCHEMA_DIR } from './paths.ts'
import { createPayments } from './payments.ts'
import { closeDataFolder } from './process/private-files.ts'
import { needsSandbox, webhookSecret } from './sandbox-config.ts'
import { settingsFrom } from './settings.ts'
import { startTracing } from './tracing.ts'

export type PreparedStore = {
  config: Config
  log: Log
  /** Set on the first start of a demo. Random unless STORE_DEMO is on, so the banner must show them. */
  passwords: DemoPasswords | undefined
  /** Creates the first administrator. Set until there is one. */
  adminLink: string | undefined
  onListening(port: number): void
  /** Jobs need no web processes, so they stop while those finish their requests. */
  stopJobs(): Promise<void>
  close(): Promise<void>
}
export type DemoPasswords = SeedOptions['passwords']

export async function prepareStore(
  env: NodeJS.ProcessEnv,
  logFactory: typeof createLog,
  shutdownSignal: AbortSignal,
): Promise<PreparedStore> {
  const parsedConfig = readConfig(env)
  const log = logFactory(parsedConfig.LOG_LEVEL, (line) => process.stdout.write(line))
  for (const problem of unencryptedConnections(parsedConfig)) log.warn(problem)
  await assertPortAvailable(parsedConfig)
  closeDataFolder(parsedConfig.DATA_DIR)
  const tracing = await startTracing(parsedConfig, log)
  const database = await openDatabase(parsedConfig, log)
  try {
    shutdownSignal.throwIfAborted()
    const resolvedConfig = {
      ...parsedConfig,
      ...database.urls,
      AUTH_SECRET: parsedConfig.AUTH_SECRET ?? loadOrCreateAuthSecret(parsedConfig.DATA_DIR),
    }
    await prepareSchema(database.ownerUrl, resolvedConfig, log)
    shutdownSignal.throwIfAborted()
    const directUrl = resolvedConfig.DATABASE_DIRECT_URL ?? resolvedConfig.DATABASE_URL
    const connection = connect({
      url: directUrl,
      max: JOB_CONNECTIONS,
      usual: USUAL_JOB_CONNECTIONS,
      onError: (error) => log.warn('database connection lost', { error: error.message }),
      onSlowStatement: (slow) => log.warn('slow statement', slow),
    })
    const sandbox = needsSandbox(resolvedConfig)
      ? await startSandbox(connection.pool, sandboxOptions(resolvedConfig, log))
      : undefined
    const config = sandbox ? withSandbox(resolvedConfig, sandbox) : resolvedConfig
    await updateIngredients(connection, log)
    const passwords = await seedDemoStore(config, connection)
    if (!passwords || !(await importPictures(connection, log)))
      await enqueueJob(connection.db, 'import-pictures', {}, { key: 'import-pictures' })
    await lowerPoolPriority()
    const jobs = await startJobWorker({
      connection,
      emailTransport: createEmailTransport(config, connection.db),
      log,
      files: createFileStorage(config),
      settings: settingsFrom(config),
      payments: createPayments(config),
      runBackup: scheduledBackup(config, directUrl, log),
    })
    const replaced = await replaceSecret(connection.db, settingsFrom(config))
    await replaceEndpointSecrets(connection.db, settingsFrom(config))
    if (replaced) log.info('second factors encrypted with the new AUTH_SECRET', { accounts: replaced })
    const adminLink = await adminSetupLink(connection.db, settingsFrom(config))
    return {
      config,
      log,
      passwords,
      adminLink,
      onListening(port) {
        const { HOST } = config
        sandbox?.sendWebhooksTo(
          `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}/api/webhooks/stripe`,
        )
      },
      stopJobs: jobs.stop,
      async close() {
        await jobs.stop()
        await sandbox?.close()
        await closeJobConnections(connection)
        await database.close()
        await tracing.stop()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function prepareSchema(ownerUrl: string, config: Config, log: Log): Promise<void> {
  const { applied } = await migrate(ownerUrl, MIGRATIONS_DIR, { schema: SCHEMA_DIR })
  if (applied.length) log.info('database migrated', { applied })
  await runMigrations({ connectionString: ownerUrl })
  if (needsSandbox(config)) await createSandboxSchema(ownerUrl)
  await grantToApp(ownerUrl, config.DATABASE_URL ?? ownerUrl)
}

/** Checked first, so a second store on this port changes nothing. */
export function assertPortAvailable({ PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, HOST, PORT)))
    probe.listen(PORT, HOST, () => probe.close(() => resolve()))
  })
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    )
  if (error.code === 'EACCES')
    return new StartupError(`Port ${port} requires elevated privileges. Set PORT to a port above 1023.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(error.code ?? '')) {
    return new StartupError(`HOST ${host} is not an address of this machine. Set HOST to one that is.`)
  }
  return error
}

function sandboxOptions(config: Config, log: Log) {
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

/** A store sells with an older dictionary too, so a failure doesn't keep it from starting. */
async function updateIngredients({ db }: Connection, log: Log): Promise<void> {
  try {
    const substances = await syncSubstances(db, BUILT_IN_SUBSTANCES)
    if (substances) log.info('ingredients updated', { substances })
  } catch (error) {
    log.error('ingredients not updated; the next start tries again', { error })
  }
}

async function seedDemoStore(config: Config, { db }: Connection): Promise<DemoPasswords | undefined> {
  if (config.STORE_DEMO === 'off') return undefined
  const passwords = await seedIfEmpty(config, db)
  const sender = await readEmailSender({ db, settings: settingsFrom(config) })
  const email = storeOpenedEmail({ adminEmail: config.ADMIN_EMAIL, publicUrl: config.PUBLIC_URL, sender })
  // The key prevents a second email; enqueueing on every start covers an interrupted first start.
  await enqueueEmail(db, email)
  return passwords
}

/** Before the first page of a new demo, so that it has pictures and nothing changes behind it. Returns whether it succeeded. */
async function importPictures({ db }: Connection, log: Log): Promise<boolean> {
  try {
    const imported = await importBundledPictures(db, BUNDLED_PICTURES_DIR)
    await linkBundledPictures(db)
    log.info('pictures imported', { imported })
    return true
  } catch (error) {
    log.warn('pictures not imported; a job tries again', { error })
    return false
  }
}

async function seedIfEmpty(config: Config, db: Connection['db']): Promise<DemoPasswords | undefined> {
  // The demo data is large, so it is imported for a new store only.
  const hasProducts = (await execute(db)`select id from products limit 1`) > 0
  if (hasProducts) return undefined
  const { seedDemo } = await import('#demo/seed.ts')
  const passwords =
    config.STORE_DEMO === 'on' ? DEMO_PASSWORDS : { admin: randomPassword(), customer: randomPassword() }
  const seeded = await seedDemo(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? '', {
    adminEmail: config.ADMIN_EMAIL.toLowerCase(),
    passwords,
    now: new Date(),
    secret: config.AUTH_SECRET,
  })
  return seeded ? passwords : undefined
}

/** Only in the private demo, so that a public one has no more accounts than it needs. */
export const DEMO_PASSWORDS: DemoPasswords = {
  admin: 'beauty-admin',
  customer: 'beauty-grace',
  staff: {
    manager: 'beauty-manager',
    packer: 'beauty-packer',
    editor: 'beauty-editor',
    bookkeeper: 'beauty-bookkeeper',
    support: 'beauty-support',
  },
}

function randomPassword(): string {
  return randomBytes(9).toString('base64url')
}
