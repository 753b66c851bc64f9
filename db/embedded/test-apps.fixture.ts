import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client, type QueryResultRow } from 'pg'
import { type TestContext, vi } from 'vitest'
import { isServerProcess, readPidFile } from './pid-file.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts'

vi.setConfig({ testTimeout: 30_000 })

export const asRoot = process.getuid?.() === 0

export const asNobody = asRoot ? { uid: 65534, gid: 65534 } : {}

export function createTempFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'eternal-'))
  chmodSync(folder, 0o755)
  t.onTestFinished(async () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const data = names
      .filter((name) => name.endsWith('postmaster.pid'))
      .map((name) => dirname(join(folder, name)))
    await Promise.all(data.map(killServer))
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

async function killServer(data: string): Promise<void> {
  const pid = readPidFile(data)?.pid
  if (!pid || !isServerProcess(data, pid)) return
  process.kill(pid, 'SIGQUIT')
  await waitUntil(() => !isServerProcess(data, pid))
}

export async function startPostgres(t: TestContext, home: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(home)
  t.onTestFinished(() => postgres.stop())
  return postgres
}

export type TestApp = {
  process: ChildProcess
  readMessage(): Promise<AppMessage>
  stop(): Promise<AppMessage>
}

type AppMessage = Partial<{
  url: string
  pid: number
  adopted: boolean
  app: number
  cannotStart: string
}> & {
  draining?: boolean
  stopped?: boolean
}

export type TestAppOptions = { uid?: number; gid?: number; env?: NodeJS.ProcessEnv; script?: string }

export function startApp(
  t: TestContext,
  home: string,
  { script = APP_SCRIPT, ...options }: TestAppOptions = {},
): TestApp {
  const child = spawn(process.execPath, [script, home], {
    ...options,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const readMessage = async () => JSON.parse((await lines.next()).value ?? '{}') as AppMessage
  const stop = () => {
    child.stdin.end('stop\n')
    return readMessage()
  }
  return { process: child, readMessage, stop }
}

const APP_SCRIPT = fileURLToPath(new URL('./hold.fixture.ts', import.meta.url))

export async function killApp(app: TestApp): Promise<void> {
  app.process.kill('SIGKILL')
  await once(app.process, 'exit')
}

export async function connect(url = ''): Promise<Client> {
  const session = new Client({ connectionString: url })
  session.on('error', () => {})
  await session.connect()
  return session
}

export async function query<Row extends QueryResultRow>(
  url = '',
  sql = '',
  values?: unknown[],
): Promise<Row[]> {
  const session = await connect(url)
  try {
    return (await session.query<Row>(sql, values)).rows
  } finally {
    await session.end()
  }
}

export async function waitUntil(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(2)
}
