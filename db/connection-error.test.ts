import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseUrl } from '#test/database-url.ts'
import { describeDatabase } from './connection-error.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/postgres.ts'
import { migrate } from './migrate.ts'
import { StartupError } from './startup-error.ts'

/** A server that asks for passwords, which the one that other tests use may not. */
let folder: string
let server: EmbeddedPostgres
const role = `eb_reader_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'eternal-explain-'))
  chmodSync(folder, 0o755)
  server = await startEmbeddedPostgres(folder)
  await runSql(`create role ${role} login password 's3cret'`)
  await runSql('create database frozen')
  await runSql('alter database frozen set default_transaction_read_only = on')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

async function runSql(statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** The one line that a start would end with. */
async function startupErrorFor(change: (url: URL) => void): Promise<string> {
  const url = new URL(server.url)
  change(url)
  const error: unknown = await migrate(url.href, 'db/migrations').catch((error) => error)
  if (!(error instanceof StartupError)) throw error
  expect(error.message).not.toMatch(/\n|s3cret|:\/\//)
  expect(error.message).not.toContain(new URL(server.url).password)
  return error.message
}

const databaseAt = (database = 'eternal_beauty') =>
  `the database 127.0.0.1:${new URL(server.url).port}/${database}`

test('a wrong password', async () => {
  expect(await startupErrorFor((url) => (url.password = 's3cret'))).toBe(
    `${databaseAt()} refused the password. Mend the user or password in DATABASE_URL.`,
  )
})

test('a user that there is not', async () => {
  expect(await startupErrorFor((url) => (url.username = 'nobody'))).toContain(
    'Mend the user or password in DATABASE_URL.',
  )
})

test('a database that there is not', async () => {
  expect(await startupErrorFor((url) => (url.pathname = '/shop'))).toBe(
    `${databaseAt('shop')} has no such database. Create it, or mend the name in DATABASE_URL.`,
  )
})

test('a user who may not create tables', async () => {
  const message = await startupErrorFor((url) => Object.assign(url, { username: role, password: 's3cret' }))
  expect(message).toContain('may not create tables. Grant it CREATE on the database, or use its owner.')
})

test('a database that only reads', async () => {
  expect(await startupErrorFor((url) => (url.pathname = '/frozen'))).toContain('The database is read-only')
})

test('a port where nothing answers', async () => {
  expect(await startupErrorFor((url) => (url.port = '1'))).toBe(
    'Nothing answers at the database 127.0.0.1:1/eternal_beauty. Start the database, or mend DATABASE_URL.',
  )
})

test('a name that no machine has', async () => {
  expect(await startupErrorFor((url) => (url.hostname = 'nowhere.invalid'))).toMatch(
    /^The host of the database nowhere\.invalid:\d+\/eternal_beauty (is not known|can't be looked up)\. .*DATABASE_URL\.$/,
  )
})

test.concurrent('a machine that takes the call and says nothing', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const address = silentServer.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await startupErrorFor((url) => (url.port = port))).toMatch(
    /does not answer\. Check the address and the firewall/,
  )
  silentServer.close()
})

test('a server that speaks no TLS where it is asked for, and one that is no database at all', async () => {
  expect(await startupErrorFor((url) => url.searchParams.set('sslmode', 'require'))).toMatch(
    /TLS.*sslmode.*DATABASE_URL/,
  )
  const httpServer = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
    0,
    '127.0.0.1',
  )
  await once(httpServer, 'listening')
  const address = httpServer.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await startupErrorFor((url) => (url.port = port))).toContain('hung up. See that it is a PostgreSQL')
  httpServer.close()
})

test('an address is named without its user and password, whatever it looks like', () => {
  expect(describeDatabase('postgres://eb:s3cret@db.example/shop')).toBe('the database db.example:5432/shop')
  expect(describeDatabase('postgres://eb:s3cret@[::1]:6000/shop')).toBe('the database [::1]:6000/shop')
  expect(describeDatabase('s3cret')).toBe('the database')
  expect(databaseUrl('postgres://eb:s3cret@db.example/shop', 'other')).toContain('/other')
})
