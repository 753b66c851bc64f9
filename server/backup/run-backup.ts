import path from 'node:path'
import type { Log } from '#core/log.ts'
import { readAuthSecret } from '../auth-secret.ts'
import type { Config } from '../config.ts'
import { createFileStorage } from '../files.ts'
import { pruneBackups } from './backup-folder.ts'
import { type Backup, createBackup } from './create-backup.ts'
import { countRows } from './manifest.ts'

type BackupSettings = Pick<
  Config,
  'DATA_DIR' | 'BACKUP_DIR' | 'BACKUP_KEEP' | 'BACKUP_RECIPIENT' | 'AUTH_SECRET'
> &
  Parameters<typeof createFileStorage>[0]

export function getBackupsFolder({ BACKUP_DIR, DATA_DIR }: Pick<Config, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  return path.resolve(BACKUP_DIR ?? path.join(DATA_DIR, 'backups'))
}

/** Old backups are removed only after the new one is complete. */
export async function runBackup(settings: BackupSettings, url: string): Promise<Backup & { pruned: number }> {
  const backupsFolder = getBackupsFolder(settings)
  const { DATA_DIR: dataDir, BACKUP_RECIPIENT: recipient } = settings
  const signingSecret = settings.AUTH_SECRET ?? readAuthSecret(dataDir)
  const source = { url, files: createFileStorage(settings), dataDir, recipient, signingSecret }
  const backup = await createBackup(source, backupsFolder)
  const pruned = await pruneBackups(backupsFolder, settings.BACKUP_KEEP)
  return { ...backup, pruned: pruned.length }
}

/** Nightly backups run only if BACKUP_DIR is set, so an unattended demo doesn't fill the disk. */
export function scheduledBackup(
  settings: BackupSettings,
  url: string,
  log: Log,
): (() => Promise<void>) | undefined {
  if (!settings.BACKUP_DIR) return undefined
  return async () => {
    const { folder, manifest } = await runBackup(settings, url)
    const encrypted = manifest.recipient !== null
    log.info('backup created', { folder, rows: countRows(manifest), files: manifest.files.length, encrypted })
  }
}
