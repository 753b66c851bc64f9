import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { onTestFinished, vi } from 'vitest'
import { isAlive } from '#db/embedded/pid-file.ts'
import { findDatabasePid, readDatabaseUrl } from './process-ids.ts'
import { launchStore, type RunningStore, runStore } from './running-store.ts'

export type TestFolder = { data: string; remove(): Promise<void> }

/** A folder for a store's data; when it goes away, so does a database that was left in it. */
export function createTestFolder(name = 'data'): TestFolder {
  const home = mkdtempSync(path.join(tmpdir(), 'eternal-store-'))
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

/** A folder that goes away with the test. */
export function createDataFolder(name?: string): string {
  const { data, remove } = createTestFolder(name)
  onTestFinished(remove)
  return data
}

/** A store that ends with the test, however the test ends it. */
export async function startStore(env: Record<string, string>): Promise<RunningStore> {
  const store = await runStore({ env: { LOG_LEVEL: 'warn', ...env } })
  onTestFinished(store.kill)
  return store
}

/** A start that comes to nothing: the status that it ends with, and all that it says. */
export async function runFailedStart(
  env: Record<string, string>,
): Promise<{ status: number | null; output: string }> {
  const store = launchStore({ env: { WEB_CONCURRENCY: '1', ...env } })
  onTestFinished(store.kill)
  return { status: await store.ended, output: store.output() }
}

/** One question to a folder's own database. */
export async function queryStore<Row extends QueryResultRow>(
  data: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: readDatabaseUrl(data) })
  await client.connect()
  return (await client.query<Row>(statement).finally(() => client.end())).rows
}
