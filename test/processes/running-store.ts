import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { waitForPictureSizes } from './embedded-database.ts'
import { waitFor } from './wait-for.ts'

export type RunningStore = {
  url: string
  process: ChildProcess
  output(): string
  /** Sends SIGINT and waits for the exit. */
  stop(): Promise<number | null>
  kill(): Promise<void>
  exited: Promise<number | null>
}

/** Several times what a busy machine needs. */
const LIMIT_MS = 240_000

type RunStoreOptions = { env: Record<string, string>; cwd?: string; entry?: string }

/** Runs the built store like `npm start` and waits until it serves pages. */
export async function runStore(
  { env, cwd, entry = 'start' }: RunStoreOptions,
  limit = LIMIT_MS,
): Promise<RunningStore> {
  const port = env.PORT ?? String(await freePort())
  const store = launchStore({ env: { WEB_CONCURRENCY: '1', ...env, PORT: port }, cwd, entry })
  await killOnFailure([store], () => waitForOutput(store, 'is open at', limit))
  return { ...store, url: `http://localhost:${port}` }
}

/** Runs a store in an empty folder until its demo is complete, with all sizes of its pictures. */
export async function seedDemoFolder(folder: string): Promise<void> {
  const store = await runStore({ env: { DATA_DIR: folder, STORE_DEMO: 'on' } })
  await killOnFailure([store], async () => {
    await waitForOutput(store, '"pictures imported"')
    await waitFor(store, 'all sizes of the pictures', LIMIT_MS, (signal) =>
      waitForPictureSizes(folder, signal),
    )
    await store.stop()
  })
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
  const store: RunningStore = {
    url: '',
    process: child,
    output: () => output,
    exited,
    stop() {
      child.kill('SIGINT')
      return waitFor(store, 'the exit after SIGINT', LIMIT_MS, () => exited)
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
  return store
}

export function waitForOutput(store: RunningStore, text: string, limit = LIMIT_MS): Promise<void> {
  return waitFor(store, `“${text}”`, limit, async (signal) => {
    while (!store.output().includes(text)) {
      const status = store.process.exitCode ?? store.process.signalCode
      await sleep(20, undefined, { signal })
      if (status !== null && !store.output().includes(text))
        throw new Error(`The store exited with status ${status}:\n${store.output()}`)
    }
  })
}

/** Waits for the exit of a store, and for the rest of its output. */
export function waitForExit(store: RunningStore): Promise<number | null> {
  const closed = once(store.process, 'close')
  return waitFor(store, 'the exit', LIMIT_MS, async () => (await closed)[0])
}

async function killOnFailure(stores: RunningStore[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    await Promise.all(stores.map((store) => store.kill()))
    throw error
  }
}

// Operating systems give the ports above to connections.
const [FIRST_PORT, END_PORT] = [20_000, 32_000]

/** A port that no other process of the tests gets while this process runs, also while its store restarts. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if ((await reservePort(port)) && (await isFree(port))) return port
  }
  throw new Error('No port is free')
}

/** A UDP socket reserves the port's number, because it leaves the TCP port to the store. */
async function reservePort(port: number): Promise<boolean> {
  const reservation = createSocket('udp4').unref()
  reservation.bind({ port, address: '127.0.0.1', exclusive: true })
  return once(reservation, 'listening').then(
    () => true,
    () => false,
  )
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
