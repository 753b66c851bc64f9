import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, queryColumn, sql } from '#db/sql.ts'
import { traceHeaders } from '#db/tracing.ts'

/** A job runs at least once, so running it again must be harmless. */
export type JobPayloads = {
  'send-email': { id: string }
  'import-pictures': Record<string, never>
  'size-picture': { id: string }
  'delete-old-changes': Record<string, never>
  'account-created': { id: string }
  'email-confirmed': { id: string }
  'password-reset-requested': { email: string; origin: string }
  'confirmation-requested': { email: string; origin: string }
  'delete-old-keys': Record<string, never>
  'newsletter-requested': { email: string; origin: string }
  'delete-old-attempts': Record<string, never>
  'order-placed': { id: string }
  'order-email': { id: string; kind: 'shipped' | 'delivered' | 'payment-failed' | 'payment-processing' }
  'preorder-moved': { productId: string }
  'refund-email': { id: string }
  'return-email': { id: string; kind?: 'requested' | 'received' | 'declined' | 'exchanged' }
  'send-recall-emails': { id: string }
  'close-session': { paymentId: string }
  'capture-payment': { id: string }
  'release-authorization': { intentId: string }
  'watch-authorizations': Record<string, never>
  'authorization-email': { id: string; kind: 'expiring' | 'expired' | 'capture-failed' | 'released' }
  /** Of the previous release, which scheduled one per card order. To be removed one release later. */
  'expire-payment': { paymentId: string }
  'reconcile-payments': { turn?: number }
  'send-refund': { id: string }
  'send-dispute-response': { id: string }
  'check-disputes': Record<string, never>
  'delete-payment-customer': { customerId: string }
  'book-sale': { orderId: string }
  /** `outbox_forward` makes one of up to 25 of the former. */
  'book-sales': { orderId: string }[]
  'book-refund': { id: string }
  'book-gift-cards': Record<string, never>
  'reconcile-balance': Record<string, never>
  'send-gift-card': { id: string }
  'send-due-gift-cards': Record<string, never>
  'remove-files': { paths: string[]; pictureId: string | null; pictureWidth?: number | null }
  'seal-audit': Record<string, never>
  'sign-audit': Record<string, never>
  'delete-temporary-files': Record<string, never>
  'count-search-words': Record<string, never>
  'check-import': { id: string }
  'import-products': { id: string }
  'fetch-import-pictures': { id: string }
  'import-data': { id: string }
  'back-up': Record<string, never>
  'update-totals': Record<string, never>
  'summarize-ledger': Record<string, never>
  'count-top-products': { days: number }
  'count-sales-by-source': { days: number }
  'count-returning-customers': { days: number }
  'delete-old-counts': Record<string, never>
  'delete-old-data': Record<string, never>
  'retry-failed-jobs': Record<string, never>
  'publish-content': { id: string }
  'apply-formulas': Record<string, never>
  'apply-offers': Record<string, never>
  'refresh-labels': Record<string, never>
  'deliver-webhooks': { endpoint: string }
  'stock-alert-requested': { email: string; productId: string; origin: string }
  'send-stock-alerts': { productId: string }
  'send-price-alerts': { productId: string }
  'send-checkout-reminders': Record<string, never>
}

export type JobName = keyof JobPayloads

export type NewJob = {
  [Name in JobName]: { name: Name; payload: JobPayloads[Name]; key: string; at?: Date }
}[JobName]

type JobOptions = {
  /** Jobs with the same key run once. */
  key?: string
  at?: Date
}

const MAX_ATTEMPTS = 25
export const MAX_INTERRUPTIONS = 2

/** Records the job in the transaction that causes it: both happen, or neither. */
export async function enqueueJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  options: JobOptions = {},
): Promise<void> {
  await execute(db)`select enqueue_jobs(${jobRows([{ name, payload, ...options }])})`
}

export async function enqueueJobs(db: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length) await execute(db)`select enqueue_jobs(${jobRows(jobs)})`
}

/** For jobs of every order: workers move them to the queue in batches, so the transaction notifies nobody. */
export async function postJobs(db: Db, jobs: NewJob[]): Promise<void> {
  await execute(db)`select outbox_add(${jobRows(jobs)})`
}

const FORWARD_BATCH = 500

/** Returns whether the outbox is empty. */
export async function forwardJobs(db: Db): Promise<boolean> {
  const [taken] = await queryColumn(db, z.int())`select outbox_forward(${FORWARD_BATCH})`
  return taken !== FORWARD_BATCH
}

/** The parameter of `enqueue_jobs` and `outbox_add`. */
export function jobRows(jobs: JobRow[]): string {
  const headers = traceHeaders()
  return sql.json(
    jobs.map(({ name, payload, key, at }) => {
      return { name, payload: { ...payload, ...headers }, key, at, priority: LOW_PRIORITY.has(name) ? 10 : 0 }
    }),
  )
}

type JobRow = JobOptions & { name: JobName; payload: object }

/** Returns whether the job was removed; a job that is running or done can't be. */
export async function cancelJob(db: Db, key: string): Promise<boolean> {
  const cancelled = await execute(db)`
    select id from graphile_worker.complete_jobs(
    (select array_agg(id) from graphile_worker.jobs where key = ${key} and locked_at is null))`
  return cancelled > 0
}

// Emails run before these.
const LOW_PRIORITY = new Set<JobName>([
  'size-picture',
  'import-products',
  'fetch-import-pictures',
  'import-data',
])

/** A worker holds this lock as long as it is alive. */
export const HEARTBEAT_LOCK = `select pg_advisory_lock(hashtextextended('jobs of ' || $1::text, 0))`

/** Workers that have started jobs but no longer hold their heartbeat lock. */
export function findDeadWorkers(db: Db): Promise<string[]> {
  // If the lock is free, its worker is dead. The lock is released when the statement ends.
  return queryColumn(db, z.string())`
    select owner
    from (select distinct locked_by as owner from graphile_worker.jobs where locked_by is not null) owners
    where pg_try_advisory_xact_lock(hashtextextended('jobs of ' || owner, 0))`
}

// Stored with failed jobs.
export const DATABASE_UNAVAILABLE = 'The database was unavailable'
// In jobs that the previous release left. To be removed one release later.
const FORMER_DATABASE_UNAVAILABLE = 'The database was away'

/** A database outage doesn't count as an attempt, so these jobs run again now instead of backing off. */
export async function retryDatabaseFailures(db: Db): Promise<void> {
  await execute(db)`
    select job.id
    from (select attempts, array_agg(id) as ids from graphile_worker.jobs
      where locked_at is null and last_error in (${DATABASE_UNAVAILABLE}, ${FORMER_DATABASE_UNAVAILABLE}) and run_at > now() group by attempts) failed,
    graphile_worker.reschedule_jobs(failed.ids, run_at => now(), attempts => greatest(failed.attempts - 1, 0)) job`
}

/** What the owner asked to run again starts over, also what was set aside. */
export async function retryFailedJobs(db: Db): Promise<number> {
  await execute(db)`
    delete from job_interruptions where job_id in
    (select id from graphile_worker.jobs where attempts >= max_attempts and locked_at is null)`
  return rescheduleFailedJobs(db, 0)
}

/** Refunds and emails must still go out after the last attempt, so each job that wasn't set aside gets one more a day. */
export function retryFailedJobsOnce(db: Db): Promise<number> {
  return rescheduleFailedJobs(db, MAX_ATTEMPTS - 1)
}

/** Whether the process ended too often while a job of `graphile_worker.jobs` ran. */
export const IS_SET_ASIDE = sql`(
  attempts >= max_attempts and
  (select count(*) from job_interruptions i where i.job_id = jobs.id and not i.planned) >= ${MAX_INTERRUPTIONS})`

function rescheduleFailedJobs(db: Db, attempts: number): Promise<number> {
  return execute(db)`
    select id from graphile_worker.reschedule_jobs(
    (select array_agg(id) from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and not ${IS_SET_ASIDE}),
    run_at => now(), attempts => ${attempts})`
}
