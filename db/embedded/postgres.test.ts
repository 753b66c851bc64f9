import { once } from 'node:events'
import { chmodSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTempFolder, query, startApp, startPostgres } from './test-apps.fixture.ts'

test.concurrent('data survives a restart, even in a long folder name with spaces and umlauts', async (t) => {
  const home = join(createTempFolder(t), `Größe & Schönheit's "Läden" ${'ü'.repeat(60)}`, 'données')
  const first = await startPostgres(t, home)
  expect(first.adopted).toBe(false)
  await query(first.url, 'CREATE TABLE note AS SELECT 1 AS id')
  await first.stop()
  await first.stopped

  // A restored backup may have these permissions, which PostgreSQL rejects.
  chmodSync(join(home, 'postgres'), 0o755)
  const second = await startPostgres(t, home)
  expect(await query(second.url, 'SELECT id FROM note')).toEqual([{ id: 1 }])
})

test.concurrent('the database is durable, sorts the same everywhere, and accepts only local connections with its password', async (t) => {
  const home = createTempFolder(t)
  const foreign = { PGSSLMODE: 'require', PGPORT: '1', PGDATA: '/nowhere', LC_ALL: 'xx_XX.UTF-8' }
  const env = { ...process.env, ...foreign, AUTH_SECRET: 'our own' }
  const { url = '', pid } = await startApp(t, home, { env }).readMessage()

  const rows = await query<{ name: string; setting: string }>(url, 'SELECT name, setting FROM pg_settings')
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toMatchObject({
    TimeZone: 'UTC',
    fsync: 'on',
    listen_addresses: '127.0.0.1',
    max_connections: '100',
    server_encoding: 'UTF8',
    shared_preload_libraries: 'pg_stat_statements',
    synchronous_commit: 'on',
    unix_socket_directories: '',
  })
  const locale = 'SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()'
  expect(await query(url, locale)).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }])

  const wrongUrl = new URL(url)
  wrongUrl.password = 'guess'
  await expect(query(wrongUrl.href)).rejects.toThrow('password authentication failed')
  expect(statSync(join(home, 'postgres-password')).mode & 0o777).toBe(0o600)
  if (process.platform === 'linux')
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('our own')
})

test.concurrent('the server moves to a free port if another program uses its own', async (t) => {
  const home = createTempFolder(t)
  const first = await startPostgres(t, home)
  process.kill(first.pid, 'SIGKILL')
  await first.stopped
  const otherServer = createServer().listen(Number(new URL(first.url).port), '127.0.0.1')
  await once(otherServer, 'listening')
  const second = await startPostgres(t, home).finally(() => otherServer.close())
  expect(new URL(second.url).port).not.toBe(new URL(first.url).port)
})
