import type { TaskList } from 'graphile-worker'
import { summarizeLedger } from '#core/accounting/ledger.server.ts'
import { deleteExpiredLinks } from '#core/accounts/one-time-links.server.ts'
import { sendPasswordReset } from '#core/accounts/passwords/password.server.ts'
import { deleteExpiredSessions } from '#core/accounts/sessions/end-sessions.server.ts'
import { deleteOldAttempts } from '#core/accounts/sign-in/rate-limit.server.ts'
import { sendConfirmationEmail } from '#core/accounts/sign-in/sign-up.server.ts'
import { cachePreviousReturningCustomers } from '#core/analytics/returning-customers.server.ts'
import { foldTallies } from '#core/analytics/sales.server.ts'
import { cacheSalesBySource } from '#core/analytics/sources.server.ts'
import { cacheTopProducts } from '#core/analytics/top-products.server.ts'
import { deleteOldCounts } from '#core/analytics/visits.server.ts'
import { sealAudit } from '#core/audit/audit-seals.server.ts'
import { linkBundledPictures } from '#core/catalog/bundled-product-pictures.server.ts'
import { deleteOldCatalogChanges } from '#core/catalog/catalog-changes.server.ts'
import { applyImportBatch } from '#core/catalog/import/apply-import.server.ts'
import { checkImport } from '#core/catalog/import/check-import.server.ts'
import { fetchImportPictures } from '#core/catalog/import/pictures/fetch-import-pictures.server.ts'
import { deleteOldImports } from '#core/catalog/import/start-import.server.ts'
import { rebuildListingOptions } from '#core/catalog/listings/listing-options.server.ts'
import { sendCheckoutReminders } from '#core/checkout-reminders/send-reminders.server.ts'
import { publishDueContent } from '#core/content/publish-content.server.ts'
import { addSampleAddress } from '#core/customers/addresses.server.ts'
import { sendNewsletterConfirmation } from '#core/customers/newsletter.server.ts'
import { deleteOldDataImports, runDataImportBatch } from '#core/data-imports/run-data-import.server.ts'
import { emailSignedSeal } from '#core/email/audit-seal-email.server.ts'
import type { EmailTransport } from '#core/email/email-transport.ts'
import { sendEmails } from '#core/email/emails.server.ts'
import { applyPendingFormulas, refreshLabels } from '#core/ingredients/formulas/refresh-labels.server.ts'
import { describeError, type Log } from '#core/log.ts'
import { importBundledPictures } from '#core/media/bundled-pictures.server.ts'
import type { Files } from '#core/media/files.ts'
import { makePictureSizes } from '#core/media/picture-sizes.server.ts'
import { deleteStaleTempFiles, removeFiles } from '#core/media/remove-files.server.ts'
import { applyOffers } from '#core/offers/apply-offers.server.ts'
import { DATABASE_UNAVAILABLE, retryFailedJobsOnce } from '#core/outbox/outbox.server.ts'
import type { PaymentProvider } from '#core/payments/payment.ts'
import { deleteOldData } from '#core/privacy/delete-old-data.server.ts'
import { countSearchWords } from '#core/search/vocabulary.server.ts'
import type { Settings } from '#core/settings/settings.ts'
import { deliverWebhooks } from '#core/webhooks/deliver-webhooks.server.ts'
import { sendStockAlertConfirmation } from '#core/wishlist/request-stock-alert.server.ts'
import { sendPriceAlerts, sendStockAlerts } from '#core/wishlist/send-alerts.server.ts'
import { type Connection, isDatabaseUnavailable } from '#db/connection.ts'
import type { TraceHeaders } from '#db/tracing.ts'
import { BUNDLED_PICTURES_DIR } from '../paths.ts'
import { FORMER_JOB_NAMES } from './former-job-names.ts'
import type { JobHandlers } from './job-handlers.ts'
import { orderJobHandlers } from './order-jobs.ts'
import { traceJob } from './trace-job.ts'

export type JobHandlerOptions = {
  connection: Connection
  emailTransport: EmailTransport
  log: Log
  files: Files
  settings: Settings
  payments: PaymentProvider | null
  /** Set if nightly backups are on. */
  runBackup?: (() => Promise<unknown>) | undefined
  /** Long jobs end early when it is aborted. */
  stopping: AbortSignal
}

export function createJobHandlers({
  connection,
  emailTransport,
  log,
  files,
  settings,
  payments,
  runBackup,
  stopping,
}: JobHandlerOptions): TaskList {
  const { db } = connection
  const pictureStore = { db, files, bundledFolder: BUNDLED_PICTURES_DIR }
  const tasks: JobHandlers = {
    'send-email': ({ id }) => sendEmails(db, emailTransport, [id]),
    'import-pictures': async () => {
      const imported = await importBundledPictures(db, BUNDLED_PICTURES_DIR)
      await linkBundledPictures(db)
      if (imported) log.info('pictures imported', { imported })
    },
    'size-picture': ({ id }) => makePictureSizes(pictureStore, id),
    'delete-old-changes': () => deleteOldCatalogChanges(db),
    'account-created': async ({ id }) => {
      if (settings.demo !== 'off') await addSampleAddress(db, id)
    },
    ...orderJobHandlers({ db, payments, settings, log, stopping }, emailTransport),
    'password-reset-requested': ({ email, origin }) => sendPasswordReset(db, { ...settings, origin }, email),
    'confirmation-requested': ({ email, origin }) =>
      sendConfirmationEmail(db, { ...settings, origin }, email),
    'newsletter-requested': ({ email, origin }) =>
      sendNewsletterConfirmation(db, { ...settings, origin }, email),
    'stock-alert-requested': ({ origin, ...request }) =>
      sendStockAlertConfirmation(db, { ...settings, origin }, request),
    'send-stock-alerts': ({ productId }) => sendStockAlerts({ db, settings, now: new Date() }, productId),
    'send-price-alerts': ({ productId }) => sendPriceAlerts({ db, settings, now: new Date() }, productId),
    'send-checkout-reminders': () => sendCheckoutReminders({ db, settings, now: new Date() }),
    'delete-old-attempts': async () => {
      await deleteOldAttempts(db)
      await deleteExpiredLinks(db)
      await deleteExpiredSessions(db)
    },
    'remove-files': (filePaths) => removeFiles(files, filePaths),
    'seal-audit': () => sealAudit(db),
    'sign-audit': () => emailSignedSeal({ db, log, settings, now: new Date() }),
    'delete-temporary-files': async () => {
      await deleteStaleTempFiles(files)
      await deleteOldImports(db)
      await deleteOldDataImports(db)
    },
    'count-search-words': async () => {
      await countSearchWords(db)
      await rebuildListingOptions(db)
    },
    'update-totals': () => foldTallies(db),
    'summarize-ledger': () => summarizeLedger({ db, log, now: new Date() }),
    'count-top-products': async ({ days }) => void (await cacheTopProducts(db, days, new Date())),
    'count-returning-customers': async ({ days }) =>
      void (await cachePreviousReturningCustomers(db, days, new Date())),
    'count-sales-by-source': async ({ days }) => void (await cacheSalesBySource(db, days, new Date())),
    'delete-old-counts': () => deleteOldCounts(db),
    'delete-old-data': () => deleteOldData(db, settings),
    'retry-failed-jobs': async () => {
      const jobs = await retryFailedJobsOnce(db)
      if (jobs) log.warn('retrying failed jobs', { jobs })
    },
    'check-import': ({ id }) => checkImport({ db, files, settings }, id),
    'import-products': ({ id }) => applyImportBatch(db, id),
    'fetch-import-pictures': ({ id }) => fetchImportPictures({ db, files, log, settings, stopping }, id),
    'import-data': ({ id }) => runDataImportBatch(db, id),
    'publish-content': ({ id }) => publishDueContent(db, id),
    'apply-formulas': async () => void (await applyPendingFormulas(db, new Date())),
    'apply-offers': () => applyOffers(db),
    'refresh-labels': () => refreshLabels(db),
    'deliver-webhooks': ({ endpoint }) => deliverWebhooks({ db, settings, log, stopping }, endpoint),
    'back-up': async () => void (await runBackup?.()),
  }
  const handlers = withLogging(tasks, log)
  const former = Object.entries(FORMER_JOB_NAMES).map(([name, current]) => [name, handlers[current]])
  return { ...handlers, ...Object.fromEntries(former) }
}

function withLogging(tasks: JobHandlers, log: Log): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown) =>
      traceJob(name, payload as TraceHeaders, async () => {
        try {
          await (task as (payload: unknown) => Promise<void>)(payload)
        } catch (error) {
          log.warn('job failed and will be retried', { job: name, error })
          // The job queue stores the message.
          throw new Error(isDatabaseFailure(error) ? DATABASE_UNAVAILABLE : describeError(error))
        }
      }),
  ])
  return Object.fromEntries(entries)
}

/** Whether the database failed, rather than the mail server or the card provider. */
function isDatabaseFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !isDatabaseUnavailable(error)) return false
  return 'query' in error || 'severity' in error || error.message.startsWith('Connection terminated')
}
