import { inTime } from '#core/in-time.ts'
import { MAX_ENDPOINTS } from '#core/webhooks/webhook-events.ts'
import type { Connection } from '#db/connection.ts'
import { createJobHandlers, type JobHandlerOptions } from './create-job-handlers.ts'
import { startForwardingJobs } from './forward-jobs.ts'
import { startHeartbeat } from './heartbeat.ts'
import { startRunner } from './job-runner.ts'
import { groupByRunner } from './job-runners.ts'
import { startJobRecovery } from './recover-jobs.ts'

type JobWorkerOptions = Omit<JobHandlerOptions, 'stopping'> & {
  concurrency?: number
  /** How long a stop waits for running jobs, in milliseconds. */
  stopLimit?: number
}
export type JobWorker = {
  /** Jobs that still run after the limit are given up: another worker, or the next start, runs them again. */
  stop(): Promise<void>
}

/**
 * The heartbeat and the six runners each keep one; four are for the jobs. A job uses one only while it reads or writes, not
 * while it waits for another service. Graphile Worker warns if a runner has more slots than its pool has connections.
 */
export const USUAL_JOB_CONNECTIONS = 11
/** Most of the time, these wait for the mail server. */
const EMAIL_SLOTS = 8
// Container platforms kill after 30 s.
const STOP_LIMIT = 10_000

/** Retries each job up to 25 times, with increasing delays. */
export async function startJobWorker(options: JobWorkerOptions): Promise<JobWorker> {
  const stopping = new AbortController()
  const tasks = createJobHandlers({ ...options, stopping: stopping.signal })
  const groups = groupByRunner(Object.keys(tasks))
  const { connection, log, concurrency = 2, stopLimit = STOP_LIMIT } = options
  const heartbeat = startHeartbeat(connection.pool)
  const startGroup = (jobNames: string[], { slots = concurrency, crontab = '' } = {}) =>
    startRunner({ connection, log, heartbeat }, { jobNames, tasks, crontab, concurrency: slots })
  const runners = [
    await startGroup(groups.database, { crontab: CRONTAB }),
    await startGroup(groups.payments),
    await startGroup(groups.email, { slots: EMAIL_SLOTS }),
    await startGroup(groups.slow, { slots: 1 }),
    await startGroup(groups.webhooks, { slots: MAX_ENDPOINTS }),
    await startGroup(groups.downloads, { slots: 1 }),
  ]
  const recovery = startJobRecovery(connection.db, log)
  const forwarding = startForwardingJobs(connection.db, log)

  async function finishJobs(): Promise<true> {
    await Promise.all([...runners.map((runner) => runner.stop()), recovery.stop(), forwarding.stop()])
    await heartbeat.stop()
    return true
  }

  async function stop(): Promise<void> {
    stopping.abort()
    const isFinished = await inTime(finishJobs(), stopLimit, false)
    if (!isFinished) log.warn('running jobs given up; they run again')
  }

  let stopped: Promise<void> | undefined
  return {
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** A job that was given up may never return its connection. */
export function closeJobConnections({ close }: Connection): Promise<void> {
  return inTime(close(), 1000, undefined)
}

const CRONTAB = `
17 4 * * * delete-old-changes
37 * * * * delete-old-attempts
47 4 * * * count-search-words
11 3 * * * back-up
* * * * * update-totals
9 * * * * summarize-ledger
27 4 * * * delete-old-counts
57 3 * * * delete-old-data
7 4 * * * delete-temporary-files
*/2 * * * * seal-audit
33 5 * * * sign-audit
* * * * * reconcile-payments
23 * * * * watch-authorizations
13 * * * * reconcile-balance
* * * * * apply-offers
41 * * * * send-due-gift-cards
33 * * * * check-disputes
*/5 * * * * send-checkout-reminders
23 * * * * delete-old-keys
53 5 * * * retry-failed-jobs`
