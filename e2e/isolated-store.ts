import { type DemoStore, openDemoStore } from './demo-store.ts'
import { readLog } from './read-log.ts'
import { test } from './test.ts'

/** Who must be there before a store opens, and the settings by which it finds them. */
export type ExternalService = { settings: Record<string, string>; friends?: string[]; close(): Promise<void> }

/** `test` in a store of one file's own: with other settings, or to be broken without disturbing anybody. */
export function createIsolatedTest(
  open: () => Promise<ExternalService> = async () => ({ settings: {}, async close() {} }),
) {
  return test.extend<object, { isolatedStore: DemoStore & Pick<ExternalService, 'friends'> }>({
    isolatedStore: [
      // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs off its parameters
      async ({}, use) => {
        const { settings, friends, close } = await open()
        const store = await openDemoStore(settings)
        await use({ ...store, friends })
        await store.close()
        await close()
      },
      { scope: 'worker', timeout: 90_000 },
    ],
    store: ({ isolatedStore: { url, databaseUrl, friends, output } }, use) =>
      use({ url, databaseUrl, friends, logged: () => readLog(output()) }),
  })
}
