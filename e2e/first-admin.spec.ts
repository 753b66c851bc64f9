import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { adminSetupLink } from '#core/accounts/first-admin.server.ts'
import { connect } from '#db/connection.ts'
import { freePort } from '#test/running-store.ts'
import { said, signIn } from './account.ts'
import { query } from './demo-store.ts'
import { inOwnStore } from './own-store.ts'
import { started } from './started.ts'
import { expect, type Store } from './test.ts'

const owner = { email: 'owner@orchard.example', password: 'quiet orchard' }
const secret = randomBytes(32).toString('base64url')

/** A store that is meant for business, before its first day. */
const test = inOwnStore(async () => {
  const port = String(await freePort())
  return {
    settings: {
      STORE_DEMO: 'off',
      PORT: port,
      PUBLIC_URL: `http://localhost:${port}`,
      ADMIN_EMAIL: owner.email,
      AUTH_SECRET: secret,
      // Nobody is there: letters stay where they were written.
      SMTP_URL: 'smtp://127.0.0.1:1',
    },
    async close() {},
  }
})
test.describe.configure({ mode: 'serial' })

async function claim(page: Page, password: string): Promise<void> {
  await started(page)
  await expect(page.getByLabel('Email')).toHaveValue(owner.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create Admin User' }).click()
}

/** On to the login by itself, so much later and no sooner. */
async function ledToLogin(page: Page, after: number): Promise<void> {
  const began = Date.now()
  await page.waitForURL('**/login')
  expect(Date.now() - began).toBeGreaterThan(after - 1500)
}

/** What the letter of a kind leads to; there is no mailbox to look into where real letters are sent. */
async function linkIn(store: Store, kind: string): Promise<string> {
  const find = () =>
    query<{ body_text: string }>(store.databaseUrl, 'select body_text from letters where kind = $1', [kind])
  await expect.poll(async () => (await find()).length).toBe(1)
  return /https?:\S+\/auth\/\S+/.exec((await find())[0]?.body_text ?? '')?.[0] ?? ''
}

test('the link of the first start makes one administrator, who is asked for a second step', async ({
  page,
  own,
  store,
}) => {
  test.slow()
  await page.goto('/setup')
  await claim(page, owner.password)
  await expect(said(page, 'Signup Error')).toBeVisible()
  await expect(said(page, 'The set-up needs the one-time link')).toBeVisible()

  const link = /Set-up +(\S+)/.exec(own.output())?.[1] ?? ''
  await page.goto(link)
  await expect(page).toHaveURL('/admin/setup')
  await claim(page, owner.password)
  await expect(said(page, 'Admin Account Created!')).toBeVisible()
  await expect(said(page, 'Please check your email for verification before signing in.')).toBeVisible()
  await ledToLogin(page, 3000)

  await page.goto(await linkIn(store, 'confirm'))
  await expect(said(page, 'Your e-mail address is confirmed')).toBeVisible()
  await signIn(page, owner, { at: '/admin/login' })
  await expect(page).toHaveURL('/admin')
  await expect(said(page, 'Login Successful')).toBeVisible()
  await page.getByRole('link', { name: 'Add a second step to your sign-in' }).click()
  await expect(page).toHaveURL('/profile/security#second-step')
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeInViewport()

  await page.goto('about:blank')
  await page.context().clearCookies()
  await page.goto(link)
  await claim(page, 'another orchard')
  await expect(said(page, 'User Already Exists')).toBeVisible()
  await expect(said(page, 'This admin account already exists. Please sign in instead.')).toBeVisible()
  await ledToLogin(page, 2000)
})

test('an owner whose address is confirmed already may sign in at once, with the password that is theirs', async ({
  page,
  store,
}) => {
  await query(store.databaseUrl, `update profiles set role = 'user'`)
  const { db, close } = connect({ url: store.databaseUrl, max: 1 })
  const link = await adminSetupLink(db, { demo: 'off', origin: store.url, secret }).finally(close)
  await page.goto(link ?? '')
  await claim(page, 'not the owner’s')
  await expect(said(page, 'Account Exists')).toBeVisible()
  await expect(said(page, 'This email is already registered. Please sign in instead.')).toBeVisible()
  await ledToLogin(page, 2000)
  await page.goto(link ?? '')
  await claim(page, owner.password)
  await expect(said(page, 'Admin Account Ready!')).toBeVisible()
  await expect(said(page, 'You can now sign in with your admin credentials.')).toBeVisible()
  await signIn(page, owner, { at: '/admin/login' })
  await expect(page).toHaveURL('/admin')
})
