import { createLog, type Log } from '#core/log.ts'
import { explainConnectionError } from '#db/connection-error.ts'
import { StartupError } from '#db/startup-error.ts'
import { type Config, readConfig } from '#server/config.ts'
import { openCommandDatabase } from '#server/database/command-database.ts'

type CommandOptions = {
  /** What was said on the command line goes before the environment. */
  settings?: Record<string, string | undefined>
  /** Makes the database where there is none. */
  createDatabase?: boolean
  work(reached: { config: Config; log: Log; url: string }): Promise<void>
}

/** A command beside the store: its settings, its database, one line when something is wrong, and a status for scripts. */
export async function runCommand({
  settings = {},
  createDatabase: make,
  work,
}: CommandOptions): Promise<void> {
  const log = createLog('error', (line) => process.stderr.write(line))
  let url = ''
  try {
    const overrides = Object.entries(settings).filter(([, value]) => value !== undefined)
    const config = readConfig({ ...process.env, ...Object.fromEntries(overrides) })
    const database = await openCommandDatabase(config, log, { make })
    url = database.url
    await work({ config, log, url }).finally(database.close)
  } catch (error) {
    const known = explainConnectionError(error, url)
    console.error(known instanceof StartupError ? known.message : known)
    process.exitCode = 1
  }
}
