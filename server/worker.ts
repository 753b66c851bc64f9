import { createLog } from '#core/log.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { connect } from '#db/connection.ts'
import { explainConnectionError } from '#db/explain.ts'
import { readConfig } from './config.ts'
import { houseOf } from './house.ts'
import { startJobs } from './jobs.ts'
import { openMail } from './mail.ts'

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
  const dataDir = config.DATA_DIR
  const jobs = await startJobs({
    connection,
    mail,
    log,
    dataDir,
    house: houseOf(config),
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
