import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDemoStore } from './demo-store.ts'

/** One store for all tests and workers; what it says goes to a file that they can read. */
export default async function openStore(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-log-'))
  const log = path.join(folder, 'store.log')
  const store = await openDemoStore()
  appendFileSync(log, store.output())
  store.process.stdout?.on('data', (chunk) => appendFileSync(log, chunk))
  process.env.STORE_URL = store.url
  process.env.STORE_LOG = log
  process.env.STORE_DATABASE_URL = store.databaseUrl
  return async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
