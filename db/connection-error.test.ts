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

// A server that requires passwords; the one for other tests may not.
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

/** The message that a failed start would print. */
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
    `Wrong user or password for ${databaseAt()}. Correct them in DATABASE_URL.`,
  )
})

test('an unknown user', async () => {
  expect(await startupErrorFor((url) => (url.username = 'nobody'))).toContain('Correct them in DATABASE_URL.')
})

test('an unknown database', async () => {
  expect(await startupErrorFor((url) => (url.pathname = '/shop'))).toBe(
    `Can't find ${databaseAt('shop')}. Create it, or correct the name in DATABASE_URL.`,
  )
})

test('a user who cannot create tables', async () => {
  const message = await startupErrorFor((url) => Object.assign(url, { username: role, password: 's3cret' }))
  expect(message).toContain(
    "can't create tables. Grant it CREATE on the database, or use the database's owner.",
  )
})

test('a read-only database', async () => {
  expect(await startupErrorFor((url) => (url.pathname = '/frozen'))).toContain('The database is read-only')
})

test('a port where nothing listens', async () => {
  expect(await startupErrorFor((url) => (url.port = '1'))).toBe(
    "Can't connect to the database 127.0.0.1:1/eternal_beauty. Start the database, or correct DATABASE_URL.",
  )
})

test('an unknown host', async () => {
  expect(await startupErrorFor((url) => (url.hostname = 'nowhere.invalid'))).toMatch(
    /^Can't (find|resolve) the host of the database nowhere\.invalid:\d+\/eternal_beauty\. .*DATABASE_URL\.$/,
  )
})

test.concurrent('a host that accepts connections and never answers', async () => {
  const silentServer = createServer().listen(0, '127.0.0.1')
  await once(silentServer, 'listening')
  const address = silentServer.address()
  const port = typeof address === 'object' ? String(address?.port) : ''
  expect(await startupErrorFor((url) => (url.port = port))).toMatch(
    /^No response from the database .*\. Check the address and the firewall/,
  )
  silentServer.close()
})

test('a server without the requested TLS, and one that is no database', async () => {
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
  expect(await startupErrorFor((url) => (url.port = port))).toContain('Check that it is PostgreSQL')
  httpServer.close()
})

test('a database is described without its user and password', () => {
  expect(describeDatabase('postgres://eb:s3cret@db.example/shop')).toBe('the database db.example:5432/shop')
  expect(describeDatabase('postgres://eb:s3cret@[::1]:6000/shop')).toBe('the database [::1]:6000/shop')
  expect(describeDatabase('s3cret')).toBe('the database')
  expect(databaseUrl('postgres://eb:s3cret@db.example/shop', 'other')).toContain('/other')
})
