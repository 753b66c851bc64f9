import { chmodSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { isAlive } from '#db/embedded/pid-file.ts'
import { createDatabaseFolder } from '../database-folder.ts'
import { findDatabasePid, readDatabaseUrl } from './process-ids.ts'
import { launchStore, type RunningStore, runStore, waitForExit } from './running-store.ts'

export type TestFolder = { data: string; remove(): Promise<void> }

/** A data folder. Removing it also kills a database that still runs in it. */
export function createTestFolder(name = 'data'): TestFolder {
  const home = createDatabaseFolder('eternal-store-')
  chmodSync(home, 0o755)
  const data = path.join(home, name)
  return {
    data,
    async remove() {
      const pid = findDatabasePid(data)
      if (pid && isAlive(pid)) process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => rmSync(home, { recursive: true, force: true }), { timeout: 5000 })
    },
  }
}

/** A data folder that is removed when the test ends. */
export function createDataFolder(name?: string): string {
  const { data, remove } = createTestFolder(name)
  onTestFinished(remove)
  return data
}

/** A store that is killed when the test ends. */
export async function startStore(env: Record<string, string>): Promise<RunningStore> {
  const store = await runStore({ env: { LOG_LEVEL: 'warn', ...env } })
  onTestFinished(store.kill)
  return store
}

/** Waits for a start that fails, and returns its exit status and output. */
export async function runFailedStart(
  env: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  const store = launchStore({ env: { WEB_CONCURRENCY: '1', ...env } })
  onTestFinished(store.kill)
  return { status: await waitForExit(store), output: store.output() }
}

export async function queryStore<Row extends QueryResultRow>(
  data: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: readDatabaseUrl(data) })
  await client.connect()
  return (await client.query<Row>(statement).finally(() => client.end())).rows
}
