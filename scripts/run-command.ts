import { createLog, type Log } from '#core/log.ts'
import { explainConnectionError } from '#db/connection-error.ts'
import { StartupError } from '#db/startup-error.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openCommandDatabase } from '#server/database/command-database.ts'
import { createPrivateFiles } from '#server/process/private-files.ts'

type CommandOptions = {
  /** Command-line options, which override the environment. */
  settings?: Record<string, string | undefined>
  createDatabase?: boolean
  run(context: { config: Config; log: Log; url: string }): Promise<void>
}

/** Runs a command with the store's configuration and database. Reports known problems in one line. */
export async function runCommand({
  settings = {},
  createDatabase = false,
  run,
}: CommandOptions): Promise<void> {
  createPrivateFiles()
  const log = createLog('error', (line) => process.stderr.write(line))
  let url = ''
  try {
    const overrides = Object.entries(settings).filter(([, value]) => value !== undefined)
    const config = readConfig({ ...process.env, ...Object.fromEntries(overrides) })
    const database = await openCommandDatabase(config, log, { create: createDatabase })
    url = database.url
    await run({ config, log, url }).finally(database.close)
  } catch (error) {
    const explained = explainConnectionError(error, url)
    console.error(explained instanceof StartupError ? explained.message : explained)
    process.exitCode = 1
  }
}
