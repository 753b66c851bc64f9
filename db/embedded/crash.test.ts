import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asNobody,
  connect,
  createTempFolder,
  killApp,
  query,
  startApp,
  startPostgres,
  waitUntil,
} from './test-apps.fixture.ts'

test.concurrent('the server of a killed app is adopted with its data, and its exit is noticed', async (t) => {
  const home = createTempFolder(t)
  const app = startApp(t, home)
  const firstServer = await app.readMessage()
  await query(firstServer.url, 'CREATE TABLE note AS SELECT 1 AS id')
  await killApp(app)

  const adopted = await startPostgres(t, home)
  expect(adopted).toMatchObject({ adopted: true, pid: firstServer.pid, url: firstServer.url })
  expect(await query(adopted.url, 'SELECT id FROM note')).toEqual([{ id: 1 }])

  process.kill(adopted.pid, 'SIGKILL')
  await adopted.stopped
  expect(await startPostgres(t, home)).toMatchObject({ adopted: false, url: adopted.url })
})

test.concurrent('a server without a pid file when its app was killed is adopted later, and stops despite an open session', async (t) => {
  const [home, backupFolder] = [createTempFolder(t), createTempFolder(t)]
  const [pidFile, savedCopy] = [join(home, 'postgres/postmaster.pid'), join(backupFolder, 'postmaster.pid')]
  const app = startApp(t, home)
  const { pid } = await app.readMessage()
  await killApp(app)
  cpSync(pidFile, savedCopy)
  rmSync(pidFile)

  const adopting = startPostgres(t, home)
  const log = join(home, 'logs/postgres.log')
  await waitUntil(() => existsSync(`${log}.1`) && readFileSync(log, 'utf8').includes('shared memory block'))
  const restorePidFile = setInterval(() => existsSync(pidFile) || cpSync(savedCopy, pidFile), 5)
  const adopted = await adopting.finally(() => clearInterval(restorePidFile))
  expect(adopted).toMatchObject({ adopted: true, pid })

  await connect(adopted.url)
  await adopted.stop()
  await adopted.stopped
  await expect(query(adopted.url)).rejects.toThrow('ECONNREFUSED')
  const logs = [log, `${log}.1`].map((file) => readFileSync(file, 'utf8'))
  expect(logs.join()).toContain('received fast shutdown request')
})

test.concurrent('an orphaned server with another password is stopped, and its data is kept', async (t) => {
  const home = createTempFolder(t)
  const app = startApp(t, home)
  const firstServer = await app.readMessage()
  await query(firstServer.url, 'CREATE TABLE note AS SELECT 1 AS id')
  await killApp(app)
  rmSync(join(home, 'postgres-password'))
  const secondServer = await startPostgres(t, home)
  expect(secondServer.adopted).toBe(false)
  expect(await query(secondServer.url, 'SELECT id FROM note')).toEqual([{ id: 1 }])
})

test.concurrent('a stale pid file with another process’s pid is ignored, and that process keeps running', async (t) => {
  const home = createTempFolder(t)
  const first = await startPostgres(t, home)
  const pidFile = join(home, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  const otherProcess = spawn('sleep', ['60'], { ...asNobody, stdio: 'ignore' })
  try {
    writeFileSync(pidFile, [otherProcess.pid, ...lines.slice(1)].join('\n'))
    expect(await startPostgres(t, home)).toMatchObject({ adopted: false })
    expect(otherProcess.exitCode ?? otherProcess.signalCode).toBeNull()
  } finally {
    otherProcess.kill('SIGKILL')
  }
})

test.concurrent('a copy of a folder in use gets its own server', async (t) => {
  const [home, copy] = [createTempFolder(t), createTempFolder(t)]
  const original = await startPostgres(t, home)
  await query(original.url, 'CHECKPOINT')
  cpSync(home, copy, { recursive: true })
  const second = await startPostgres(t, copy)
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'SHOW data_directory')).toEqual([{ data_directory: join(copy, 'postgres') }])
})

test.concurrent('after kill -9 of the server during writes, every acknowledged row is there', async (t) => {
  const home = createTempFolder(t)
  const first = await startPostgres(t, home)
  await query(first.url, 'CREATE TABLE note (id int)')
  const acknowledged: number[] = []
  const writer = await connect(first.url)
  const writing = (async () => {
    for (let id = 1; ; id += 1) {
      await writer.query('INSERT INTO note VALUES ($1)', [id])
      acknowledged.push(id)
    }
  })().catch(() => {})
  await waitUntil(() => acknowledged.length >= 200)
  process.kill(first.pid, 'SIGKILL')
  await Promise.all([writing, first.stopped])

  const second = await startPostgres(t, home)
  expect(second).toMatchObject({ adopted: false, url: first.url })
  const savedCopy = await query<{ id: number }>(second.url, 'SELECT id FROM note')
  expect(savedCopy.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
})

test.concurrent('a restart waits for a child of the killed server that still holds its memory', async (t) => {
  const home = createTempFolder(t)
  const first = await startPostgres(t, home)
  const [child] = await query<{ pid: number }>(
    first.url,
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'",
  )
  if (!child) throw new Error('no walwriter')
  process.kill(child.pid, 'SIGSTOP')
  process.kill(first.pid, 'SIGKILL')
  await first.stopped

  const log = join(home, 'logs/postgres.log')
  const second = startPostgres(t, home)
  await waitUntil(() => existsSync(log) && readFileSync(log, 'utf8').includes('shared memory block'))
  process.kill(child.pid, 'SIGCONT')
  expect(await second).toMatchObject({ adopted: false })
})

test.concurrent('Ctrl-C reaches only the app, which drains and then stops the database', async (t) => {
  const app = startApp(t, createTempFolder(t))
  const { url, app: processGroup = 0 } = await app.readMessage()
  process.kill(-processGroup, 'SIGINT')
  expect(await app.readMessage()).toEqual({ draining: true })
  for (let request = 1; request <= 20; request += 1) {
    expect(await query(url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
  }
  expect(await app.stop()).toEqual({ stopped: true })
  await expect(query(url)).rejects.toThrow('ECONNREFUSED')
})
