import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#db/embedded/postgres.ts'
import { createDemoFolder } from '#test/processes/demo-folder.ts'
import { findDatabasePid, readDatabaseUrl, webProcesses } from '#test/processes/process-ids.ts'
import { createDataFolder, queryStore, startStore } from '#test/processes/store-processes.ts'

vi.setConfig({ testTimeout: 300_000 })

const SECRETS = {
  AUTH_SECRET: 'auth-secret-of-this-test-9d2f7c1b8e4a',
  SMTP_URL: 'smtp://mailer:mail-password-of-this-test@127.0.0.1:1',
  STRIPE_SECRET_KEY: 'sk_test_of_this_test',
  METRICS_TOKEN: 'metrics-token-of-this-test',
  OTHER_SECRET: 'another program’s secret',
}
const usesRoot = process.getuid?.() === 0

const openPaths = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const stats = statSync(path.join(folder, name), { throwIfNoEntry: false })
    // As root, PostgreSQL's user must get through folders, but can't list them.
    const others = stats?.isDirectory() && usesRoot ? 0o066 : 0o077
    return stats !== undefined && (stats.mode & others) !== 0
  })

test('each process has only its own secrets, and all files are closed to other users', async () => {
  const data = createDataFolder()
  const store = await startStore({ DATA_DIR: data, ...SECRETS })
  const [web = 0] = webProcesses(store)
  const readEnvironment = (pid: number) => readFileSync(`/proc/${pid}/environ`, 'utf8')
  for (const pid of [web, findDatabasePid(data) ?? 0]) {
    expect(readEnvironment(pid)).toContain('PATH=')
    expect(readEnvironment(pid)).not.toMatch(/of.this.test|secret|password|STORE_CONFIG|DATABASE_URL/i)
  }
  const roles = await queryStore<{ role: string }>(
    data,
    `select distinct usename::text as role from pg_stat_activity
     where backend_type = 'client backend' and usename is not null and pid <> pg_backend_pid()`,
  )
  expect(roles).toEqual([{ role: 'eternal_beauty_app' }])
  expect(statSync(data).mode & 0o777).toBe(usesRoot ? 0o711 : 0o700)
  expect(openPaths(data)).toEqual([])
})

test('a store from before the store had a role of its own gets one, and its open folders are closed', async () => {
  const data = await createDemoFolder()
  const postgres = await startEmbeddedPostgres(data)
  const owner = new Client({ connectionString: postgres.url })
  await owner.connect()
  await owner.query('drop owned by eternal_beauty_app; drop role eternal_beauty_app')
  await owner.query('grant temporary on database eternal_beauty to public')
  await owner.query(`create table visited (at timestamptz)`)
  await owner.end()
  await postgres.stop()
  rmSync(path.join(data, 'postgres-app-password'))
  await mkdir(path.join(data, 'files'), { recursive: true })
  await Promise.all([data, path.join(data, 'files')].map((folder) => chmod(folder, 0o755)))
  await chmod(path.join(data, 'auth-secret'), 0o644)

  const store = await startStore({ DATA_DIR: data })
  expect((await fetch(`${store.url}/api/v1/products`)).status).toBe(200)
  expect(statSync(path.join(data, 'files')).mode & 0o777).toBe(0o700)
  expect(statSync(path.join(data, 'auth-secret')).mode & 0o777).toBe(0o600)
  const app = new Client({ connectionString: readDatabaseUrl(data, 'app') })
  await app.connect()
  await app.query('select from visited, orders, graphile_worker.jobs, sandbox.sessions')
  for (const statement of [
    'drop table visited',
    'create temp table thefts (id text)',
    `copy products to program 'id'`,
  ])
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/)
  await app.end()
})
