import type { Page } from '@playwright/test'
import { type Account, openAccount, startSession, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const SECURITY_PATH = '/profile/security'
let ada: Account

test.beforeEach(async ({ page }) => {
  ada = await openAccount()
  await startSession(page, ada)
  await page.goto(SECURITY_PATH)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign-in and security')
  await waitForHydration(page)
})

test('a passkey is added and signs in', async ({ page, context }) => {
  await addVirtualAuthenticator(page)
  const section = page.getByRole('region', { name: 'Passkeys' })
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.getByText('Please enter your password.')).toBeVisible()
  await section.getByLabel('Password').fill('wrong orchard')
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.getByText('Invalid password')).toBeVisible()
  await section.getByLabel('Password').fill(ada.password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(visibleMessage(page, 'Passkey added')).toBeVisible()
  await section.locator('summary', { hasText: 'Remove' }).click()
  await section.getByRole('button', { name: 'Use a passkey' }).first().click()
  await expect(visibleMessage(page, 'Passkey removed')).toBeVisible()
  await section.getByLabel('Password').fill(ada.password)
  await section.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section.locator('summary', { hasText: 'Remove' })).toHaveCount(1)
  await page.goto(`${SECURITY_PATH}#second-step`)
  await expect(page.getByRole('region', { name: 'Two-step sign-in' })).toBeInViewport()
  await context.clearCookies()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(visibleMessage(page, 'Successfully logged in!')).toBeVisible()
})

test('personal data is downloaded, and the account is deleted after confirmation', async ({ page }) => {
  const data = page.getByRole('region', { name: 'Your data' })
  await data.getByRole('link', { name: 'Download my data' }).click()
  const downloadDialog = page.getByRole('alertdialog', { name: 'Download your data' })
  await downloadDialog.getByLabel('Password').fill('wrong orchard')
  await downloadDialog.getByRole('button', { name: 'Continue' }).click()
  await expect(downloadDialog.getByText('Invalid password')).toBeVisible()
  await downloadDialog.getByLabel('Password').fill(ada.password)
  await downloadDialog.getByRole('button', { name: 'Continue' }).click()
  const readyDialog = page.getByRole('alertdialog', { name: 'Your file is ready' })
  const file = page.waitForEvent('download')
  await readyDialog.getByRole('link', { name: 'Download file' }).click()
  expect((await file).suggestedFilename()).toBe('my-data.json')
  await readyDialog.getByRole('link', { name: 'Close' }).click()
  await data.getByRole('link', { name: 'Delete my account' }).click()
  const deleteDialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  await expect(deleteDialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(deleteDialog).toHaveCount(0)
  await data.getByRole('link', { name: 'Delete my account' }).click()
  await deleteDialog.getByLabel('Password').fill(ada.password)
  await deleteDialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(visibleMessage(page, 'Your account has been deleted')).toBeVisible()
})

async function addVirtualAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
