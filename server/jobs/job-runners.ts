import type { JobName } from '#core/outbox/outbox.server.ts'

export type RunnerName = 'payments' | 'email' | 'slow' | 'webhooks' | 'database'

// Each runner waits for one outside service, so that a service that hangs delays no other jobs.
const RUNNERS: Partial<Record<JobName, RunnerName>> = {
  'send-refund': 'payments',
  'close-session': 'payments',
  'expire-payment': 'payments',
  'reconcile-payments': 'payments',
  'order-placed': 'email',
  'send-letter': 'email',
  'size-picture': 'slow',
  'take-in-pictures': 'slow',
  'remove-files': 'slow',
  'sweep-desk': 'slow',
  'back-up': 'slow',
  'deliver-webhooks': 'webhooks',
}

/** All other jobs, such as bookkeeping, need only the database. */
export function groupByRunner(jobNames: JobName[]): Record<RunnerName, JobName[]> {
  const groups: Record<RunnerName, JobName[]> = {
    payments: [],
    email: [],
    slow: [],
    webhooks: [],
    database: [],
  }
  for (const name of jobNames) groups[RUNNERS[name] ?? 'database'].push(name)
  return groups
}
