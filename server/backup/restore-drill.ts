import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { StartupError } from '#db/startup-error.ts'
import { diskFiles } from '../disk-files.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreTarget, restoreBackup } from './restore-backup.ts'

type DrillOptions = Pick<RestoreTarget, 'identity' | 'signers' | 'onProgress'> & { url: string }

/**
 * Restores a backup into a temporary database beside the store, where every table is read back and compared, and deletes it.
 * The store keeps running. Returns what `inspect` finds in the restored database.
 */
export async function drillRestore<Result>(
  folder: string,
  { url, ...options }: DrillOptions,
  inspect: (url: string, manifest: Manifest) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const name = `restore_drill_${randomBytes(6).toString('hex')}`
  const dataDir = await mkdtemp(path.join(tmpdir(), 'eternal-beauty-drill-'))
  try {
    await client.connect()
    await client.query(`create database ${name} template template0`).catch(explainPermission)
    const target = {
      ...options,
      url: Object.assign(new URL(url), { pathname: `/${name}` }).href,
      files: diskFiles(path.join(dataDir, 'files')),
      dataDir,
      restoreSecret: false,
      replace: false,
    }
    return await inspect(target.url, await restoreBackup(folder, target))
  } finally {
    await client.query(`drop database if exists ${name} with (force)`).catch(() => {})
    await client.end().catch(() => {})
    await rm(dataDir, { recursive: true, force: true })
  }
}

function explainPermission(error: Error): never {
  if (!('code' in error) || error.code !== '42501') throw error
  throw new StartupError(
    'A drill needs a database of its own, which this role can’t create. As a superuser: alter role <name> createdb;',
  )
}
