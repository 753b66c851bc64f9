import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Files } from '#core/media/files.ts'
import { CannotStart } from '#db/cannot-start.ts'
import { migrate, readMigrations } from '#db/migrate.ts'
import { keepSecret } from '../own-secret.ts'
import { MIGRATIONS } from '../places.ts'
import { KEEP } from '../sandbox/keep.ts'
import { filePart, type Manifest, readManifest, SECRET, tablePart } from './manifest.ts'
import { drain, type Sum, summing, sumOf } from './sum.ts'
import { copyOut, listTables, named, SCHEMAS, speakPlainly, type Table } from './tables.ts'

export type Target = {
  url: string
  files: Files
  dataDir: string
  /** A configured key is used as it is; the store's own comes out of the backup. */
  ownSecret: boolean
  replace: boolean
  say(line: string): void
}

/** A store as it was: all of it, proven equal to what was kept, or nothing. */
export async function restoreBackup(folder: string, target: Target): Promise<Manifest> {
  const manifest = await readManifest(folder)
  refuseNewer(manifest)
  await verify(folder, manifest)
  target.say(`${folder} is whole: every part has its sum`)
  const client = new Client({ connectionString: target.url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await makeRoom(client, target)
    await migrate(target.url, MIGRATIONS, {
      only: new Set(manifest.migrations.map(({ version }) => version)),
    })
    await runMigrations({ connectionString: target.url })
    if (manifest.tables.some(({ schema }) => schema === 'sandbox')) await client.query(KEEP)
    await takeFiles(folder, manifest, target)
    await loadRows(client, folder, manifest)
    if (target.ownSecret && manifest.secret)
      keepSecret(target.dataDir, await readFile(path.join(folder, SECRET), 'utf8'))
    return manifest
  } finally {
    await client.end().catch(() => {})
  }
}

function refuseNewer({ migrations }: Manifest): void {
  const ours = new Map(readMigrations(MIGRATIONS).map(({ version, checksum }) => [version, checksum]))
  const foreign = migrations.find(({ version, checksum }) => ours.get(version) !== checksum)
  if (foreign)
    throw new CannotStart(
      `This backup was made by another version of Eternal Beauty (it has ${foreign.name}). Restore it with that version.`,
    )
}

async function verify(folder: string, { tables, files, secret }: Manifest): Promise<void> {
  const parts = [
    ...tables.map((table) => ({ ...table, part: tablePart(table) })),
    ...files.map((file) => ({ ...file, part: filePart(file) })),
    ...(secret ? [{ ...secret, part: SECRET }] : []),
  ]
  for (const { part, ...sum } of parts) {
    const found = await sumOf(path.join(folder, part)).catch(() => undefined)
    if (!found || !same(found, sum))
      throw new CannotStart(`${path.join(folder, part)} is missing or damaged. Nothing was restored.`)
  }
}

function same(one: Sum, other: Sum): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256
}

async function makeRoom(client: Client, { replace }: Target): Promise<void> {
  const { rows: others } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  )
  if (others.length)
    throw new CannotStart('The store runs: other connections to its database are open. Stop it first.')
  if (!(await listTables(client)).length) return
  if (!replace)
    throw new CannotStart(
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
async function takeFiles(folder: string, { files: kept }: Manifest, { files }: Target): Promise<void> {
  await mkdir(files.tempFolder, { recursive: true })
  for (const [nth, file] of kept.entries()) {
    const onDesk = path.join(files.tempFolder, `restored-${process.pid}-${nth}`)
    await copyFile(path.join(folder, filePart(file)), onDesk)
    await files.moveIn(file.path, onDesk)
  }
}

/**
 * One transaction: triggers that would write again what is in the backup are silent, foreign keys are taken off and
 * put on again over the whole, and what was loaded is read back and compared before it counts.
 */
async function loadRows(client: Client, folder: string, manifest: Manifest): Promise<void> {
  await speakPlainly(client)
  const tables = await listTables(client)
  const known = new Map(tables.map((table) => [named(table), table]))
  const wanted = manifest.tables
  refuseUnlike(wanted, known)
  await client.query('begin')
  const keys = await takeOffForeignKeys(client)
  const all = tables.map(named)
  for (const table of all) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${all.join(', ')}`)
  for (const table of wanted) await loadTable(client, folder, table)
  for (const table of all) await client.query(`alter table ${table} enable trigger user`)
  for (const put of keys) await client.query(put)
  for (const { last, ...sequence } of manifest.sequences) await continueSequence(client, sequence, last)
  for (const table of wanted) await compare(client, known.get(named(table)), table)
  // Whoever was at work on them is no more.
  await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
  await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
  await client.query('commit')
  await client.query('analyze')
}

type KeptTable = Manifest['tables'][number]

function refuseUnlike(wanted: KeptTable[], known: Map<string, Table>): void {
  for (const table of wanted) {
    const columns = known.get(named(table))?.columns.toSorted().join()
    if (columns !== table.columns.toSorted().join())
      throw new CannotStart(
        `This backup’s ${table.schema}.${table.name} has other columns than this version’s. Restore it with the version that made it.`,
      )
  }
}

/** The statements that put them on again, which reads every row once more. */
async function takeOffForeignKeys(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as off,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as on
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any ($1)`,
    [SCHEMAS],
  )
  for (const { off } of rows) await client.query(off)
  return rows.map(({ on }) => on)
}

async function loadTable(client: Client, folder: string, table: KeptTable): Promise<void> {
  const rows = client.query(copyFrom(`copy ${named(table)} (${table.columns.join(', ')}) from stdin`))
  await pipeline(createReadStream(path.join(folder, tablePart(table))), createZstdDecompress(), rows)
}

async function continueSequence(
  client: Client,
  sequence: { schema: string; name: string },
  last: number | null,
): Promise<void> {
  await client.query('select setval($1::regclass, $2, $3)', [named(sequence), last ?? 1, last !== null])
}

async function compare(client: Client, table: Table | undefined, kept: KeptTable): Promise<void> {
  if (!table) return
  const through = summing()
  await pipeline(client.query(copyTo(copyOut({ ...table, columns: kept.columns }))), through, drain)
  if (!same(through.sum(), kept))
    throw new Error(`What was loaded into ${named(kept)} is not what was kept. Nothing was restored.`)
}
