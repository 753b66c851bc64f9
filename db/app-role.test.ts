import { randomBytes } from 'node:crypto'
import { runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { databaseUrl } from '#test/database-url.ts'
import { test } from '#test/store.ts'
import { createTestDatabase } from '#test/test-database.ts'
import { canChangeSchema, grantToApp } from './app-role.ts'
import { connect } from './connection.ts'
import { migrate } from './migrate.ts'

test.for([
  'create table thefts (id text)',
  'create temp table thefts (id text)',
  'alter table products add column theft text',
  'drop table products',
  'truncate orders',
  'create or replace function audit_seal() returns void language sql as $$ $$',
  'create schema thefts',
  'create extension pg_stat_statements',
  'set session_replication_role = replica',
  `copy products to program 'id'`,
  `copy products from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  'create role thief',
  'alter system set fsync = off',
  'alter table products disable trigger all',
  `update audit_entries set action = 'theft'`,
  'delete from audit_entries',
  'insert into audit_seals select 1, 1, 1',
  'delete from audit_seals',
  'delete from audit_signed_seals',
  'delete from schema_migrations',
  'delete from graphile_worker.migrations',
  'drop schema graphile_worker cascade',
])('the store’s role can’t run: %s', async (statement, { connection: { pool } }) => {
  await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
})

test('the store’s role reads and writes rows, and only the owner of the tables can change them', async ({
  connection: { pool },
  database,
}) => {
  const { rows } = await pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'graphile_worker', 'sandbox')`)
  expect(rows.length).toBeGreaterThan(60)
  for (const { name } of rows) await pool.query(`select from ${name} limit 1`)
  expect(await canChangeSchema(pool)).toBe(false)
  const { pool: ownerPool, close } = connect({ url: database.url })
  expect(await canChangeSchema(ownerPool)).toBe(true)
  await close()
})

test('a table added later can be used at once, and granting again changes nothing', async ({
  connection: { pool },
  database,
  owner,
}) => {
  await owner.query('create table gifts (id bigint generated always as identity, name text)')
  await pool.query(`insert into gifts (name) values ('ribbon')`)
  await expect(pool.query('drop table gifts')).rejects.toThrow('must be owner')
  const readGrants = async () =>
    (await owner.query('select oid, xmin, relacl from pg_class order by oid')).rows
  const before = await readGrants()
  await grantToApp(database.url, database.appUrl)
  expect(await readGrants()).toEqual(before)
})

test('a role that was granted everything loses what it doesn’t need', async ({
  owner,
  database,
  connection,
}) => {
  await owner.query(`grant all on all tables in schema public to eternal_beauty_test;
    grant create on schema public to eternal_beauty_test`)
  expect(await canChangeSchema(connection.pool)).toBe(true)
  await grantToApp(database.url, database.appUrl)
  expect(await canChangeSchema(connection.pool)).toBe(false)
  await expect(connection.pool.query('truncate orders')).rejects.toThrow('permission denied')
})

/** An empty database with an owner that is no superuser, and a function that connects to it as another role. */
async function createOwnedDatabase() {
  const owner = `eb_owner_${randomBytes(6).toString('hex')}`
  const later = `${owner}_later`
  const server = new Client({ connectionString: inject('serverUrl') })
  await server.connect()
  for (const role of [owner, later]) await server.query(`create role ${role} login password '${role}'`)
  await server.query(`create database ${owner} owner ${owner}`)
  onTestFinished(async () => {
    await server.query(`drop database ${owner} with (force)`)
    await server.query(`drop role ${owner}, ${later}`)
    await server.end()
  })
  const urlOf = (role: string) =>
    Object.assign(new URL(databaseUrl(inject('serverUrl'), owner)), { username: role, password: role }).href
  return { owner, later, urlOf, superuserUrl: databaseUrl(inject('serverUrl'), owner) }
}

async function expectToServe(url: string): Promise<void> {
  const { pool, close } = connect({ url })
  expect(await canChangeSchema(pool)).toBe(false)
  await pool.query(`select graphile_worker.add_job('update-totals')`)
  expect((await pool.query('select task_identifier from graphile_worker.jobs')).rows).toHaveLength(1)
  await pool.query('insert into audit_entries (action, subject) values ($1, $1)', ['x'])
  await pool.query('select audit_seal()')
  await expect(pool.query('create temp table thefts (id text)')).rejects.toThrow('permission denied')
  await close()
}

test('an owner that is no superuser can grant, also at several nodes at once', async () => {
  const { owner, urlOf } = await createOwnedDatabase()
  await migrate(urlOf(owner), 'db/migrations', { schema: 'db/schema' })
  await runMigrations({ connectionString: urlOf(owner) })
  const appUrl = databaseUrl(inject('appServerUrl'), owner)
  await Promise.all([1, 2, 3].map(() => grantToApp(urlOf(owner), appUrl)))
  await expectToServe(appUrl)
})

test('a store with one role is moved to two as the documentation describes', async () => {
  const { owner: shop, later: owner, urlOf, superuserUrl } = await createOwnedDatabase()
  await migrate(urlOf(shop), 'db/migrations')
  await runMigrations({ connectionString: urlOf(shop) })
  const superuser = new Client({ connectionString: superuserUrl })
  await superuser.connect()
  await superuser.query(`alter database ${shop} owner to ${owner}; reassign owned by ${shop} to ${owner}`)
  await superuser.end()
  await migrate(urlOf(owner), 'db/migrations', { schema: 'db/schema' })
  await grantToApp(urlOf(owner), urlOf(shop))
  await expectToServe(urlOf(shop))
})

test('a single role for both URLs is left as it is', async () => {
  const { url, client, drop } = await createTestDatabase({ template: 'template0' })
  onTestFinished(drop)
  await grantToApp(url, url)
  const { rows } = await client.query('select from pg_default_acl')
  expect(rows).toEqual([])
})
