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
  /** A configured key is used as it is; the store's own comes out of the backup. */
  restoreSecret: boolean
  replace: boolean
  onProgress(line: string): void
}

/** A store as it was: all of it, proven equal to what was kept, or nothing. */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Manifest> {
  const manifest = await readManifest(folder)
  assertSameVersion(manifest)
  await verifyParts(folder, manifest)
  target.onProgress(`${folder} is whole: every part has its sum`)
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
      `This backup was made by another version of Eternal Beauty (it has ${unknownMigration.name}). Restore it with that version.`,
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
    throw new StartupError('The store runs: other connections to its database are open. Stop it first.')
  if (!(await listTables(client)).length) return
  if (!replace)
    throw new StartupError(
      'There is a store in this database already. Restore into an empty one, or say --replace to lose what is there.',
    )
  const { rows } = await client.query<{ name: string }>(
    'select quote_ident(nspname) as name from pg_namespace where nspname = any ($1)',
    [SCHEMAS],
  )
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
  await client.query('create schema public')
}

/** In place before their rows are, like everything that a row points to. */
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
 * One transaction: triggers that would write again what is in the backup are silent, foreign keys are taken off and
 * put on again over the whole, and what was loaded is read back and compared before it counts.
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
  // Whoever was at work on them is no more.
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
        `This backup’s ${table.schema}.${table.name} has other columns than this version’s. Restore it with the version that made it.`,
      )
  }
}

/** The statements that put them on again, which reads every row once more. */
async function dropForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any ($1)`,
    [SCHEMAS],
  )
  for (const { off } of rows) await client.query(off)
  return rows.map(({ on }) => on)
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
      `What was loaded into ${quotedName(expected)} is not what was kept. Nothing was restored.`,
    )
}
