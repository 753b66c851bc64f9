import type { JobName } from '#core/outbox/outbox.server.ts'
import { createJobHandlers, type JobHandlerOptions } from './create-job-handlers.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startRunner } from './job-runner.ts'
import { startJobRecovery } from './recover-jobs.ts'

type JobWorkerOptions = JobHandlerOptions & { concurrency?: number }
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
    jobNames: names.fast,
    tasks,
    crontab: CRONTAB,
    concurrency,
  })
  const slowRunner = await startRunner(runnerContext, {
    jobNames: names.slow,
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
