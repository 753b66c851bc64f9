import type { TaskList } from 'graphile-worker'
import { deleteOldAttempts } from '#core/accounts/attempts.server.ts'
import type { Settings } from '#core/accounts/house.ts'
import { deleteExpiredLinks } from '#core/accounts/links.server.ts'
import { sendPasswordReset } from '#core/accounts/password.server.ts'
import { deleteExpiredSessions } from '#core/accounts/sessions.server.ts'
import { sendConfirmationEmail } from '#core/accounts/sign-up.server.ts'
import { foldTallies } from '#core/analytics/sales.server.ts'
import { deleteOldCounts } from '#core/analytics/visits.server.ts'
import { cacheTopProducts } from '#core/analytics/what-sells.server.ts'
import { sealAudit } from '#core/audit/audit-log.server.ts'
import { deleteOldCatalogChanges } from '#core/catalog/catalog-changes.server.ts'
import { linkBundledPictures } from '#core/catalog/product-pictures.server.ts'
import { deleteOldImports } from '#core/catalog/start-import.server.ts'
import { applyImportBatch } from '#core/catalog/take-in-import.server.ts'
import { addSampleAddress } from '#core/customers/addresses.server.ts'
import { sendNewsletterConfirmation } from '#core/customers/newsletter.server.ts'
import type { Log } from '#core/log.ts'
import { sendEmails } from '#core/mail/letters.server.ts'
import type { EmailTransport } from '#core/mail/mail.ts'
import type { Files } from '#core/media/files.ts'
import { importBundledPictures } from '#core/media/house-pictures.server.ts'
import { makePictureSizes } from '#core/media/picture-sizes.server.ts'
import { deleteStaleTempFiles, removeFiles } from '#core/media/remove-files.server.ts'
import {
  DATABASE_UNAVAILABLE,
  type JobName,
  type JobPayloads,
  retryFailedJobsOnce,
} from '#core/outbox/outbox.server.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { countSearchWords } from '#core/search/vocabulary.server.ts'
import { type Connection, isDatabaseAway } from '#db/connection.ts'
import { buyingTasks } from './buying-jobs.ts'
import { inheritJobs } from './inherit-jobs.ts'
import { HOUSE_PICTURES } from './places.ts'
import { keepRunner } from './runner.ts'
import { giveSigns } from './signs-of-life.ts'

type Parts = {
  connection: Connection
  mail: EmailTransport
  log: Log
  files: Files
  settings: Settings
  payments: PaymentProvider | null
  /** Set where backups are to be made unattended. */
  backUp?: (() => Promise<unknown>) | undefined
  concurrency?: number
}
export type Tasks = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }
export type RunningJobs = { stop(): Promise<void> }

/** These take their time. They have a runner of their own: one that gives itself up first waits for what it is doing. */
const SLOW = ['size-picture', 'take-in-pictures', 'back-up'] as const satisfies JobName[]

/** Does what was promised: each job until it succeeds, 25 times at the most, ever more slowly. */
export async function startJobs(parts: Parts): Promise<RunningJobs> {
  const tasks = createTasks(parts)
  const names = partNames(tasks)
  const { connection, log, concurrency = 2 } = parts
  const signs = giveSigns(connection.pool)
  const place = { connection, log, signs }
  const prompt = await keepRunner(place, { names: names.prompt, tasks, crontab: CRONTAB, concurrency })
  const slow = await keepRunner(place, { names: names.slow, tasks, crontab: '', concurrency: 1 })
  const heirs = inheritJobs(connection.db, log)
  return {
    async stop() {
      await Promise.all([prompt.stop(), slow.stop(), heirs.stop()])
      await signs.end()
    },
  }
}

function partNames(tasks: object): { prompt: JobName[]; slow: JobName[] } {
  const isSlow = (name: string) => SLOW.some((slow) => slow === name)
  const all = Object.keys(tasks) as JobName[]
  return { prompt: all.filter((name) => !isSlow(name)), slow: all.filter(isSlow) }
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

export function createTasks({
  connection,
  mail,
  log,
  files,
  settings,
  payments,
  backUp,
}: Omit<Parts, 'concurrency'>): TaskList {
  const { db } = connection
  const store = { db, files, bundledFolder: HOUSE_PICTURES }
  const tasks: Tasks = {
    'send-letter': ({ id }) => sendEmails(db, mail, [id]),
    'take-in-pictures': async () => {
      const taken = await importBundledPictures(db, HOUSE_PICTURES)
      await linkBundledPictures(db)
      if (taken) log.info('pictures taken in', { taken })
    },
    'size-picture': ({ id }) => makePictureSizes(store, id),
    'forget-old-changes': () => deleteOldCatalogChanges(db),
    'account-opened': async ({ id }) => {
      if (settings.demo !== 'off') await addSampleAddress(db, id)
    },
    ...buyingTasks({ db, payments, settings, log }, mail),
    'reset-asked': ({ email, origin }) => sendPasswordReset(db, { ...settings, origin }, email),
    'confirmation-asked': ({ email, origin }) => sendConfirmationEmail(db, { ...settings, origin }, email),
    'newsletter-asked': ({ email, origin }) => sendNewsletterConfirmation(db, { ...settings, origin }, email),
    'forget-old-attempts': async () => {
      await deleteOldAttempts(db)
      await deleteExpiredLinks(db)
      await deleteExpiredSessions(db)
    },
    'remove-files': (gone) => removeFiles(files, gone),
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
      if (jobs) log.warn('jobs that were given up are tried once more', { jobs })
    },
    'take-in-products': ({ id }) => applyImportBatch(db, id),
    'back-up': async () => void (await backUp?.()),
  }
  return logged(tasks, log)
}

function logged(tasks: Tasks, log: Log): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown) => {
      try {
        await (task as (payload: unknown) => Promise<void>)(payload)
      } catch (error) {
        log.warn('job failed and will be tried again', { job: name, error })
        throw isOfDatabase(error) ? new Error(DATABASE_UNAVAILABLE, { cause: error }) : error
      }
    },
  ])
  return Object.fromEntries(entries)
}

/** The database was away, and not the mail server or the card provider. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseAway(error)) return false
  return 'query' in error || 'severity' in error || error.message.startsWith('Connection terminated')
}
