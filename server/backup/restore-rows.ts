import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { StartupError } from '#db/startup-error.ts'
import { createChecksummer, discardStream, isSameChecksum } from './checksum.ts'
import {
  copyTableSql,
  type DatabaseTable,
  listTables,
  normalizeSession,
  quotedName,
  SCHEMAS,
} from './database-tables.ts'
import { type Manifest, tablePartPath } from './manifest.ts'
import { type BackupReader, openPart } from './parts.ts'

/**
 * Loads all rows in one transaction. Triggers are off because their effects are in the backup, foreign keys are
 * dropped and added again at the end, and every table is read back and compared before the commit.
 */
export async function loadRows(client: Client, reader: BackupReader): Promise<void> {
  const { manifest } = reader
  await normalizeSession(client)
  const tables = await listTables(client)
  const tablesByName = new Map(tables.map((table) => [quotedName(table), table]))
  const backupTables = manifest.tables
  assertSameColumns(backupTables, tablesByName)
  await client.query('begin')
  const addForeignKeys = await dropForeignKeys(client)
  const tableNames = tables.map(quotedName)
  for (const table of tableNames) await client.query(`alter table ${table} disable trigger user`)
  await client.query(`truncate ${tableNames.join(', ')}`)
  for (const table of backupTables) await loadTable(client, reader, table)
  for (const table of tableNames) await client.query(`alter table ${table} enable trigger user`)
  for (const addForeignKey of addForeignKeys) await client.query(addForeignKey)
  for (const { last, ...sequence } of manifest.sequences) await restoreSequence(client, sequence, last)
  for (const table of backupTables) await verifyTable(client, tablesByName.get(quotedName(table)), table)
  // The processes that held these locks are gone.
  await client.query(
    'select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))',
  )
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

async function loadTable(client: Client, reader: BackupReader, table: BackupTable): Promise<void> {
  const rows = client.query(copyFrom(`copy ${quotedName(table)} (${table.columns.join(', ')}) from stdin`))
  await pipeline(await openPart(reader, tablePartPath(table)), rows)
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
