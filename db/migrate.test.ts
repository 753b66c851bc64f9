import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { test as base, describe, expect, inject } from 'vitest'
import { databaseUrl } from '#test/database-url.ts'
import { migrate, readMigrations } from './migrate.ts'
import { StartupError } from './startup-error.ts'

const MIGRATIONS_DIR = 'db/migrations'
const FIRST_MIGRATION = '0001_shelves.sql'

async function runSql<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let rows: Row[] = []
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

const appliedMigrations = async (url: string) =>
  (await runSql<{ name: string }>(url, 'select name from schema_migrations order by version')).map(
    ({ name }) => name,
  )

const migrationError = (url: string, folder: string) =>
  migrate(url, folder).then(
    () => 'no error',
    (error: Error) => (error instanceof StartupError ? error.message : error),
  )

const test = base.extend<{ url: string; folder: string }>({
  url: async ({ task: _ }, use) => {
    const server = inject('serverUrl')
    const name = `eb_migrate_${randomBytes(6).toString('hex')}`
    await runSql(server, `create database ${name}`)
    await use(databaseUrl(server, name))
    await runSql(server, `drop database ${name} with (force)`)
  },
  /** A folder with one migration, to which tests add others. */
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'eternal-migrations-'))
    writeFileSync(path.join(folder, FIRST_MIGRATION), 'create table shelves (id text primary key);')
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

test('three nodes that start at once migrate an empty database once', async ({ url }) => {
  const names = readMigrations(MIGRATIONS_DIR).map(({ name }) => name)
  const results = await Promise.all([1, 2, 3].map(() => migrate(url, MIGRATIONS_DIR)))
  expect(results.map(({ applied }) => applied).toSorted((a, b) => b.length - a.length)).toEqual([
    names,
    [],
    [],
  ])
  expect(await migrate(url, MIGRATIONS_DIR)).toEqual({ applied: [] })
  expect(await appliedMigrations(url)).toEqual(names)
})

test('a later version applies only its new migrations', async ({ url, folder }) => {
  await migrate(url, folder)
  writeFileSync(path.join(folder, '9001_gifts.sql'), 'create table gifts (id text primary key);')
  expect(await migrate(url, folder)).toEqual({ applied: ['9001_gifts.sql'] })
  expect(await runSql(url, 'select * from gifts')).toEqual([])
})

test('line endings don’t change a checksum', async ({ url, folder }) => {
  writeFileSync(path.join(folder, '9001_gifts.sql'), 'create table gifts (\n  id text\n);\n')
  await migrate(url, folder)
  writeFileSync(path.join(folder, '9001_gifts.sql'), 'create table gifts (\r\n  id text\r\n);\r\n')
  expect(await migrate(url, folder)).toEqual({ applied: [] })
})

test('other files are ignored', async ({ url, folder }) => {
  for (const name of ['notes.md', '9001.sql', '9001_gifts.sql.orig', '901_gifts.sql'])
    writeFileSync(path.join(folder, name), 'this is not SQL')
  expect(await migrate(url, folder)).toEqual({ applied: [FIRST_MIGRATION] })
})

describe('a database is left unchanged', () => {
  test('if a newer version migrated it', async ({ url, folder }) => {
    const file = path.join(folder, '9001_gifts.sql')
    writeFileSync(file, 'create table gifts (id text);')
    await migrate(url, folder)
    rmSync(file)
    expect(await migrationError(url, folder)).toBe(
      'A newer version of Eternal Beauty has migrated this database (it has 9001_gifts.sql). Start that version, or restore a backup made before it.',
    )
  })

  test('if a migration changed after it ran', async ({ url, folder }) => {
    const file = path.join(folder, '9001_gifts.sql')
    writeFileSync(file, 'create table gifts (id text);')
    await migrate(url, folder)
    writeFileSync(file, 'create table gifts (id text, name text);')
    writeFileSync(path.join(folder, '9002_cards.sql'), 'create table cards (id text);')
    expect(await migrationError(url, folder)).toContain(
      'The migration 9001_gifts.sql was changed after it ran',
    )
    const cards = await runSql<{ name: string | null }>(url, `select to_regclass('cards') as name`)
    expect(cards).toEqual([{ name: null }])
  })
})

test('a version before a compatible migration starts on its database, as in a rolling deploy', async ({
  url,
  folder,
}) => {
  const file = path.join(folder, '9001_gifts.sql')
  writeFileSync(file, '-- compatible\ncreate table gifts (id text);')
  await migrate(url, folder)
  rmSync(file)
  expect(await migrate(url, folder)).toEqual({ applied: [] })
})

test('a migration waits for a long transaction without blocking readers', async ({ url, folder }) => {
  await migrate(url, folder)
  const reader = new Client({ connectionString: url })
  await reader.connect()
  await reader.query('begin; select from shelves')
  writeFileSync(path.join(folder, '9001_heights.sql'), 'alter table shelves add column height integer;')
  const migration = migrate(url, folder)
  const waits = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'alter table shelves%'`
  await expect.poll(() => runSql(url, waits).then(({ length }) => length)).toBe(1)
  // It queues behind the migration, which gives up its place in time.
  expect(await runSql(url, 'select from shelves')).toEqual([])
  await reader.query('commit')
  await reader.end()
  expect(await migration).toEqual({ applied: ['9001_heights.sql'] })
})

test('an index is built concurrently, by one of several nodes, also after a failed attempt', async ({
  url,
  folder,
}) => {
  await migrate(url, folder)
  await runSql(url, `insert into shelves values ('rose'), ('Rose')`)
  const failing = 'create unique index concurrently shelves_lower on shelves (lower(id))'
  await expect(runSql(url, failing)).rejects.toThrow('could not create unique index')
  await runSql(url, `delete from shelves where id = 'Rose'`)
  writeFileSync(path.join(folder, '9001_lower.sql'), `-- compatible\n${failing};\n`)
  const results = await Promise.all([1, 2, 3].map(() => migrate(url, folder)))
  expect(results.flatMap(({ applied }) => applied)).toEqual(['9001_lower.sql'])
  const valid = `select indisvalid as valid from pg_index where indexrelid = 'shelves_lower'::regclass`
  expect(await runSql(url, valid)).toEqual([{ valid: true }])
})

test('a failed migration is rolled back, and runs once it is fixed', async ({ url, folder }) => {
  await migrate(url, folder)
  const file = path.join(folder, '9001_gifts.sql')
  writeFileSync(file, 'create table gifts (id text);\ninsert into gifts values (1 / 0);')
  await expect(migrate(url, folder)).rejects.toThrow('division by zero')
  expect(await runSql(url, `select to_regclass('gifts') as name`)).toEqual([{ name: null }])
  writeFileSync(file, 'create table gifts (id text);')
  expect(await migrate(url, folder)).toEqual({ applied: ['9001_gifts.sql'] })
})

test('the second of two migrations with the same number is rolled back', async ({ url, folder }) => {
  writeFileSync(path.join(folder, '0001_tables.sql'), 'create table tables (id text);')
  await expect(migrate(url, folder)).rejects.toThrow('duplicate key')
  expect(await runSql(url, `select to_regclass('tables') as name`)).toEqual([{ name: null }])
})

test('migrations before a failed one stay applied', async ({ url, folder }) => {
  writeFileSync(path.join(folder, '9001_gifts.sql'), 'create table gifts (id text);')
  writeFileSync(path.join(folder, '9002_cards.sql'), 'create table cards (id text); select 1 / 0;')
  await expect(migrate(url, folder)).rejects.toThrow('division by zero')
  expect(await appliedMigrations(url)).toEqual([FIRST_MIGRATION, '9001_gifts.sql'])
})

test('a new expression index on an existing table has planner statistics', async ({ url, folder }) => {
  await migrate(url, folder)
  await runSql(url, `insert into shelves select 'shelf ' || n from generate_series(1, 1000) n`)
  writeFileSync(
    path.join(folder, '0002_shelves_lower.sql'),
    'create index shelves_lower on shelves (lower(id));',
  )
  await migrate(url, folder)
  const statistics = await runSql(url, `select attname from pg_stats where tablename = 'shelves_lower'`)
  expect(statistics).toHaveLength(1)
})
