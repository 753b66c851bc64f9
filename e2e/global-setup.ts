import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createDatabaseFolder } from '#test/database-folder.ts'
import { seedDemoFolder } from '#test/processes/running-store.ts'
import { openDemoStore } from './demo-store.ts'

export type StoreInfo = { url: string; databaseUrl: string; log: string }

/**
 * Back office tests have a store of their own, because they change what shoppers see. Each store logs to a file that
 * the tests can read.
 */
export default async function startStores(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-log-'))
  const template = createDatabaseFolder('eternal-beauty-template-')
  // On another server, each store seeds its own database.
  if (!process.env.TEST_DATABASE_URL) process.env.DEMO_TEMPLATE = await findDemo(template)
  const [storefront, admin] = await Promise.all([
    startStore(path.join(folder, 'storefront.log')),
    startStore(path.join(folder, 'admin.log')),
  ])
  process.env.STORES = JSON.stringify({ storefront: storefront.open, admin: admin.open })
  return async () => {
    await Promise.all([storefront.close(), admin.close()])
    for (const created of [folder, template]) rmSync(created, { recursive: true, force: true })
  }
}

/** The demo that `npm test` has seeded, or a new one. */
async function findDemo(emptyFolder: string): Promise<string> {
  const sharedDemo = process.env.TEST_DEMO_FOLDER
  if (sharedDemo) return path.join(sharedDemo, 'demo')
  await seedDemoFolder(emptyFolder)
  return emptyFolder
}

async function startStore(log: string): Promise<{ open: StoreInfo; close: () => Promise<void> }> {
  const store = await openDemoStore()
  appendFileSync(log, store.output())
  store.process.stdout?.on('data', (chunk) => appendFileSync(log, chunk))
  return { open: { url: store.url, databaseUrl: store.databaseUrl, log }, close: () => store.close() }
}
