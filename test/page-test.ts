import { signInVisitor } from './accounts.ts'
import { loadPages } from './pages.tsx'
import { plainBrowser } from './plain-browser.ts'
import { testWithDatabase } from './shared-store.ts'
import { createTestStore } from './test-store.ts'

export { expect } from 'vitest'

/** `test` with the real pages in process, opened as by a browser without scripts. One database per file. */
export const test = testWithDatabase
  .extend('store', { scope: 'file' }, async ({ connection }) =>
    createTestStore(connection, {
      pages: await loadPages(),
      env: { RATE_LIMITS: 'off' },
    }),
  )
  .extend('guest', async ({ store }) => plainBrowser(store.visitor()))
  .extend('customer', async ({ store, connection }) =>
    plainBrowser(await signInVisitor(store, connection.db)),
  )
  .extend('admin', async ({ store, connection }) =>
    plainBrowser(await signInVisitor(store, connection.db, { role: 'admin' })),
  )
