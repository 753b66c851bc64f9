import type { Page } from '@playwright/test'
import { Pool } from 'pg'
import { payByCard } from '#sandbox/checkout-sessions.ts'
import { SANDBOX_KEY, startSandbox } from '#sandbox/sandbox.ts'
import { createSandboxSchema } from '#sandbox/schema.ts'
import { freePort } from '#test/processes/running-store.ts'
import { openDemoStore } from './demo-store.ts'
import { test } from './test.ts'

const WEBHOOK_SECRET = 'whsec_of_a_new_store'

/** A store outside the demo that nobody has set up yet, with test keys of a card provider: the sandbox. */
async function openNewStore() {
  const [PORT, sandboxPort] = [String(await freePort()), await freePort()]
  const cardPages = `http://127.0.0.1:${sandboxPort}`
  const store = await openDemoStore({
    PORT,
    STORE_DEMO: 'off',
    PUBLIC_URL: `http://localhost:${PORT}`,
    ADMIN_EMAIL: 'owner@orchard.example',
    ADMIN_SECOND_FACTOR: 'optional',
    AUTH_SECRET: 'a secret of a new store, long enough',
    SMTP_URL: 'smtp://127.0.0.1:1',
    STRIPE_API_BASE: cardPages,
    STRIPE_SECRET_KEY: SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  })
  await createSandboxSchema(store.databaseUrl)
  const pool = new Pool({ connectionString: store.databaseUrl, max: 2 })
  const sandbox = await startSandbox(pool, {
    secret: WEBHOOK_SECRET,
    port: sandboxPort,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  sandbox.sendWebhooksTo(`${store.url}/api/webhooks/stripe`)
  return {
    ...store,
    allowedOrigins: [cardPages],
    /** The provider's own page, which stands on another site, is not part of this store. */
    async payByCard(page: Page) {
      await page.waitForURL('**/demo/card/*')
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
      if ((await payByCard(pool, id, '4242 4242 4242 4242')) !== 'paid')
        throw new Error('The card was declined')
      await page.goto(`/payment-success?session_id=${id}`)
    },
    setupLink: /Setup +(\S+)/.exec(store.output())?.[1] ?? '',
    async close() {
      await sandbox.close()
      await pool.end()
      await store.close()
    },
  }
}

/** `test` with a new store for each test. */
export const newStoreTest = test.extend<{ newStore: Awaited<ReturnType<typeof openNewStore>> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its parameters
  newStore: async ({}, use) => {
    const store = await openNewStore()
    await use(store)
    await store.close()
  },
  store: ({ newStore }, use) => {
    const { url, databaseUrl, allowedOrigins } = newStore
    return use({ url, databaseUrl, allowedOrigins, readLogEntries: () => [] })
  },
})
