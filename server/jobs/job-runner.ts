import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Log } from '#core/log.ts'
import { recordPlannedStop, releaseJobs } from '#core/outbox/recover-jobs.server.ts'
import type { Connection } from '#db/connection.ts'
import { forgivingPool } from './forgiving-pool.ts'
import type { Heartbeat } from './heartbeat.ts'

export type RunnerContext = { connection: Connection; log: Log; heartbeat: Heartbeat }
export type RunnerOptions = { jobNames: string[]; tasks: TaskList; crontab: string; concurrency: number }

const RESTART_PAUSE = 2000
// The default of -1 disables batching, and then a job that ends during a database outage crashes the process.
const BATCH_OPTIONS = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

type ActiveRunner = { runner: Runner; name: string }

/** A runner stops if it can't record how a job ended, so this replaces it once the database is back. */
export async function startRunner(
  context: RunnerContext,
  options: RunnerOptions,
): Promise<{ stop(): Promise<void> }> {
  const { log, connection, heartbeat } = context
  const stopping = new AbortController()
  let active: ActiveRunner | undefined = await launchRunner(context, options)
  const endedRunners: string[] = []

  async function runLoop(): Promise<void> {
    for (;;) {
      await active?.runner.promise.catch(() => {})
      if (active) endedRunners.push(active.name)
      await sleep(RESTART_PAUSE, undefined, stopping).catch(() => {})
      if (stopping.signal.aborted) return
      log.warn('job runner stopped; restarting')
      active = await restart().catch((error) => void log.error('job runner restart failed', { error }))
    }
  }

  async function restart(): Promise<ActiveRunner> {
    await releaseJobs(connection.db, endedRunners)
    for (const name of endedRunners.splice(0)) heartbeat.remove(name)
    return launchRunner(context, options)
  }

  const loop = runLoop()
  const stopRunner = () => active?.runner.stop().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      const recorded = active && recordPlannedStop(connection.db, [active.name]).catch(() => {})
      await Promise.all([recorded, stopRunner()])
      await loop
      await stopRunner()
    },
  }
}

async function launchRunner(
  { connection, log, heartbeat }: RunnerContext,
  options: RunnerOptions,
): Promise<ActiveRunner> {
  const { jobNames, tasks, crontab, concurrency } = options
  let name = ''
  const events: WorkerEvents = new EventEmitter()
  events.once('pool:create', ({ workerPool }) => {
    name = workerPool.id
    void heartbeat.add(name)
  })
  const runner = await run({
    pgPool: forgivingPool(connection.pool),
    taskList: Object.fromEntries(jobNames.map((name) => [name, tasks[name]])),
    crontab,
    concurrency,
    pollInterval: pollInterval(concurrency),
    noHandleSignals: true,
    preset: { worker: BATCH_OPTIONS },
    logger: quietLogger(log),
    events,
  })
  return { runner, name }
}

/** Each slot polls by itself, for retries and jobs with a time: PostgreSQL announces all others. At most two polls per second. */
function pollInterval(slots: number): number {
  return Math.max(2000, slots * 500)
}

/** Logs the runner's info messages at debug level. */
function quietLogger(log: Log): Logger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new Logger(() => (level, message, meta) => {
    // Failures are logged by the job handlers, without query parameters.
    if (!meta?.failure) levels[level](`jobs: ${message}`)
  })
}
