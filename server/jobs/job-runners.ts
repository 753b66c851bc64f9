import type { JobName } from '#core/outbox/outbox.server.ts'
import { FORMER_JOB_NAMES } from './former-job-names.ts'

export type RunnerName = 'payments' | 'email' | 'slow' | 'webhooks' | 'downloads' | 'database'

// Each runner waits for one outside service, so that a service that hangs delays no other jobs.
const RUNNERS: Partial<Record<JobName, RunnerName>> = {
  'send-refund': 'payments',
  'send-dispute-response': 'payments',
  'check-disputes': 'payments',
  'close-session': 'payments',
  'capture-payment': 'payments',
  'release-authorization': 'payments',
  'watch-authorizations': 'payments',
  'expire-payment': 'payments',
  'reconcile-payments': 'payments',
  'reconcile-balance': 'payments',
  'order-placed': 'email',
  'send-email': 'email',
  'size-picture': 'slow',
  'import-pictures': 'slow',
  'remove-files': 'slow',
  'delete-temporary-files': 'slow',
  'back-up': 'slow',
  'fetch-import-pictures': 'downloads',
  'deliver-webhooks': 'webhooks',
}

const ALL_RUNNERS: Partial<Record<string, RunnerName>> = RUNNERS
const runnerOf = (name: string): RunnerName => ALL_RUNNERS[FORMER_JOB_NAMES[name] ?? name] ?? 'database'

/** All other jobs, such as bookkeeping, need only the database. */
export function groupByRunner(jobNames: string[]): Record<RunnerName, string[]> {
  const groups: Record<RunnerName, string[]> = {
    payments: [],
    email: [],
    slow: [],
    webhooks: [],
    downloads: [],
    database: [],
  }
  for (const name of jobNames) groups[runnerOf(name)].push(name)
  return groups
}
