import { test as base, vi } from 'vitest'
import type { Context } from '#core/context.ts'
import { connect } from '#db/connection.ts'
import { buildContext } from './context.ts'
import { createDemoDatabase, DEMO_ACCOUNTS, prepareDemoTemplate } from './demo-database.ts'
import { loadPages } from './pages.tsx'
import { startSandboxPayments } from './payments/sandbox-payments.ts'
import { plainBrowser } from './plain-browser.ts'
import { createTestStore, type TestStore } from './test-store.ts'

export { expect } from 'vitest'

// The first demo test of a process may wait until the demo is seeded.
vi.setConfig({ testTimeout: 120_000 })

// Outside the time limit of the first test.
await prepareDemoTemplate()

/**
 * `test` with the real pages of the demo store in process, opened as by a browser without scripts. One database per file,
 * so tests must not depend on what other tests of the file change.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('connection', { scope: 'file' }, async ({}, { onCleanup }) => {
    const database = await createDemoDatabase()
    const connection = connect({ url: database.appUrl, max: 10 })
    onCleanup(async () => {
      await connection.close()
      await database.drop()
    })
    return connection
  })
  .extend('payments', { scope: 'file' }, async ({ connection }, { onCleanup }) => {
    const { payments, close } = await startSandboxPayments(connection)
    onCleanup(close)
    return payments
  })
  .extend('ctx', ({ connection, payments }): Context => {
    return { ...buildContext(connection), payments }
  })
  .extend('store', { scope: 'file' }, async ({ connection, payments }) =>
    createTestStore(connection, {
      pages: await loadPages(),
      payments,
      env: { RATE_LIMITS: 'off' },
    }),
  )
  .extend('guest', ({ store }) => plainBrowser(store.visitor()))
  .extend('grace', ({ store }) => signIn(store, DEMO_ACCOUNTS.grace))
  .extend('admin', ({ store }) => signIn(store, DEMO_ACCOUNTS.admin))

async function signIn(store: TestStore, account: { email: string; password: string }) {
  const visitor = store.visitor()
  const response = await visitor.signIn(account.email, account.password)
  if (!response.ok) throw new Error(`Sign-in returned ${response.status}: ${await response.text()}`)
  return plainBrowser({ ...visitor, account })
}
