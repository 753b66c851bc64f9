import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { adminSetupLink } from '#core/accounts/admin-setup.server.ts'
import { connect } from '#db/connection.ts'
import { freePort } from '#test/processes/running-store.ts'
import { signIn, visibleMessage } from './account.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect, type Store } from './test.ts'

const owner = { email: 'owner@orchard.example', password: 'quiet orchard' }
const secret = randomBytes(32).toString('base64url')

/** A new store outside the demo. */
const test = createIsolatedTest(async () => {
  const port = String(await freePort())
  return {
    settings: {
      STORE_DEMO: 'off',
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: owner.email,
      AUTH_SECRET: secret,
      // No mail server listens here, so emails stay in the outbox.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
    async close() {},
  }
})
test.describe.configure({ mode: 'serial' })

async function submitAdminSetup(page: Page, password: string): Promise<void> {
  await waitForHydration(page)
  await expect(page.getByLabel('Email')).toHaveValue(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Admin User' }).click()
}

/** The page moves on to the login after this delay, not earlier. */
async function expectRedirectToLogin(page: Page, delay: number): Promise<void> {
  const startedAt = Date.now()
  await page.waitForURL('**/login')
  expect(Date.now() - startedAt).toBeGreaterThan(delay - 1500)
}

/** Reads the link of an email from the outbox, because there is no mailbox page outside the demo. */
async function findEmailLink(store: Store, kind: string): Promise<string> {
  const findEmails = () =>
    queryDatabase<{ body_text: string }>(store.databaseUrl, 'select body_text from letters where kind = $1', [
      kind,
    ])
  await expect.poll(async () => (await findEmails()).length).toBe(1)
  return /https?:\S+\/auth\/\S+/.exec((await findEmails())[0]?.body_text ?? '')?.[0] ?? ''
}

test('the setup link of the first start creates one administrator, who must set up a second factor', async ({
  page,
  isolatedStore,
  store,
}) => {
  test.slow()
  await page.goto('/setup')
  await submitAdminSetup(page, owner.password)
  await expect(visibleMessage(page, 'Signup Error')).toBeVisible()
  await expect(visibleMessage(page, 'open the one-time setup link')).toBeVisible()

  const link = /Setup +(\S+)/.exec(isolatedStore.output())?.[1] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL('/admin/setup')
  await submitAdminSetup(page, owner.password)
  await expect(visibleMessage(page, 'Admin Account Created!')).toBeVisible()
  await expect(
    visibleMessage(page, 'Please check your email for verification before signing in.'),
  ).toBeVisible()
  await expectRedirectToLogin(page, 3000)

  await page.goto(await findEmailLink(store, 'confirm'))
  await expect(visibleMessage(page, 'Email address confirmed')).toBeVisible()
  await signIn(page, owner, { at: '/admin/login' })
  await expect(page).toHaveURL('/profile/security#second-step')
  await expect(visibleMessage(page, 'Login Successful')).toBeVisible()
  await expect(page.getByText('Administrators of this store need two-step sign-in')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeInViewport()

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(link)
  await submitAdminSetup(page, 'another orchard')
  await expect(visibleMessage(page, 'User Already Exists')).toBeVisible()
  await expect(
    visibleMessage(page, 'This admin account already exists. Please sign in instead.'),
  ).toBeVisible()
  await expectRedirectToLogin(page, 2000)
})

test('an owner with a confirmed email can sign in at once with their existing password', async ({
  page,
  store,
}) => {
  await queryDatabase(store.databaseUrl, 'alter table profiles disable trigger last_owner_keeps_role')
  await queryDatabase(store.databaseUrl, `update profiles set role = 'user'`)
  const { db, close } = connect({ url: store.databaseUrl, max: 1 })
  const link = await adminSetupLink(db, { demo: 'off', origin: store.url, secret }).finally(close)
  await page.goto(link ?? '')
  await submitAdminSetup(page, 'not the owner’s')
  await expect(visibleMessage(page, 'Account Exists')).toBeVisible()
  await expect(
    visibleMessage(page, 'This email is already registered. Please sign in instead.'),
  ).toBeVisible()
  await expectRedirectToLogin(page, 2000)
  await page.goto(link ?? '')
  await submitAdminSetup(page, owner.password)
  await expect(visibleMessage(page, 'Admin Account Ready!')).toBeVisible()
  await expect(visibleMessage(page, 'You can now sign in with your admin credentials.')).toBeVisible()
  await signIn(page, owner, { at: '/admin/login' })
  await expect(page).toHaveURL('/profile/security#second-step')
})
