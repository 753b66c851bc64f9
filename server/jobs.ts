import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { forgetOldAttempts } from '#core/accounts/attempts.server.ts'
import type { House } from '#core/accounts/house.ts'
import { forgetOldLinks } from '#core/accounts/links.server.ts'
import { sendReset } from '#core/accounts/password.server.ts'
import { forgetOldSessions } from '#core/accounts/sessions.server.ts'
import { sendConfirmation } from '#core/accounts/sign-up.server.ts'
import { forgetOldChanges } from '#core/catalog/catalog-changes.server.ts'
import { hangHousePictures } from '#core/catalog/product-pictures.server.ts'
import { welcomeWithSample } from '#core/customers/addresses.server.ts'
import type { Log } from '#core/log.ts'
import { sendLetter } from '#core/mail/letters.server.ts'
import type { Mail } from '#core/mail/mail.ts'
import { takeInHousePictures } from '#core/media/house-pictures.server.ts'
import { makeSizes } from '#core/media/picture-sizes.server.ts'
import { freeStuckJobs, type JobName, type Jobs } from '#core/outbox/outbox.server.ts'
import type { Connection } from '#db/connection.ts'
import { diskFiles } from './disk-files.ts'
import { filesFolder, HOUSE_PICTURES } from './places.ts'

type Parts = {
  connection: Connection
  mail: Mail
  log: Log
  dataDir: string
  /** No other process does jobs of this database. */
  alone?: boolean
  house: House
  concurrency?: number
}
type Tasks = { [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }
export type RunningJobs = { stop(): Promise<void> }

const RESTART_PAUSE = 2000
// Without a batch to be written in, a job that ends while the database is away ends the process: nobody catches it.
const WRITE_DOWN = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }
/** Longer than any job takes: by then, whoever began it is dead. */
const STUCK_AFTER = 10

/**
 * Does what was promised: each job until it succeeds, 25 times at the most, ever more slowly. A runner gives itself
 * up when it can't write down how a job ended, since the database died meanwhile: another takes its place.
 */
export async function startJobs(parts: Parts): Promise<RunningJobs> {
  const { log } = parts
  const stopping = new AbortController()
  let runner: Runner | undefined = await runJobs(parts)

  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner?.promise.catch(() => {})
      await sleep(RESTART_PAUSE, undefined, stopping).catch(() => {})
      if (stopping.signal.aborted) return
      log.warn('jobs had stopped and are begun again')
      runner = await runJobs(parts).catch((error) => void log.error('jobs did not begin', { error }))
    }
  }

  const kept = keepRunning()
  const stopRunner = () => runner?.stop().catch(() => {})
  return {
    async stop() {
      stopping.abort()
      await stopRunner()
      await kept
      await stopRunner()
    },
  }
}

async function runJobs(parts: Parts): Promise<Runner> {
  const { connection, log, alone, concurrency = 2 } = parts
  if (alone) await freeStuckJobs(connection.db, 0)
  return run({
    pgPool: connection.pool,
    taskList: createTasks(parts),
    crontab: CRONTAB,
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    preset: { worker: WRITE_DOWN },
    logger: quiet(log),
  })
}

const CRONTAB = `
17 4 * * * forget-old-changes
37 * * * * forget-old-attempts
*/5 * * * * free-stuck-jobs`

export function createTasks({ connection, mail, log, dataDir, house }: Omit<Parts, 'concurrency'>): TaskList {
  const { db } = connection
  const store = { db, files: diskFiles(filesFolder(dataDir)), houseFolder: HOUSE_PICTURES }
  const tasks: Tasks = {
    'send-letter': ({ id }) => sendLetter(db, mail, id),
    'take-in-pictures': async () => {
      const taken = await takeInHousePictures(db, HOUSE_PICTURES)
      await hangHousePictures(db)
      if (taken) log.info('pictures taken in', { taken })
    },
    'size-picture': ({ id }) => makeSizes(store, id),
    'forget-old-changes': () => forgetOldChanges(db),
    'free-stuck-jobs': () => freeStuckJobs(db, STUCK_AFTER),
    'account-opened': async ({ id }) => {
      if (house.demo !== 'off') await welcomeWithSample(db, id)
    },
    'reset-asked': ({ email, origin }) => sendReset(db, { ...house, origin }, email),
    'confirmation-asked': ({ email, origin }) => sendConfirmation(db, { ...house, origin }, email),
    'forget-old-attempts': async () => {
      await forgetOldAttempts(db)
      await forgetOldLinks(db)
      await forgetOldSessions(db)
    },
  }
  return logged(tasks, log)
}

function logged(tasks: Tasks, log: Log): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    async (payload: unknown) => {
      try {
        await (task as (payload: unknown) => Promise<void>)(payload)
      } catch (error) {
        log.warn('job failed and will be tried again', { job: name, error })
        throw error
      }
    },
  ])
  return Object.fromEntries(entries)
}

/** The runner's own chatter is for those who look for it; what went wrong is for everybody. */
function quiet(log: Log): Logger {
  const levels = { error: log.error, warning: log.warn, info: log.debug, debug: log.debug }
  return new Logger(() => (level, message, facts) => {
    // Told by ourselves already, without what a query was asked with.
    if (!facts?.failure) levels[level](`jobs: ${message}`)
  })
}
