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
import type { JobName, Jobs } from '#core/outbox/outbox.server.ts'
import type { Connection } from '#db/connection.ts'
import { diskFiles } from './disk-files.ts'
import { filesFolder, HOUSE_PICTURES } from './places.ts'

type Parts = {
  connection: Connection
  mail: Mail
  log: Log
  dataDir: string
  house: House
  concurrency?: number
}
type Tasks = { [Name in JobName]: (payload: Jobs[Name]) => Promise<void> }

/** Does what was promised: each job until it succeeds, 25 times at the most, ever more slowly. */
export function startJobs({ concurrency = 2, ...parts }: Parts): Promise<Runner> {
  return run({
    pgPool: parts.connection.pool,
    taskList: createTasks(parts),
    crontab: '17 4 * * * forget-old-changes\n37 * * * * forget-old-attempts',
    concurrency,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: quiet(parts.log),
  })
}

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
  return new Logger(() => (level, message) => levels[level](`jobs: ${message}`))
}
