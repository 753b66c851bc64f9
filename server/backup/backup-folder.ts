import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { DAY_MS } from '#core/time-units.ts'
import { StartupError } from '#db/startup-error.ts'

export const DRAFT_PREFIX = '.unfinished-'

const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/

export function backupName(now: Date): string {
  return now.toISOString().replace(/[:.]/g, '-')
}

export async function listBackups(backupsFolder: string): Promise<string[]> {
  const names = await readdir(backupsFolder).catch(() => [])
  const backupNames = names.filter((name) => BACKUP_NAME.test(name)).sort()
  return backupNames.reverse().map((name) => path.join(backupsFolder, name))
}

export async function newestBackup(backupsFolder: string): Promise<string> {
  const [newest] = await listBackups(backupsFolder)
  if (!newest)
    throw new StartupError(`There is no backup in ${backupsFolder}. Name one: npm run restore -- <folder>`)
  return newest
}

/** Also removes the drafts of interrupted backups. */
export async function pruneBackups(backupsFolder: string, keepCount: number): Promise<string[]> {
  const expired = (await listBackups(backupsFolder)).slice(keepCount)
  for (const name of await readdir(backupsFolder)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue
    const draftFolder = path.join(backupsFolder, name)
    if ((await stat(draftFolder)).mtimeMs < Date.now() - DAY_MS) expired.push(draftFolder)
  }
  for (const folder of expired) await rm(folder, { recursive: true, force: true })
  return expired
}
