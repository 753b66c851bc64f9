import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'

/** What may be left to do later. A job runs at least once, so each is written to be harmless when run again. */
export type JobPayloads = {
  'send-letter': { id: string }
  'take-in-pictures': Record<string, never>
  'size-picture': { id: string }
  'forget-old-changes': Record<string, never>
  'account-opened': { id: string }
  'address-confirmed': { id: string }
  'reset-asked': { email: string; origin: string }
  'confirmation-asked': { email: string; origin: string }
  'forget-old-keys': Record<string, never>
  'newsletter-asked': { email: string; origin: string }
  'forget-old-attempts': Record<string, never>
  'order-placed': { id: string }
  'order-letter': { id: string; kind: 'shipped' | 'delivered' | 'payment-failed' }
  'refund-letter': { id: string }
  'return-letter': { id: string }
  'close-session': { paymentId: string }
  'expire-payment': { paymentId: string }
  'reconcile-payments': { turn?: number }
  'send-refund': { id: string }
  'book-sale': { orderId: string }
  'book-refund': { id: string }
  'remove-files': { paths: string[]; pictureId: string | null }
  'seal-audit': Record<string, never>
  'sweep-desk': Record<string, never>
  'count-search-words': Record<string, never>
  'take-in-products': { id: string }
  'back-up': Record<string, never>
  'fold-tallies': Record<string, never>
  'count-what-sells': { days: number }
  'forget-old-counts': Record<string, never>
  'retry-given-up': Record<string, never>
}

export type JobName = keyof JobPayloads

/** A job for a statement that writes several things at once. */
export type NewJob = {
  [Name in JobName]: { name: Name; payload: JobPayloads[Name]; key: string; at?: Date }
}[JobName]

type JobOptions = {
  /** Asked for twice under one key, it is done once. */
  key?: string
  at?: Date
}

const MAX_ATTEMPTS = 25

/** Promises work in the transaction that causes it: both happen, or neither. */
export async function enqueueJob<Name extends JobName>(
  db: Db,
  name: Name,
  payload: JobPayloads[Name],
  { key, at }: JobOptions = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(
      identifier => ${name}::text, payload => ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null}::text, run_at => ${at ?? null}::timestamptz, max_attempts => ${MAX_ATTEMPTS}::int,
      priority => ${LOW_PRIORITY_QUEUES.has(name) ? 10 : 0}::int, queue_name => ${LOW_PRIORITY_QUEUES.get(name) ?? null}::text)`)
}

/**
 * Nobody waits for these: a letter goes before all of them. In a queue they are done one at a time; what promises its own
 * next part has none, since a queue is free again only some time after its job has ended.
 */
const LOW_PRIORITY_QUEUES = new Map<JobName, string | null>([
  ['size-picture', 'patient'],
  ['take-in-products', null],
])

/** Held as long as whoever goes by that name is alive. */
export const HEARTBEAT_LOCK = `select pg_advisory_lock(hashtextextended('jobs of ' || $1::text, 0))`

/** Who has begun jobs, and gives no sign of life. */
export async function findDeadWorkers(db: Db): Promise<string[]> {
  return (await selectDeadWorkers(db)).map(({ owner }) => owner)
}

/** Whoever was killed at work leaves its jobs locked, for hours: they are freed to be done again. */
export async function releaseJobs(db: Db, workers: readonly string[]): Promise<void> {
  if (workers.length) await unlockWorkers(db, workers)
}

/** Why a job failed that could not have done better. */
export const DATABASE_UNAVAILABLE = 'The database was away'

/** What failed for want of a database alone is not put off, ever longer, as if it were at fault: nor does it count. */
export async function retryDatabaseFailures(db: Db): Promise<void> {
  await retryFailedWith(db, DATABASE_UNAVAILABLE)
}

/** Begins anew, as if it had never been tried, whatever was given up; answers how many jobs that were. */
export function retryFailedJobs(db: Db): Promise<number> {
  return rescheduleFailedJobs(db, 0)
}

/** What was given up is still owed, money and letters among it: tried once more each day, and given up again if it fails. */
export function retryFailedJobsOnce(db: Db): Promise<number> {
  return rescheduleFailedJobs(db, MAX_ATTEMPTS - 1)
}

async function rescheduleFailedJobs(db: Db, attempts: number): Promise<number> {
  return (await rescheduleJobs(db, attempts)).length
}

const rescheduleJobs = statement<{ id: string }>(
  'jobs_take_up',
  `select id from graphile_worker.reschedule_jobs(
     (select array_agg(id) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null),
     run_at => now(), attempts => $1)`,
)
const retryFailedWith = statement(
  'jobs_hasten',
  `update graphile_worker._private_jobs set run_at = now(), attempts = greatest(attempts - 1, 0)
   where locked_at is null and last_error = $1 and run_at > now()`,
)
// A lock that can be had is nobody's; it is given back as the statement ends.
const selectDeadWorkers = statement<{ owner: string }>(
  'jobs_silent_owners',
  `select owner from (select distinct locked_by as owner from graphile_worker.jobs where locked_by is not null) owners
   where pg_try_advisory_xact_lock(hashtextextended('jobs of ' || owner, 0))`,
)
const unlockWorkers = statement('jobs_unlock', 'select graphile_worker.force_unlock_workers($1::text[])')
