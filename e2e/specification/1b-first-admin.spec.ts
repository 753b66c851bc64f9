import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { freePort } from '#test/processes/running-store.ts'
import { visibleMessage } from '../account.ts'
import { queryDatabase } from '../demo-store.ts'
import { waitForHydration } from '../hydration.ts'
import { createIsolatedTest } from '../isolated-store.ts'
import { expect, type Store } from '../test.ts'

/** A new store outside the demo, which has no administrator. */
const test = createIsolatedTest(async () => {
  const port = String(await freePort())
  return {
    settings: {
      STORE_DEMO: 'off',
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: 'owner@orchard.example',
      AUTH_SECRET: randomBytes(32).toString('base64url'),
      // No mail server listens here, so emails stay in the outbox.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
    async close() {},
  }
})

async function submitSetup(page: Page, link: string): Promise<void> {
  await page.goto(link)
  await waitForHydration(page)
  await page.getByLabel('Password').fill('quiet orchard')
  await page.getByRole('button', { name: 'Create Admin User' }).click()
}

/** There is no mailbox page outside the demo. */
async function findConfirmationLink({ databaseUrl }: Store): Promise<string> {
  const emails = await queryDatabase<{ body_text: string }>(
    databaseUrl,
    `select body_text from letters where kind = 'confirm'`,
  )
  return /https?:\S+\/auth\/\S+/.exec(emails[0]?.body_text ?? '')?.[0] ?? ''
}

test.describe('1 What the product does and for whom', () => {
  test('A one-time setup screen creates the first administrator account', async ({
    page,
    isolatedStore,
    store,
  }) => {
    const [, link = ''] = /Setup +(\S+)/.exec(isolatedStore.output()) ?? []
    await submitSetup(page, link)
    await expect(visibleMessage(page, 'Admin Account Created!')).toBeVisible()
    await page.goto(await findConfirmationLink(store))
    await expect(visibleMessage(page, 'Email address confirmed')).toBeVisible()
    await submitSetup(page, link)
    await expect(visibleMessage(page, 'User Already Exists')).toBeVisible()
  })
})
