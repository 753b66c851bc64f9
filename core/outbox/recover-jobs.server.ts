import { z } from 'zod'
import type { Db } from '#db/connection.ts'
import { execute, query } from '#db/sql.ts'
import { MAX_INTERRUPTIONS } from './outbox.server.ts'

/** Gives up by itself, and tells the person who uploaded the file. */
const COUNTS_ITS_OWN = 'check-import'
/** Most jobs are done by then, so they aren't running if another one ends the process again. */
const RESTART_DELAY = '2 seconds'

/**
 * Releases the jobs of dead workers, which leave them locked for hours. One whose process ended twice while it ran may be
 * the cause: it is set aside until the owner retries it. Returns the names of those.
 */
export async function recoverJobs(db: Db, deadWorkers: readonly string[]): Promise<string[]> {
  return deadWorkers.length ? releaseInterrupted(db, deadWorkers, { planned: false }) : []
}

/** The workers stopped, but their process runs on, so it isn't the jobs that end it. */
export async function releaseJobs(db: Db, workers: readonly string[]): Promise<void> {
  if (workers.length) await releaseInterrupted(db, workers, { planned: true })
}

/** Before a stop, which may end the process before its jobs are done. */
export async function recordPlannedStop(db: Db, workers: readonly string[]): Promise<void> {
  await recordInterruptions(db, workers, { planned: true })
}

/** An attempt that was interrupted doesn't count. */
function releaseInterrupted(
  db: Db,
  workers: readonly string[],
  { planned }: { planned: boolean },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await execute(tx)`select pg_advisory_xact_lock(hashtextextended('release jobs', 0))`
    await recordInterruptions(tx, workers, { planned })
    const jobs = await query(tx, InterruptedJob)`
      select id::text, task_identifier as name, (select count(*)::int from job_interruptions i
        where i.job_id = jobs.id and not i.planned) as interruptions
      from graphile_worker.jobs where locked_by = any(${workers}) order by id`
    const isSuspect = ({ name, interruptions }: InterruptedJob) =>
      name !== COUNTS_ITS_OWN && interruptions >= MAX_INTERRUPTIONS
    const suspects = jobs.filter(isSuspect)
    const others = jobs.filter((job) => !isSuspect(job))
    await execute(tx)`select graphile_worker.force_unlock_workers(${workers}::text[])`
    await execute(tx)`
      select job.id from graphile_worker.jobs released
      join unnest(${others.map(({ id }) => id)}::bigint[]) with ordinality as nth (id, place) on nth.id = released.id,
      graphile_worker.reschedule_jobs(array[released.id], attempts => greatest(released.attempts - 1, 0),
        run_at => now() + (nth.place - 1) * ${RESTART_DELAY}::interval) job`
    await execute(tx)`
      select id from graphile_worker.permanently_fail_jobs(${suspects.map(({ id }) => id)}::bigint[],
        'The process ended twice while this job ran')`
    return suspects.map(({ name }) => name)
  })
}

const InterruptedJob = z.strictObject({ id: z.string(), name: z.string(), interruptions: z.int() })
type InterruptedJob = z.infer<typeof InterruptedJob>

async function recordInterruptions(
  db: Db,
  workers: readonly string[],
  { planned }: { planned: boolean },
): Promise<void> {
  await execute(db)`
    delete from job_interruptions i where not exists (select from graphile_worker.jobs j where j.id = i.job_id)`
  await execute(db)`
    insert into job_interruptions (job_id, worker, planned)
    select id, locked_by, ${planned} from graphile_worker.jobs where locked_by = any(${workers})
    on conflict do nothing`
}
