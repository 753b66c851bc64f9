import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Files } from '#core/media/files.ts'
import { migrate, readMigrations } from '#db/migrate.ts'
import { StartupError } from '#db/startup-error.ts'
import { SANDBOX_SCHEMA } from '#sandbox/schema.ts'
import { saveAuthSecret } from '../auth-secret.ts'
import { MIGRATIONS_DIR } from '../paths.ts'
import { type Checksum, createChecksummer, discardStream, fileChecksum } from './checksum.ts'
import {
  copyTableSql,
  type DatabaseTable,
  listTables,
  normalizeSession,
  quotedName,
  SCHEMAS,
} from './database-tables.ts'
import { filePartPath, type Manifest, readManifest, SECRET_FILE, tablePartPath } from './manifest.ts'

export type RestoreTarget = {
  url: string
  files: Files
  dataDir: string
  /** False if AUTH_SECRET is configured. */
  restoreSecret: boolean
  replace: boolean
  onProgress(line: string): void
}

/** Restores everything, verified against the manifest, or nothing. */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readManifest(folder)
  assertSameVersion(manifest)
  await verifyParts(folder, manifest)
  target.onProgress(`Verified ${folder}: all checksums match`)
  const client = new Client({ connectionString: target.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await clearDatabase(client, target)
    await migrate(target.url, MIGRATIONS_DIR, {
      only: new Set(manifest.migrations.map(({ version }) => version)),
    })
    await runMigrations({ connectionString: target.url })
    if (manifest.tables.some(({ schema }) => schema === 'sandbox')) await client.query(SANDBOX_SCHEMA)
    await restoreFiles(folder, manifest, target)
    await loadRows(client, folder, manifest)
    if (target.restoreSecret && manifest.secret)
      saveAuthSecret(target.dataDir, await readFile(path.join(folder, SECRET_FILE), 'utf8'))
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}

function assertSameVersion({ migrations }: Manifest): void {
  const knownChecksums = new Map(
    readMigrations(MIGRATIONS_DIR).map(({ version, checksum }) => [version, checksum]),
  )
  const unknownMigration = migrations.find(
    ({ version, checksum }) => knownChecksums.get(version) !== checksum,
  )
  if (unknownMigration)
    throw new StartupError(
      `Another version of Eternal Beauty made this backup (it has ${unknownMigration.name}). Restore it with that version.`,
    )
}

async function verifyParts(folder: string, { tables, files, secret }: Manifest): Promise<void> {
  const parts = [
    ...tables.map((table) => ({ ...table, part: tablePartPath(table) })),
    ...files.map((file) => ({ ...file, part: filePartPath(file) })),
    ...(secret ? [{ ...secret, part: SECRET_FILE }] : []),
  ]
  for (const { part, ...expectedChecksum } of parts) {
    const actual = await fileChecksum(path.join(folder, part)).catch(() => undefined)
    if (!actual || !isSameChecksum(actual, expectedChecksum))
      throw new StartupError(`${path.join(folder, part)} is missing or damaged. Nothing was restored.`)
  }
}

function isSameChecksum(first: Checksum, other: Checksum): boolean {
  return first.bytes === other.bytes && first.sha256 === other.sha256
}

async function clearDatabase(client: Client, { replace }: RestoreTarget): Promise<void> {
  const { rows: otherConnections } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  )
  if (otherConnections.length)
    throw new StartupError(
      'The store is running: its database has other open connections. Stop the store first.',
    )
  if (!(await listTables(client)).length) return
  if (!replace)
    throw new StartupError(
      'This database already contains a store. Restore into an empty database, or use --replace to overwrite it.',
    )
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(nspname) as name from pg_namespace where nspname = any ($1)',
    [SCHEMAS],
  )
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
  await client.query('create schema public')
}

/** Files come before the rows that reference them. */
async function restoreFiles(
  folder: string,
  { files: manifestFiles }: Manifest,
  { files }: RestoreTarget,
): Promise<void> {
  await mkdir(files.tempFolder, { recursive: true })
  for (const [index, file] of manifestFiles.entries()) {
    const tempFile = path.join(files.tempFolder, `restored-${process.pid}-${index}`)
    await copyFile(path.join(folder, filePartPath(file)), tempFile)
    await files.moveIn(file.path, tempFile)
  }
}

/**
 * Loads all rows in one transaction. Triggers are off because their effects are in the backup, foreign keys are
 * dropped and added again at the end, and every table is read back and compared before the commit.
 */
async function loadRows(client: Client, folder: string, manifest: Manifest): Promise<void> {
  await normalizeSession(client)
  const tables = await listTables(client)
  const tablesByName = new Map(tables.map((table) => [quotedName(table), table]))
  const backupTables = manifest.tables
  assertSameColumns(backupTables, tablesByName)
  await client.query('begin')
  const foreignKeys = await dropForeignKeys(client)
  const tableNames = tables.map(quotedName)
  for (const table of tableNames) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tableNames.join(', ')}`)
  for (const table of backupTables) await loadTable(client, folder, table)
  for (const table of tableNames) await client.query(`alter table ${table} enable trigger user`)
  for (const addForeignKey of foreignKeys) await client.query(addForeignKey)
  for (const { last, ...sequence } of manifest.sequences) await restoreSequence(client, sequence, last)
  for (const table of backupTables) await verifyTable(client, tablesByName.get(quotedName(table)), table)
  // The processes that held these locks are gone.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  await client.query('commit')
  await client.query('analyze')
}

type BackupTable = Manifest['tables'][number]

function assertSameColumns(backupTables: BackupTable[], tablesByName: Map<string, DatabaseTable>): void {
  for (const table of backupTables) {
    const columns = tablesByName.get(quotedName(table))?.columns.toSorted().join()
    if (columns !== table.columns.toSorted().join())
      throw new StartupError(
        `The columns of ${table.schema}.${table.name} in this backup differ from this version’s. Restore it with the version that made it.`,
      )
  }
}

/** Returns the statements that add the keys again, which checks every row. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any ($1)`,
    [SCHEMAS],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

async function loadTable(client: Client, folder: string, table: BackupTable): Promise<void> {
  const rows = client.query(copyFrom(`copy ${quotedName(table)} (${table.columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(path.join(folder, tablePartPath(table))), createZstdDecompress(), rows)
}

async function restoreSequence(
  client: Client,
  sequence: { schema: string; name: string },
  last: number | null,
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [quotedName(sequence), last ?? 1, last !== null])
}

async function verifyTable(
  client: Client,
  table: DatabaseTable | undefined,
  expected: BackupTable,
): Promise<void> {
  if (!table) return
  const checksummer = createChecksummer()
  await pipeline(
    client.query(copyTo(copyTableSql({ ...table, columns: expected.columns }))),
    checksummer,
    discardStream,
  )
  if (!isSameChecksum(checksummer.checksum(), expected))
    throw new Error(
      `The rows loaded into ${quotedName(expected)} do not match the backup. Nothing was restored.`,
    )
}
