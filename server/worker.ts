import { lowerPoolPriority } from '#core/accounts/passwords/thread-priority.ts'
import { createLog } from '#core/log.ts'
import { connect } from '#db/connection.ts'
import { explainConnectionError } from '#db/connection-error.ts'
import { StartupError } from '#db/startup-error.ts'
import { scheduledBackup } from './backup/run-backup.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/open-database.ts'
import { createEmailTransport } from './email.ts'
import { createFileStorage } from './files.ts'
import { closeJobConnections, startJobWorker, USUAL_JOB_CONNECTIONS } from './jobs/job-worker.ts'
import { createPayments } from './payments.ts'
import { logConsole, surviveLostLogReader } from './process/log-output.ts'
import { createPrivateFiles } from './process/private-files.ts'
import { settingsFrom } from './settings.ts'
import { startTracing } from './tracing.ts'

/** The entry point of `npm run worker`: jobs without web processes. */
createPrivateFiles()
try {
  const config = readConfig(process.env)
  if (!config.DATABASE_URL)
    throw new StartupError(
      'npm run worker requires DATABASE_URL. With the embedded database, npm start runs the jobs.',
    )
  const log = createLog(config.LOG_LEVEL, (line) => process.stdout.write(line))
  surviveLostLogReader()
  logConsole(log)
  const tracing = await startTracing(config, log)
  const { urls } = await openDatabase(config, log)
  const url = urls.DATABASE_DIRECT_URL ?? urls.DATABASE_URL
  const connection = connect({
    url,
    max: 16,
    usual: USUAL_JOB_CONNECTIONS,
    onError: (error) => log.warn('database connection lost', { error: error.message }),
    onSlowStatement: (slow) => log.warn('slow statement', slow),
  })
  const emailTransport = createEmailTransport(config, connection.db)
  await lowerPoolPriority()
  const jobs = await startJobWorker({
    connection,
    emailTransport,
    log,
    files: createFileStorage(config),
    settings: settingsFrom(config),
    payments: createPayments(config),
    runBackup: scheduledBackup(config, url, log),
    concurrency: 4,
  }).catch((error) => {
    throw explainConnectionError(error, url)
  })
  log.info('job worker started')
  const shutDown = async () => {
    await jobs.stop()
    await closeJobConnections(connection)
    await tracing.stop()
    process.exit(0)
  }
  process.on('SIGINT', shutDown)
  process.on('SIGTERM', shutDown)
} catch (error) {
  if (!(error instanceof StartupError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
