import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import type { Files } from '#core/media/files.ts'
import { migrate, readMigrations } from '#db/migrate.ts'
import { StartupError } from '#db/startup-error.ts'
import { SANDBOX_SCHEMA } from '#sandbox/schema.ts'
import { saveAuthSecret } from '../auth-secret.ts'
import { MIGRATIONS_DIR, SCHEMA_DIR } from '../paths.ts'
import { type Checksum, contentChecksum, isSameChecksum } from './checksum.ts'
import { listTables, SCHEMAS } from './database-tables.ts'
import { filePartPath, type Manifest, readManifest, SECRET_FILE, tablePartPath } from './manifest.ts'
import { type BackupReader, openPart, storedPartPath } from './parts.ts'
import { loadRows } from './restore-rows.ts'
import { verifySignature } from './signature.ts'

export type RestoreTarget = {
  url: string
  files: Files
  dataDir: string
  restoreSecret: boolean
  replace: boolean
  /** Decrypts an encrypted backup. */
  identity?: string | undefined
  /** Who may have made the backup. Undefined accepts unsigned ones, too. */
  signers: string[] | undefined
  onProgress(line: string): void
}

/** Restores everything, verified against the manifest, or nothing. */
export async function restoreBackup(folder: string, target: RestoreTarget): Promise<Manifest> {
  if (target.signers) await verifySignature(folder, target.signers)
  const manifest = await readManifest(folder)
  assertSameVersion(manifest)
  const reader = { folder, manifest, identity: target.identity }
  await verifyParts(reader)
  target.onProgress(`Verified ${folder}: all checksums match`)
  const client = new Client({ connectionString: target.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await clearDatabase(client, target)
    await migrate(target.url, MIGRATIONS_DIR, {
      only: new Set(manifest.migrations.map(({ version }) => version)),
      schema: SCHEMA_DIR,
    })
    await runMigrations({ connectionString: target.url })
    if (manifest.tables.some(({ schema }) => schema === 'sandbox')) await client.query(SANDBOX_SCHEMA)
    await restoreFiles(reader, target)
    await loadRows(client, reader)
    if (target.restoreSecret && manifest.secret)
      saveAuthSecret(target.dataDir, await text(await openPart(reader, SECRET_FILE)))
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

async function verifyParts(reader: BackupReader): Promise<void> {
  const { folder, manifest } = reader
  const { tables, files, secret } = manifest
  const parts = [
    ...tables.map((table) => ({ ...table, part: tablePartPath(table) })),
    ...files.map((file) => ({ ...file, part: filePartPath(file) })),
    ...(secret ? [{ ...secret, part: SECRET_FILE }] : []),
  ]
  for (const { part, ...expectedChecksum } of parts) {
    const actual = await readChecksum(reader, part)
    if (!actual || !isSameChecksum(actual, expectedChecksum))
      throw new StartupError(
        `${path.join(folder, storedPartPath(part, manifest))} is missing or damaged${manifest.recipient ? ', or encrypted to another key' : ''}. Nothing was restored.`,
      )
  }
}

async function readChecksum(reader: BackupReader, part: string): Promise<Checksum | undefined> {
  try {
    return await contentChecksum(await openPart(reader, part))
  } catch (error) {
    if (error instanceof StartupError) throw error
    return undefined
  }
}

async function clearDatabase(client: Client, { replace }: RestoreTarget): Promise<void> {
  const { rows: otherConnections } = await client.query(
    // The backend type of another role is visible to superusers only.
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and coalesce(backend_type, 'client backend') = 'client backend' and (usename = current_user or usesysid in
       (select a.grantee from pg_class c, aclexplode(c.relacl) a where c.oid = to_regclass('public.schema_migrations')))`,
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
async function restoreFiles(reader: BackupReader, { files }: RestoreTarget): Promise<void> {
  await mkdir(files.tempFolder, { recursive: true })
  for (const [index, file] of reader.manifest.files.entries()) {
    const tempFile = path.join(files.tempFolder, `restored-${process.pid}-${index}`)
    await pipeline(await openPart(reader, filePartPath(file)), createWriteStream(tempFile))
    await files.moveIn(file.path, tempFile)
  }
}
