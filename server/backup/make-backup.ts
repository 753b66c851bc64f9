import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Files } from '#core/media/files.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { keptSecret } from '../own-secret.ts'
import { filePart, MANIFEST, Manifest, rowsIn, SECRET, tablePart } from './manifest.ts'
import { backupName, DRAFT } from './shelf.ts'
import { type Sum, summing } from './sum.ts'
import { copyOut, listSequences, listTables, speakPlainly, type Table } from './tables.ts'

export type Source = { url: string; files: Files; dataDir: string }
export type Backup = { folder: string; manifest: Manifest }

const BACKUP_LOCK = 7_220_932

/**
 * Everything the store knows, as it was at one moment, while it goes on selling: all rows in one snapshot, then the
 * files that those rows name. A backup stands under its name once it is whole.
 */
export async function makeBackup({ url, files, dataDir }: Source, shelf: string): Promise<Backup> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  const now = new Date()
  const draft = path.join(shelf, DRAFT + backupName(now))
  try {
    await client.connect()
    await refuseSecond(client)
    await mkdir(path.join(draft, 'tables'), { recursive: true, mode: 0o700 })
    const { paths, ...rows } = await keepRows(client, draft)
    const kept = await keepFiles(files, paths, draft)
    const secret = await keepSecret(dataDir, draft)
    const manifest = Manifest.parse({ format: 1, madeAt: now.toISOString(), ...rows, ...kept, secret })
    await writeFile(path.join(draft, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, { flush: true })
    const folder = path.join(shelf, backupName(now))
    await rename(draft, folder)
    await writeDown(client, manifest)
    return { folder, manifest }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}

async function refuseSecond(client: Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as ours', [BACKUP_LOCK])
  if (!rows[0]?.ours) throw new CannotStart('A backup of this store is being made already. Wait for its end.')
}

async function keepRows(client: Client, draft: string) {
  await speakPlainly(client)
  await client.query('begin isolation level repeatable read read only')
  const tables = await listTables(client)
  if (!tables.some(({ name }) => name === 'schema_migrations'))
    throw new CannotStart('There is no store in this database yet: there is nothing to back up.')
  const kept: Manifest['tables'] = []
  for (const table of tables) kept.push(await keepTable(client, table, draft))
  const { rows: migrations } = await client.query(
    'select version, name, checksum from schema_migrations order by version',
  )
  const { rows: version } = await client.query(`select current_setting('server_version') as postgres`)
  const { rows: named } = await client.query<{ path: string }>(FILES)
  const sequences = await listSequences(client)
  await client.query('commit')
  const paths = named.map(({ path }) => path)
  return { tables: kept, migrations, postgres: version[0]?.postgres, sequences, paths }
}

// What was uploaded, and the sizes that jobs made of pictures. The house's own pictures come with the code.
const FILES = `
  select 'storage/' || bucket || '/' || path as path from uploads
  union all
  select 'pictures/' || picture_id || '-' || width || '.' || format from picture_sizes order by 1`

async function keepTable(client: Client, table: Table, draft: string) {
  const rows = client.query(copyTo(copyOut(table)))
  const sum = await keep(rows, path.join(draft, tablePart(table)), true)
  const { schema, name, columns } = table
  return { schema, name, columns, rows: rows.rowCount, ...sum }
}

async function keepFiles(files: Files, paths: string[], draft: string) {
  const kept: Manifest['files'] = []
  const missing: string[] = []
  for (const name of paths) {
    const opened = await files.open(name)
    if (!opened) {
      missing.push(name)
      continue
    }
    const part = path.join(draft, filePart({ path: name }))
    await mkdir(path.dirname(part), { recursive: true })
    kept.push({ path: name, ...(await keep(Readable.from(opened.body), part, false)) })
  }
  return { files: kept, missing }
}

async function keepSecret(dataDir: string, draft: string): Promise<Sum | null> {
  const secret = keptSecret(dataDir)
  return secret ? keep(Readable.from([Buffer.from(secret)]), path.join(draft, SECRET), false) : null
}

async function keep(source: Readable, file: string, pack: boolean): Promise<Sum> {
  const through = summing()
  const sink = createWriteStream(file, { flush: true, mode: 0o600 })
  if (pack) await pipeline(source, through, createZstdCompress(), sink)
  else await pipeline(source, through, sink)
  return through.sum()
}

/** What the dashboard says about the last backup. */
async function writeDown(client: Client, manifest: Manifest): Promise<void> {
  const facts = { rows: rowsIn(manifest), files: manifest.files.length }
  await client.query(
    `insert into store_facts (key, value) values ('backup', $1)
     on conflict (key) do update set value = excluded.value, at = now()`,
    [facts],
  )
}
