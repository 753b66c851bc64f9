import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPassword } from './data.ts'
import { readPidFile, runsIn } from './pid-file.ts'
import { urlOf } from './server.ts'

/** The address of a folder's server while somebody else runs it. */
export function runningPostgres(dataDir: string): string | undefined {
  const folder = resolve(dataDir)
  if (!hasPostgres(folder)) return undefined
  const home = realpathSync(folder)
  const data = join(home, 'postgres')
  const posted = readPidFile(data)
  if (!posted?.ready || !runsIn(data, posted.pid)) return undefined
  return urlOf({ password: readPassword(home) }, posted.port)
}

export function hasPostgres(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres/PG_VERSION'))
}
