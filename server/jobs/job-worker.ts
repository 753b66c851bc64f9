import type { TaskList } from 'graphile-worker'
import { deleteExpiredLinks } from '#core/accounts/one-time-links.server.ts'
import { sendPasswordReset } from '#core/accounts/passwords/password.server.ts'
import { deleteExpiredSessions } from '#core/accounts/sessions/sessions.server.ts'
import { deleteOldAttempts } from '#core/accounts/sign-in/rate-limit.server.ts'
import { sendConfirmationEmail } from '#core/accounts/sign-in/sign-up.server.ts'
import { foldTallies } from '#core/analytics/sales.server.ts'
import { cacheTopProducts } from '#core/analytics/top-products.server.ts'
import { deleteOldCounts } from '#core/analytics/visits.server.ts'
import { sealAudit } from '#core/audit/audit-log.server.ts'
import { linkBundledPictures } from '#core/catalog/bundled-product-pictures.server.ts'
import { deleteOldCatalogChanges } from '#core/catalog/catalog-changes.server.ts'
import { applyImportBatch } from '#core/catalog/import/apply-import.server.ts'
import { deleteOldImports } from '#core/catalog/import/start-import.server.ts'
import { addSampleAddress } from '#core/customers/addresses.server.ts'
import { sendNewsletterConfirmation } from '#core/customers/newsletter.server.ts'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { sendEmails } from '#core/email/emails.server.ts'
import type { Log } from '#core/log.ts'
import { importBundledPictures } from '#core/media/bundled-pictures.server.ts'
import type { Files } from '#core/media/files.ts'
import { makePictureSizes } from '#core/media/picture-sizes.server.ts'
import { deleteStaleTempFiles, removeFiles } from '#core/media/remove-files.server.ts'
import { DATABASE_UNAVAILABLE, type JobName, retryFailedJobsOnce } from '#core/outbox/outbox.server.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { countSearchWords } from '#core/search/vocabulary.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import { type Connection, isDatabaseUnavailable } from '#db/connection.ts'
import { BUNDLED_PICTURES_DIR } from '../paths.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { JobHandlers } from './job-handlers.ts'
import { startRunner } from './job-runner.ts'
import { orderJobHandlers } from './order-jobs.ts'
import { startJobRecovery } from './recover-jobs.ts'

type JobWorkerOptions = {
  connection: Connection
  emailTransport: EmailTransport
  log: Log
  files: Files
  settings: Settings
  payments: PaymentProvider | null
  /** Set if nightly backups are on. */
  runBackup?: (() => Promise<unknown>) | undefined
  concurrency?: number
}
export type JobWorker = { stop(): Promise<void> }

// A runner that stops waits for its current jobs, so slow jobs have their own runner.
const SLOW_JOBS = ['size-picture', 'take-in-pictures', 'back-up'] as const satisfies JobName[]

/** Retries each job up to 25 times, with increasing delays. */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const tasks = createJobHandlers(options)
  const names = groupJobNames(tasks)
  const { connection, log, concurrency = 2 } = options
  const heartbeat = startHeartbeat(connection.pool)
  const runnerContext = { connection, log, heartbeat }
  const fastRunner = await startRunner(runnerContext, {
    names: names.fast,
    tasks,
    crontab: CRONTAB,
    concurrency,
  })
  const slowRunner = await startRunner(runnerContext, {
    names: names.slow,
    tasks,
    crontab: '',
    concurrency: 1,
  })
  const recovery = startJobRecovery(connection.db, log)
  return {
    async stop() {
      await Promise.all([fastRunner.stop(), slowRunner.stop(), recovery.stop()])
      await heartbeat.stop()
    },
  }
}

function groupJobNames(tasks: object): { fast: JobName[]; slow: JobName[] } {
  const isSlow = (name: string) => SLOW_JOBS.some((slow) => slow === name)
  const all = Object.keys(tasks) as JobName[]
  return { fast: all.filter((name) => !isSlow(name)), slow: all.filter(isSlow) }
}

const CRONTAB = `
17 4 * * * forget-old-changes
37 * * * * forget-old-attempts
47 4 * * * count-search-words
11 3 * * * back-up
* * * * * fold-tallies
27 4 * * * forget-old-counts
7 4 * * * sweep-desk
*/2 * * * * seal-audit
* * * * * reconcile-payments
23 * * * * forget-old-keys
53 5 * * * retry-given-up`

export function createJobHandlers({
  connection,
  emailTransport,
  log,
  files,
  settings,
  payments,
  runBackup,
}: Omit<JobWorkerOptions, 'concurrency'>): TaskList {
  const { db } = connection
  const pictureStore = { db, files, bundledFolder: BUNDLED_PICTURES_DIR }
  const tasks: JobHandlers = {
    'send-letter': ({ id }) => sendEmails(db, emailTransport, [id]),
    'take-in-pictures': async () => {
      const imported = await importBundledPictures(db, BUNDLED_PICTURES_DIR)
      await linkBundledPictures(db)
      if (imported) log.info('pictures imported', { taken: imported })
    },
    'size-picture': ({ id }) => makePictureSizes(pictureStore, id),
    'forget-old-changes': () => deleteOldCatalogChanges(db),
    'account-opened': async ({ id }) => {
      if (settings.demo !== 'off') await addSampleAddress(db, id)
    },
    ...orderJobHandlers({ db, payments, settings, log }, emailTransport),
    'reset-asked': ({ email, origin }) => sendPasswordReset(db, { ...settings, origin }, email),
    'confirmation-asked': ({ email, origin }) => sendConfirmationEmail(db, { ...settings, origin }, email),
    'newsletter-asked': ({ email, origin }) => sendNewsletterConfirmation(db, { ...settings, origin }, email),
    'forget-old-attempts': async () => {
      await deleteOldAttempts(db)
      await deleteExpiredLinks(db)
      await deleteExpiredSessions(db)
    },
    'remove-files': (filePaths) => removeFiles(files, filePaths),
    'seal-audit': () => sealAudit(db),
    'sweep-desk': async () => {
      await deleteStaleTempFiles(files)
      await deleteOldImports(db)
    },
    'count-search-words': () => countSearchWords(db),
    'fold-tallies': () => foldTallies(db),
    'count-what-sells': async ({ days }) => void (await cacheTopProducts(db, days, new Date())),
    'forget-old-counts': () => deleteOldCounts(db),
    'retry-given-up': async () => {
      const jobs = await retryFailedJobsOnce(db)
      if (jobs) log.warn('retrying failed jobs', { jobs })
    },
    'take-in-products': ({ id }) => applyImportBatch(db, id),
    'back-up': async () => void (await runBackup?.()),
  }
  return withLogging(tasks, log)
}

function withLogging(tasks: JobHandlers, log: Log): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown) => {
      try {
        await (task as (payload: unknown) => Promise<void>)(payload)
      } catch (error) {
        log.warn('job failed and will be retried', { job: name, error })
        throw isDatabaseFailure(error) ? new Error(DATABASE_UNAVAILABLE, { cause: error }) : error
      }
    },
  ])
  return Object.fromEntries(entries)
}

/** Whether the database failed, rather than the mail server or the card provider. */
function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  return 'query' in error || 'severity' in error || error.message.startsWith('Connection terminated')
}
