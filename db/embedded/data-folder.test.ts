import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  asNobody,
  asRoot,
  createTempFolder,
  killApp,
  query,
  startApp,
  startPostgres,
  waitUntil,
} from './test-apps.fixture.ts'

test.concurrent('a folder created by a newer PostgreSQL is rejected and unchanged', async (t) => {
  const home = createTempFolder(t)
  mkdirSync(join(home, 'postgres'))
  writeFileSync(join(home, 'postgres/PG_VERSION'), '19\n')
  await expect(startPostgres(t, home)).rejects.toThrow(
    'was created by PostgreSQL 19, but this version of Eternal Beauty includes PostgreSQL 18. Start the version that created it,',
  )
  expect(readdirSync(join(home, 'postgres'))).toEqual(['PG_VERSION'])
})

test.concurrent('a folder with other content is rejected and unchanged', async (t) => {
  const home = createTempFolder(t)
  mkdirSync(join(home, 'postgres'))
  writeFileSync(join(home, 'postgres/holiday.jpg'), '')
  await expect(startPostgres(t, home)).rejects.toThrow(
    'is not empty and contains no PostgreSQL data. Move it,',
  )
  expect(readdirSync(join(home, 'postgres'))).toEqual(['holiday.jpg'])
})

test.concurrent('after an app was killed while it created the database, the next start succeeds and cleans up', async (t) => {
  const home = createTempFolder(t)
  const findUnfinished = () => readdirSync(home).find((name) => name.startsWith('postgres.unfinished'))
  const app = startApp(t, home)
  await waitUntil(() => {
    const name = findUnfinished()
    return name !== undefined && readdirSync(join(home, name)).includes('PG_VERSION')
  })
  await killApp(app)
  expect(readdirSync(home)).not.toContain('postgres')

  const first = await startPostgres(t, home)
  expect(await query(first.url, 'SELECT 1 AS id')).toEqual([{ id: 1 }])
  await first.stop()
  await startPostgres(t, home)
  expect(findUnfinished()).toBeUndefined()
})

test.runIf(asRoot)('a full disk is reported in one line', async (t) => {
  const home = createTempFolder(t)
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', home])
  if (mount.status !== 0) return
  t.onTestFinished(() => void spawnSync('umount', ['--lazy', home]))
  await expect(startPostgres(t, home)).rejects.toThrow(
    /^PostgreSQL's initdb failed: .*[Cc]heck free disk space.* Fix that.*$/,
  )
  expect(readdirSync(home).filter((name) => /^postgres(\.|$)/.test(name))).toEqual([])
})

test.runIf(asRoot)('a read-only folder is reported in one line', async (t) => {
  const home = createTempFolder(t)
  for (const folder of [home, join(home, 'new')]) {
    const { cannotStart } = await startApp(t, folder, asNobody).readMessage()
    expect(cannotStart).toMatch(`The data folder ${folder} can't be used: EACCES: permission denied`)
  }
})

test.concurrent('a file in place of the folder is reported in one line', async (t) => {
  const file = join(createTempFolder(t), 'file')
  writeFileSync(file, '')
  await expect(startPostgres(t, file)).rejects.toThrow(`The data folder ${file} can't be used: EEXIST`)
})
