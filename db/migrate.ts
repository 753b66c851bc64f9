import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { explainConnectionError } from './connection-error.ts'
import { readSchema } from './schema.ts'
import { StartupError } from './startup-error.ts'

export const MIGRATION_LOCK = 7_220_931
const OLDEST_POSTGRES = 150_000

type Migration = { version: number; name: string; sql: string; checksum: string }
type AppliedMigration = { version: number; name: string; checksum: string; compatible: boolean }

/** In the first line of a migration: the previous version of the store runs with it too, as in a rolling deploy. */
const COMPATIBLE = /^-- compatible\b/
/** A migration of one statement that runs outside a transaction and blocks no writes. */
const CONCURRENT_INDEX = /^(?:--.*\n)*\s*create (?:unique )?index concurrently (\w+)/

type MigrateOptions = {
  /** Versions to apply, as for a backup of an earlier version. */
  only?: Set<number>
  /** The folder with the schema that an empty database gets. It then counts all migrations as applied. */
  schema?: string
}

export async function migrate(
  url: string,
  folder: string,
  { only, schema }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await assertSupportedServer(client)
    await lockMigrations(client)
    const known = readMigrations(folder)
    const requested = known.filter(({ version }) => !only || only.has(version))
    const isComplete = requested.length === known.length
    return { applied: await applyMissing(client, requested, isComplete ? schema : undefined) }
  } catch (error) {
    throw explainConnectionError(error, url)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Polls, because a concurrent index waits for every statement that runs, also for one that waits for this lock. */
async function lockMigrations(client: Client): Promise<void> {
  const isLocked = async () => {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      MIGRATION_LOCK,
    ])
    return rows[0]?.locked
  }
  while (!(await isLocked())) await setTimeout(100)
}

async function assertSupportedServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ version: number; readonly: string; standby: boolean }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('transaction_read_only') as readonly, pg_is_in_recovery() as standby`,
  )
  const server = rows[0]
  if (!server) throw new Error('The database returned no version')
  if (server.version < OLDEST_POSTGRES) {
    throw new StartupError(
      `The database is PostgreSQL ${Math.floor(server.version / 10_000)}, but Eternal Beauty requires 15 or newer. Point DATABASE_URL at a newer server.`,
    )
  }
  if (server.standby || server.readonly === 'on') {
    throw new StartupError(
      'The database is read-only, so it may be a standby. Point DATABASE_URL at the primary, and DATABASE_REPLICA_URL at the replica.',
    )
  }
}

/** Those that existing stores may still lack, although new ones get their result from `db/schema`. */
const EARLIER = 'before-schema'

export function readMigrations(folder: string): Migration[] {
  const earlier = path.join(folder, EARLIER)
  return [...(existsSync(earlier) ? listMigrations(earlier) : []), ...listMigrations(folder)]
}

function listMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name), 'utf8')
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
      return { version: Number(name.slice(0, 4)), name, sql, checksum }
    })
}

async function applyMissing(client: Client, migrations: Migration[], schema?: string): Promise<string[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`)
  await client.query(
    'alter table schema_migrations add column if not exists compatible boolean not null default false',
  )
  const { rows } = await client.query<AppliedMigration>(
    'select version, name, checksum, compatible from schema_migrations order by version',
  )
  assertKnownMigrations(rows, migrations)
  const appliedVersions = new Set(rows.map((row) => row.version))
  const missing = migrations.filter((migration) => !appliedVersions.has(migration.version))
  if (schema && !rows.length) await applySchema(client, schema, missing)
  else for (const migration of missing) await applyMigration(client, migration)
  // The planner ignores a new expression index until its table is analyzed.
  if (missing.length && appliedVersions.size) await client.query('analyze')
  return missing.map((migration) => migration.name)
}

export async function missingMigrations(client: Pick<Client, 'query'>, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const appliedVersions = new Set(rows.map(({ version }) => version))
  return readMigrations(folder).flatMap(({ version, name }) => (appliedVersions.has(version) ? [] : [name]))
}

function assertKnownMigrations(applied: AppliedMigration[], known: Migration[]): void {
  for (const row of applied) {
    const knownMigration = known.find((migration) => migration.version === row.version)
    if (!knownMigration) {
      if (row.compatible) continue
      throw new StartupError(
        `A newer version of Eternal Beauty has migrated this database (it has ${row.name}). Start that version, or restore a backup made before it.`,
      )
    }
    if (knownMigration.checksum !== row.checksum) {
      throw new StartupError(
        `The migration ${row.name} was changed after it ran on this database. Restore the file, and write a new migration instead.`,
      )
    }
  }
}

async function applySchema(client: Client, folder: string, migrations: Migration[]): Promise<void> {
  await client.query('begin')
  await client.query(readSchema(folder))
  for (const migration of migrations) await recordMigration(client, migration)
  await client.query('commit')
}

async function applyMigration(client: Client, migration: Migration): Promise<void> {
  const [, index] = CONCURRENT_INDEX.exec(migration.sql) ?? []
  if (index) {
    await dropInvalidIndex(client, index)
    await client.query(migration.sql)
    return recordMigration(client, migration)
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await applyInTransaction(client, migration)
    } catch (error) {
      await client.query('rollback')
      if (!isLockTimeout(error)) throw error
      if (attempt === MAX_LOCK_ATTEMPTS)
        throw new StartupError(
          `The migration ${migration.name} couldn’t lock its tables for ${MAX_LOCK_ATTEMPTS} attempts, because another transaction holds them. See which in pg_stat_activity, end it, and start again.`,
        )
      // Statements that queued behind the migration run first.
      await setTimeout(LOCK_PAUSE_MS)
    }
  }
}

// A migration that waits for a lock makes all later statements on the table wait too.
export const LOCK_TIMEOUT = '2s'
export const LOCK_PAUSE_MS = 1000
const MAX_LOCK_ATTEMPTS = 100

export const isLockTimeout = (error: unknown) => Object(error).code === '55P03'

async function applyInTransaction(client: Client, migration: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
  await client.query(migration.sql)
  await recordMigration(client, migration)
  await client.query('commit')
}

/** Left behind by an attempt that failed. */
async function dropInvalidIndex(client: Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently ${index}`)
}

async function recordMigration(client: Client, { version, name, checksum, sql }: Migration): Promise<void> {
  await client.query(
    'insert into schema_migrations (version, name, checksum, compatible) values ($1, $2, $3, $4)',
    [version, name, checksum, COMPATIBLE.test(sql)],
  )
}
