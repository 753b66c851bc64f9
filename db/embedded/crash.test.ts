import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect, killApp, nobody, openFolder, query, start, startApp, until } from './stage.fixture.ts'

test.concurrent('the server of a killed app is adopted with its rows, and its end is noticed', async (t) => {
  const home = openFolder(t)
  const app = startApp(t, home)
  const before = await app.heard()
  await query(before.url, 'CREATE TABLE note AS SELECT 1 AS id')
  await killApp(app)

  const adopted = await start(t, home)
  expect(adopted).toMatchObject({ adopted: true, pid: before.pid, url: before.url })
  expect(await query(adopted.url, 'SELECT id FROM note')).toEqual([{ id: 1 }])

  process.kill(adopted.pid, 'SIGKILL')
  await adopted.stopped
  expect(await start(t, home)).toMatchObject({ adopted: false, url: adopted.url })
})

test.concurrent('a server that had not posted itself when its app was killed is adopted once it has, and stops although a session is open', async (t) => {
  const [home, aside] = [openFolder(t), openFolder(t)]
  const [pidFile, kept] = [join(home, 'postgres/postmaster.pid'), join(aside, 'kept')]
  const app = startApp(t, home)
  const { pid } = await app.heard()
  await killApp(app)
  cpSync(pidFile, kept)
  rmSync(pidFile)

  const adopting = start(t, home)
  const log = join(home, 'logs/postgres.log')
  await until(() => existsSync(`${log}.1`) && readFileSync(log, 'utf8').includes('shared memory block'))
  const posting = setInterval(() => existsSync(pidFile) || cpSync(kept, pidFile), 5)
  const adopted = await adopting.finally(() => clearInterval(posting))
  expect(adopted).toMatchObject({ adopted: true, pid })

  await connect(adopted.url)
  await adopted.stop()
  await adopted.stopped
  await expect(query(adopted.url)).rejects.toThrow('ECONNREFUSED')
  const logs = [log, `${log}.1`].map((file) => readFileSync(file, 'utf8'))
  expect(logs.join()).toContain('received fast shutdown request')
})

test.concurrent('an orphan that does not know our password is ended, and its rows are kept', async (t) => {
  const home = openFolder(t)
  const app = startApp(t, home)
  const before = await app.heard()
  await query(before.url, 'CREATE TABLE note AS SELECT 1 AS id')
  await killApp(app)
  rmSync(join(home, 'postgres-password'))
  const after = await start(t, home)
  expect(after.adopted).toBe(false)
  expect(await query(after.url, 'SELECT id FROM note')).toEqual([{ id: 1 }])
})

test.concurrent('a stale pid file whose number is a stranger’s by now is overruled, and the stranger lives on', async (t) => {
  const home = openFolder(t)
  const first = await start(t, home)
  const pidFile = join(home, 'postgres/postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  const stranger = spawn('sleep', ['60'], { ...nobody, stdio: 'ignore' })
  try {
    writeFileSync(pidFile, [stranger.pid, ...lines.slice(1)].join('\n'))
    expect(await start(t, home)).toMatchObject({ adopted: false })
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  } finally {
    stranger.kill('SIGKILL')
  }
})

test.concurrent('a copy of a folder in use gets a server of its own', async (t) => {
  const [home, copy] = [openFolder(t), openFolder(t)]
  const original = await start(t, home)
  await query(original.url, 'CHECKPOINT')
  cpSync(home, copy, { recursive: true })
  const second = await start(t, copy)
  expect(second.adopted).toBe(false)
  expect(await query(second.url, 'SHOW data_directory')).toEqual([{ data_directory: join(copy, 'postgres') }])
})

test.concurrent('after kill -9 of the server under writing, every acknowledged row is there', async (t) => {
  const home = openFolder(t)
  const first = await start(t, home)
  await query(first.url, 'CREATE TABLE note (id int)')
  const acknowledged: number[] = []
  const writer = await connect(first.url)
  const writing = (async () => {
    for (let id = 1; ; id += 1) {
      await writer.query('INSERT INTO note VALUES ($1)', [id])
      acknowledged.push(id)
    }
  })().catch(() => {})
  await until(() => acknowledged.length >= 200)
  process.kill(first.pid, 'SIGKILL')
  await Promise.all([writing, first.stopped])

  const second = await start(t, home)
  expect(second).toMatchObject({ adopted: false, url: first.url })
  const kept = await query<{ id: number }>(second.url, 'SELECT id FROM note')
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
})

test.concurrent('a restart waits for a child of the killed server that still holds its memory', async (t) => {
  const home = openFolder(t)
  const first = await start(t, home)
  const [child] = await query<{ pid: number }>(
    first.url,
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'",
  )
  if (!child) throw new Error('no walwriter')
  process.kill(child.pid, 'SIGSTOP')
  process.kill(first.pid, 'SIGKILL')
  await first.stopped

  const log = join(home, 'logs/postgres.log')
  const second = start(t, home)
  await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('shared memory block'))
  process.kill(child.pid, 'SIGCONT')
  expect(await second).toMatchObject({ adopted: false })
})

test.concurrent('Ctrl-C reaches the app alone, which drains and then stops the database', async (t) => {
  const app = startApp(t, openFolder(t))
  const { url, app: group = 0 } = await app.heard()
  process.kill(-group, 'SIGINT')
  expect(await app.heard()).toEqual({ draining: true })
  for (let request = 1; request <= 20; request += 1) {
    expect(await query(url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
  }
  expect(await app.stop()).toEqual({ stopped: true })
  await expect(query(url)).rejects.toThrow('ECONNREFUSED')
})
