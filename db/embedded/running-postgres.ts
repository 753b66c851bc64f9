import { existsSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPassword } from './data-folder.ts'
import { isServerProcess, readPidFile } from './pid-file.ts'
import { serverUrl } from './server.ts'

export function findRunningPostgres(dataDir: string): string | undefined {
  const folder = resolve(dataDir)
  if (!hasPostgres(folder)) return undefined
  const home = realpathSync(folder)
  const data = join(home, 'postgres')
  const pidFile = readPidFile(data)
  if (!pidFile?.ready || !isServerProcess(data, pidFile.pid)) return undefined
  return serverUrl({ password: readPassword(home, 'postgres-password') }, pidFile.port)
}

export function hasPostgres(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres/PG_VERSION'))
}
