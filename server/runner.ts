import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Log } from '#core/log.ts'
import { type JobName, releaseJobs } from '#core/outbox/outbox.server.ts'
import type { Connection } from '#db/connection.ts'
import type { SignsOfLife } from './signs-of-life.ts'

export type Place = { connection: Connection; log: Log; signs: SignsOfLife }
export type Share = { names: JobName[]; tasks: TaskList; crontab: string; concurrency: number }

const RESTART_PAUSE = 2000
// Without a batch to be written in, a job that ends while the database is away ends the process: nobody catches it.
const WRITE_DOWN = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

type Running = { runner: Runner; name: string }

/** A runner gives itself up when it can't write down how a job ended, since the database died meanwhile: another takes its place. */
export async function keepRunner(place: Place, share: Share): Promise<{ stop(): Promise<void> }> {
  const { log, connection, signs } = place
  const stopping = new AbortController()
  let running: Running | undefined = await begin(place, share)
  const past: string[] = []

  async function keepRunning(): Promise<void> {
    for (;;) {
      await running?.runner.promise.catch(() => {})
      if (running) past.push(running.name)
      await sleep(RESTART_PAUSE, undefined, stopping).catch(() => {})
      if (stopping.signal.aborted) return
      log.warn('jobs had stopped and are begun again')
      running = await beginAgain().catch((error) => void log.error('jobs did not begin', { error }))
    }
  }

  async function beginAgain(): Promise<Running> {
    await releaseJobs(connection.db, past)
    for (const name of past.splice(0)) signs.remove(name)
    return begin(place, share)
  }

  const kept = keepRunning()
  const stopRunner = () => running?.runner.stop().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await stopRunner()
      await kept
      await stopRunner()
    },
  }
}

async function begin({ connection, log, signs }: Place, share: Share): Promise<Running> {
  const { names, tasks, crontab, concurrency } = share
  let name = ''
  const events: WorkerEvents = new EventEmitter()
  events.once('pool:create', ({ workerPool }) => {
    name = workerPool.id
    void signs.add(name)
  })
  const runner = await run({
    pgPool: connection.pool,
    taskList: Object.fromEntries(names.map((one) => [one, tasks[one]])),
    crontab,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    preset: { worker: WRITE_DOWN },
    logger: quiet(log),
    events,
  })
  return { runner, name }
}

/** The runner's own chatter is for those who look for it; what went wrong is for everybody. */
function quiet(log: Log): Logger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new Logger(() => (level, message, facts) => {
    // Told by ourselves already, without what a query was asked with.
    if (!facts?.failure) levels[level](`jobs: ${message}`)
  })
}
