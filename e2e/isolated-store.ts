import { type DemoStore, openDemoStore } from './demo-store.ts'
import { readLog } from './read-log.ts'
import { test } from './test.ts'
import { connectTo } from './worker-store.ts'

/** A service that must run before the store starts, and the settings that point to it. */
export type ExternalService = {
  settings: Record<string, string>
  allowedOrigins?: string[]
  close(): Promise<void>
}

/** `test` with a store of its own for each file, for other settings or for tests that break the store. */
export function createIsolatedTest(
  open: () => Promise<ExternalService> = async () => ({ settings: {}, async close() {} }),
) {
  return test.extend<object, { isolatedStore: DemoStore & Pick<ExternalService, 'allowedOrigins'> }>({
    isolatedStore: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its parameters
      async ({}, use) => {
        const { settings, allowedOrigins, close } = await open()
        const store = await openDemoStore(settings)
        await use({ ...store, allowedOrigins })
        await store.close()
        await close()
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    store: ({ isolatedStore }, use) => {
      connectTo(isolatedStore)
      const { url, databaseUrl, allowedOrigins, output } = isolatedStore
      return use({ url, databaseUrl, allowedOrigins, readLogEntries: () => readLog(output()) })
    },
  })
}
