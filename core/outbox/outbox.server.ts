import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'
import { statement } from '#db/statement.ts'

/** What may be left to do later. A job runs at least once, so each is written to be harmless when run again. */
export type Jobs = {
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

export type JobName = keyof Jobs

/** A job for a statement that writes several things at once. */
export type NewJob = {
  [Name in JobName]: { name: Name; payload: Jobs[Name]; key: string; at?: Date }
}[JobName]

type When = {
  /** Asked for twice under one key, it is done once. */
  key?: string
  at?: Date
}

const TRIES = 25

/** Promises work in the transaction that causes it: both happen, or neither. */
export async function later<Name extends JobName>(
  db: Db,
  name: Name,
  payload: Jobs[Name],
  { key, at }: When = {},
): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job(
      identifier => ${name}::text, payload => ${JSON.stringify(payload)}::json,
      job_key => ${key ?? null}::text, run_at => ${at ?? null}::timestamptz, max_attempts => ${TRIES}::int,
      priority => ${PATIENT.has(name) ? 10 : 0}::int, queue_name => ${PATIENT.get(name) ?? null}::text)`)
}

/**
 * Nobody waits for these: a letter goes before all of them. In a queue they are done one at a time; what promises its own
 * next part has none, since a queue is free again only some time after its job has ended.
 */
const PATIENT = new Map<JobName, string | null>([
  ['size-picture', 'patient'],
  ['take-in-products', null],
])

/** Held as long as whoever goes by that name is alive. */
export const SIGN_OF_LIFE = `select pg_advisory_lock(hashtextextended('jobs of ' || $1::text, 0))`

/** Who has begun jobs, and gives no sign of life. */
export async function silentOwners(db: Db): Promise<string[]> {
  return (await selectSilent(db)).map(({ owner }) => owner)
}

/** Whoever was killed at work leaves its jobs locked, for hours: they are freed to be done again. */
export async function freeJobsOf(db: Db, owners: readonly string[]): Promise<void> {
  if (owners.length) await unlock(db, owners)
}

/** Why a job failed that could not have done better. */
export const DATABASE_AWAY = 'The database was away'

/** What failed for want of a database alone is not put off, ever longer, as if it were at fault: nor does it count. */
export async function hastenJobs(db: Db): Promise<void> {
  await hasten(db, DATABASE_AWAY)
}

/** Begins anew, as if it had never been tried, whatever was given up; answers how many jobs that were. */
export function retryGivenUp(db: Db): Promise<number> {
  return takeUp(db, 0)
}

/** What was given up is still owed, money and letters among it: tried once more each day, and given up again if it fails. */
export function retryGivenUpOnce(db: Db): Promise<number> {
  return takeUp(db, TRIES - 1)
}

async function takeUp(db: Db, attempts: number): Promise<number> {
  return (await reschedule(db, attempts)).length
}

const reschedule = statement<{ id: string }>(
  'jobs_take_up',
  `select id from graphile_worker.reschedule_jobs(
     (select array_agg(id) from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null),
     run_at => now(), attempts => $1)`,
)
const hasten = statement(
  'jobs_hasten',
  `update graphile_worker._private_jobs set run_at = now(), attempts = greatest(attempts - 1, 0)
   where locked_at is null and last_error = $1 and run_at > now()`,
)
// A lock that can be had is nobody's; it is given back as the statement ends.
const selectSilent = statement<{ owner: string }>(
  'jobs_silent_owners',
  `select owner from (select distinct locked_by as owner from graphile_worker.jobs where locked_by is not null) owners
   where pg_try_advisory_xact_lock(hashtextextended('jobs of ' || owner, 0))`,
)
const unlock = statement('jobs_unlock', 'select graphile_worker.force_unlock_workers($1::text[])')
