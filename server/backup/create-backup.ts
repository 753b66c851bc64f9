import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Files } from '#core/media/files.ts'
import { StartupError } from '#db/startup-error.ts'
import { readAuthSecret } from '../auth-secret.ts'
import { backupName, DRAFT_PREFIX } from './backup-folder.ts'
import { type Checksum, createChecksummer } from './checksum.ts'
import {
  copyTableSql,
  type DatabaseTable,
  listSequences,
  listTables,
  normalizeSession,
} from './database-tables.ts'
import { countRows, filePartPath, MANIFEST_FILE, Manifest, SECRET_FILE, tablePartPath } from './manifest.ts'

export type BackupSource = { url: string; files: Files; dataDir: string }
export type Backup = { folder: string; manifest: Manifest }

const BACKUP_LOCK = 7_220_932

/** Copies rows in one snapshot while the store runs. The folder gets its final name only when it is complete. */
export async function createBackup(
  { url, files, dataDir }: BackupSource,
  backupsFolder: string,
): Promise<Backup> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const now = new Date()
  const draft = path.join(backupsFolder, DRAFT_PREFIX + backupName(now))
  try {
    await client.connect()
    await acquireBackupLock(client)
    await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const { paths, ...rows } = await backUpRows(client, draft)
    const fileParts = await backUpFiles(files, paths, draft)
    const secret = await backUpSecret(dataDir, draft)
    const manifest = Manifest.parse({ format: 1, madeAt: now.toISOString(), ...rows, ...fileParts, secret })
    await writeFile(path.join(draft, MANIFEST_FILE), `${JSON.stringify(manifest, null, 1)}\n`, {
      flush: true,
    })
    const folder = path.join(backupsFolder, backupName(now))
    await rename(draft, folder)
    await recordBackup(client, manifest)
    return { folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function acquireBackupLock(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [BACKUP_LOCK])
  if (!rows[0]?.acquired)
    throw new StartupError('Another backup of this store is running. Wait until it finishes.')
}

async function backUpRows(client: Client, draft: string) {
  await normalizeSession(client)
  await client.query('begin isolation level repeatable read read only')
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new StartupError('This database contains no store yet, so there is nothing to back up.')
  const savedTables: Manifest['tables'] = []
  for (const table of tables) savedTables.push(await backUpTable(client, table, draft))
  const { rows: migrations } = await client.query(
    'select version, name, checksum from schema_migrations order by version',
  )
  const { rows: version } = await client.query(`select current_setting('server_version') as postgres`)
  const { rows: fileRows } = await client.query<{ path: string }>(FILE_PATHS_SQL)
  const sequences = await listSequences(client)
  await client.query('commit')
  const paths = fileRows.map(({ path }) => path)
  return { tables: savedTables, migrations, postgres: version[0]?.postgres, sequences, paths }
}

// Uploads and the picture sizes generated from them. Bundled pictures ship with the code.
const FILE_PATHS_SQL = `
  select 'storage/' || bucket || '/' || path as path from uploads
  union all
  select 'pictures/' || picture_id || '-' || width || '.' || format from picture_sizes order by 1`

async function backUpTable(client: Client, table: DatabaseTable, draft: string) {
  const rows = client.query(copyTo(copyTableSql(table)))
  const checksum = await writePart(rows, path.join(draft, tablePartPath(table)), true)
  const { schema, name, columns } = table
  return { schema, name, columns, rows: rows.rowCount, ...checksum }
}

async function backUpFiles(files: Files, paths: string[], draft: string) {
  const savedFiles: Manifest['files'] = []
  const missing: string[] = []
  for (const name of paths) {
    const opened = await files.open(name)
    if (!opened) {
      missing.push(name)
      continue
    }
    const part = path.join(draft, filePartPath({ path: name }))
    await mkdir(path.dirname(part), { recursive: true })
    savedFiles.push({ path: name, ...(await writePart(Readable.from(opened.body), part, false)) })
  }
  return { files: savedFiles, missing }
}

async function backUpSecret(dataDir: string, draft: string): Promise<Checksum | null> {
  const secret = readAuthSecret(dataDir)
  return secret ? writePart(Readable.from([Buffer.from(secret)]), path.join(draft, SECRET_FILE), false) : null
}

async function writePart(source: Readable, file: string, isCompressed: boolean): Promise<Checksum> {
  const checksummer = createChecksummer()
  const sink = createWriteStream(file, { flush: true, mode: 0o600 })
  if (isCompressed) await pipeline(source, checksummer, createZstdCompress(), sink)
  else await pipeline(source, checksummer, sink)
  return checksummer.checksum()
}

async function recordBackup(client: Client, manifest: Manifest): Promise<void> {
  const summary = { rows: countRows(manifest), files: manifest.files.length }
  await client.query(
    `insert into store_facts (key, value) values ('backup', $1)
     on conflict (key) do update set value = excluded.value, at = now()`,
    [summary],
  )
}
