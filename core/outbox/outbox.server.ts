import { sql } from 'drizzle-orm'
import type { Db } from '#db/connection.ts'

/** What may be left to do later. A job runs at least once, so each is written to be harmless when run again. */
export type Jobs = {
  'send-letter': { id: string }
  'take-in-pictures': Record<string, never>
  'size-picture': { id: string }
  'forget-old-changes': Record<string, never>
  'free-stuck-jobs': Record<string, never>
  'account-opened': { id: string }
  'reset-asked': { email: string; origin: string }
  'confirmation-asked': { email: string; origin: string }
  'forget-old-attempts': Record<string, never>
}

export type JobName = keyof Jobs

type When = {
  /** Asked for twice under one key, it is done once. */
  key?: string
  at?: Date
}

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
      job_key => ${key ?? null}::text, run_at => ${at ?? null}::timestamptz, max_attempts => 25)`)
}

/** Whoever was killed at work leaves its jobs locked, for hours: they are freed to be done again. */
export async function freeStuckJobs(db: Db, minutes: number): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
    where locked_at <= now() - make_interval(mins => ${minutes})`)
}
