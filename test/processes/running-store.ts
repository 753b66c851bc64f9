import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { embeddedDatabaseUrl, waitForPictureSizes } from './embedded-database.ts'

export type RunningStore = {
  url: string
  process: ChildProcess
  output(): string
  /** Sends SIGINT and waits for the exit. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  exited: Promise<number | null>
}

type RunStoreOptions = { env: Record<string, string>; cwd?: string; entry?: string }

/** Runs the built store like `npm start` and waits until it serves pages. */
export async function runStore({ env, cwd, entry = 'start' }: RunStoreOptions): Promise<RunningStore> {
  const port = env.PORT ?? String(await freePort())
  const store = launchStore({ env: { WEB_CONCURRENCY: '1', ...env, PORT: port }, cwd, entry })
  await Promise.race([
    waitForOutput(store, 'is open at'),
    store.exited.then((code) => {
      throw new Error(`The store exited with status ${code}:\n${store.output()}`)
    }),
  ])
  return { ...store, url: `http://localhost:${port}` }
}

/** Runs a store in an empty folder until its demo is complete, with all sizes of its pictures. */
export async function seedDemoFolder(folder: string): Promise<void> {
  const store = await runStore({ env: { DATA_DIR: folder, STORE_DEMO: 'on' } })
  await waitForOutput(store, '"pictures imported"')
  // The store itself makes one picture at a time, on one core.
  const worker = launchStore({
    env: { DATA_DIR: folder, DATABASE_URL: embeddedDatabaseUrl(folder), STORE_DEMO: 'on' },
    entry: 'worker',
  })
  await waitForPictureSizes(folder)
  await worker.stop()
  await store.stop()
}

export function launchStore({ env, cwd, entry = 'start' }: RunStoreOptions): RunningStore {
  const script = path.resolve('build/server', `${entry}.js`)
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [script], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    url: '',
    process: child,
    output: () => output,
    exited,
    stop() {
      child.kill('SIGINT')
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export function waitForOutput(store: RunningStore, text: string): Promise<void> {
  return new Promise((resolve) => {
    const checkOutput = () => {
      if (store.output().includes(text)) resolve()
    }
    checkOutput()
    store.process.stdout?.on('data', checkOutput)
    store.process.stderr?.on('data', checkOutput)
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
