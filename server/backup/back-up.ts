import path from 'node:path'
import type { Log } from '#core/log.ts'
import type { Config } from '../config.ts'
import { openFiles } from '../files.ts'
import { type Backup, makeBackup } from './make-backup.ts'
import { rowsIn } from './manifest.ts'
import { prune } from './shelf.ts'

type Settings = Pick<Config, 'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_KEEP'> & Parameters<typeof openFiles>[0]

export function shelfOf({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return path.resolve(BACKUP_DIR ?? path.join(DATA_DIR, 'backups'))
}

/** One more backup, and the oldest gone: only once there is a new one. */
export async function backUp(settings: Settings, url: string): Promise<Backup & { pruned: number }> {
  const shelf = shelfOf(settings)
  const made = await makeBackup({ url, files: openFiles(settings), dataDir: settings.DATA_DIR }, shelf)
  const pruned = await prune(shelf, settings.BACKUP_KEEP)
  return { ...made, pruned: pruned.length }
}

/** The nightly job, where a folder for backups is named; a demonstration left to itself fills no disk. */
export function unattended(settings: Settings, url: string, log: Log): (() => Promise<void>) | undefined {
  if (!settings.BACKUP_DIR) return undefined
  return async () => {
    const { folder, manifest } = await backUp(settings, url)
    log.info('backed up', { folder, rows: rowsIn(manifest), files: manifest.files.length })
  }
}
