import { lowerPoolPriority } from '#core/background.ts'
import { createLog } from '#core/log.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { connect } from '#db/connection.ts'
import { explainConnectionError } from '#db/explain.ts'
import { unattended } from './backup/back-up.ts'
import { readConfig } from './config.ts'
import { openFiles } from './files.ts'
import { settingsFrom } from './house.ts'
import { startJobs } from './jobs.ts'
import { openMail } from './mail.ts'
import { openPayments } from './payments.ts'

/** `npm run worker`: jobs alone, beside web processes elsewhere that share its database. */
try {
  const config = readConfig(process.env)
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
  if (!url)
    throw new CannotStart(
      'npm run worker needs DATABASE_URL: with the embedded database, npm start runs the jobs itself.',
    )
  const log = createLog(config.LOG_LEVEL, (line) => process.stdout.write(line))
  const connection = connect({
    url,
    onError: (error) => log.warn('database connection lost', { error: error.message }),
  })
  const mail = openMail(config, connection.db)
  await lowerPoolPriority()
  const jobs = await startJobs({
    connection,
    mail,
    log,
    files: openFiles(config),
    settings: settingsFrom(config),
    payments: openPayments(config),
    backUp: unattended(config, url, log),
    concurrency: 4,
  }).catch((error) => {
    throw explainConnectionError(error, url)
  })
  log.info('jobs are being done')
  const leave = async () => {
    await jobs.stop()
    await connection.close()
    process.exit(0)
  }
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
