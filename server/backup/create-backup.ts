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
import { encryptFor, storedPartPath } from './parts.ts'
import { SIGNATURE_FILE, signManifest } from './signature.ts'

export type BackupSource = {
  url: string
  files: Files
  dataDir: string
  /** An age public key. Without one, the parts aren't encrypted. */
  recipient?: string | undefined
  /** AUTH_SECRET. Without one, the backup isn't signed. */
  signingSecret?: string | undefined
}
export type Backup = { folder: string; manifest: Manifest }

const BACKUP_LOCK = 7_220_932

/** Copies rows in one snapshot while the store runs. The folder gets its final name only when it is complete. */
export async function createBackup(
  { url, files, dataDir, recipient, signingSecret }: BackupSource,
  backupsFolder: string,
): Promise<Backup> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const now = new Date()
  const draft: Draft = { folder: path.join(backupsFolder, DRAFT_PREFIX + backupName(now)), recipient }
  try {
    await client.connect()
    await acquireBackupLock(client)
    await mkdir(path.join(draft.folder, 'tables'), { recursive: true, mode: 0o700 })
    const { paths, ...rows } = await backUpRows(client, draft)
    const fileParts = await backUpFiles(files, paths, draft)
    const secret = await backUpSecret(dataDir, draft)
    const encryption = { format: recipient ? 2 : 1, recipient: recipient ?? null, secret }
    const manifest = Manifest.parse({ ...encryption, madeAt: now.toISOString(), ...rows, ...fileParts })
    await writeManifest(draft.folder, manifest, signingSecret)
    const folder = path.join(backupsFolder, backupName(now))
    await rename(draft.folder, folder)
    await recordBackup(client, manifest)
    return { folder, manifest }
  } catch (error) {
    await rm(draft.folder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

type Draft = { folder: string; recipient: string | undefined }

async function writeManifest(folder: string, manifest: Manifest, secret: string | undefined): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeFile(path.join(folder, MANIFEST_FILE), text, { flush: true })
  if (secret) await writeFile(path.join(folder, SIGNATURE_FILE), signManifest(text, secret), { flush: true })
}

async function acquireBackupLock(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [BACKUP_LOCK])
  if (!rows[0]?.acquired)
    throw new StartupError('Another backup of this store is running. Wait until it finishes.')
}

async function backUpRows(client: Client, draft: Draft) {
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

async function backUpTable(client: Client, table: DatabaseTable, draft: Draft) {
  const rows = client.query(copyTo(copyTableSql(table)))
  const checksum = await writePart(draft, tablePartPath(table), rows)
  const { schema, name, columns } = table
  return { schema, name, columns, rows: rows.rowCount, ...checksum }
}

async function backUpFiles(files: Files, paths: string[], draft: Draft) {
  const savedFiles: Manifest['files'] = []
  const missing: string[] = []
  for (const name of paths) {
    const opened = await files.open(name)
    if (!opened) {
      missing.push(name)
      continue
    }
    const part = filePartPath({ path: name })
    await mkdir(path.dirname(path.join(draft.folder, part)), { recursive: true })
    savedFiles.push({ path: name, ...(await writePart(draft, part, Readable.from(opened.body))) })
  }
  return { files: savedFiles, missing }
}

/** Only encrypted, because it decrypts what is beside it. */
async function backUpSecret(dataDir: string, draft: Draft): Promise<Checksum | null> {
  const secret = readAuthSecret(dataDir)
  if (!secret || !draft.recipient) return null
  return writePart(draft, SECRET_FILE, Readable.from([Buffer.from(secret)]))
}

async function writePart({ folder, recipient }: Draft, part: string, source: Readable): Promise<Checksum> {
  const checksummer = createChecksummer()
  const file = path.join(folder, storedPartPath(part, { recipient: recipient ?? null }))
  const sink = createWriteStream(file, { flush: true, mode: 0o600 })
  const stages = [
    ...(part.endsWith('.zst') ? [createZstdCompress()] : []),
    ...(recipient ? [encryptFor(recipient)] : []),
  ]
  await pipeline([source, checksummer, ...stages, sink])
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
