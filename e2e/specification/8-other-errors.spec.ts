import type { Page } from '@playwright/test'
import { ADMIN, openAccount, startSession } from '../account.ts'
import { readProductPrices } from '../catalog.ts'
import { cartCount } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { pauseClock } from '../paused-clock.ts'
import { expect, test } from '../test.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Roses in linen.') })

async function openScreen(page: Page, path: string): Promise<void> {
  await startSession(page, ADMIN)
  await page.goto(path)
  await waitForHydration(page)
}

async function submitAdminSetup(page: Page): Promise<void> {
  await page.getByLabel('Password').fill('quiet orchard')
  await page.getByRole('button', { name: 'Create Admin User' }).click()
}

test.describe('8 Error catalogue', () => {
  test('Admin setup shows its errors as toasts, and opens the login 2 seconds after it found an account.', async ({
    page,
  }) => {
    await page.route('**/setup.data*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
    )
    await page.goto('/setup')
    await waitForHydration(page)
    await submitAdminSetup(page)
    await expect(toast(page)).toContainText('Error')
    await expect(toast(page)).toContainText('Something went wrong. Please try again.')

    await page.unrouteAll()
    await page.goto('/admin/setup')
    await waitForHydration(page)
    await pauseClock(page)
    await submitAdminSetup(page)
    await expect(toast(page)).toContainText('User Already Exists')
    await expect(toast(page)).toContainText('This admin account already exists. Please sign in instead.')
    await page.clock.runFor(1900)
    await expect(page).toHaveURL(/\/setup$/)
    await page.clock.runFor(200)
    await expect(page).toHaveURL(/\/login$/)
  })

  test('The profile shows the result of each of its forms as a toast.', async ({ page }) => {
    await startSession(page, await openAccount())
    await page.goto('/profile?tab=addresses')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Add Address' }).click()
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(toast(page)).toContainText('Please fill in all required fields')
    await page.getByLabel('Address Label').fill('Work')
    for (const [label, value] of Object.entries({
      'First Name *': 'Ada',
      'Last Name *': 'Marlowe',
      'Address *': '2 Mill Lane',
      'City *': 'Portland',
      'State *': 'OR',
      'ZIP Code *': '97201',
    }))
      await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(toast(page)).toContainText('Address added successfully')
    const work = page.getByRole('article', { name: 'Work' })
    await work.getByRole('button', { name: 'Set as Default' }).click()
    await expect(toast(page)).toContainText('Default address updated')
    await work.getByRole('link', { name: /^Edit/ }).click()
    await page.getByRole('button', { name: 'Save Address' }).click()
    await expect(toast(page)).toContainText('Address updated successfully')
    await work.getByRole('button', { name: /^Delete/ }).click()
    await expect(toast(page)).toContainText('Address deleted successfully')
    await page.goto('/profile')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(toast(page)).toContainText('Profile updated successfully')
    await expect(toast(page)).toContainText('Your profile information has been saved.')
  })

  test('Media shows no toast for a failed upload; Accounting none for a rejected entry.', async ({
    page,
  }) => {
    await openScreen(page, '/admin/media')
    const name = `${crypto.randomUUID().slice(0, 8)}.png`
    await page.getByLabel('Files to upload').setInputFiles([textFile(name)])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await expect(page.getByRole('main')).toContainText(name)
    await expect(
      page
        .getByRole('main')
        .getByText(/content doesn’t match/)
        .first(),
    ).toBeVisible()
    await expect(toast(page).getByRole('listitem')).toHaveCount(0)
    await page.goto('/admin/accounting')
    await waitForHydration(page)
    await page.getByLabel('Description', { exact: true }).fill('Ribbon')
    await page.getByLabel('Amount').fill('1e3')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await expect(page.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
    await expect(toast(page).getByRole('listitem')).toHaveCount(0)
  })

  test('Region lookup failures are logged and silently fall back to the saved detected region, else US, and corrupt stored data is ignored.', async ({
    page,
    context,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await context.route('**/api/v1/region', (route) => route.fulfill({ body: '<h1>Busy</h1>' }))
    await page.addInitScript(() => {
      localStorage.setItem('cart', '{"productId":"prd_1"')
      localStorage.setItem('userSelectedRegion', '{broken')
    })
    await page.goto('/categories')
    await expect.poll(() => logged.join()).toContain('Region lookup failed')
    await waitForHydration(page)
    await expect(cartCount(page)).toContainText('0')
    await expect(page.getByText('Shipping to: United States')).toBeVisible()
    for (const price of await readProductPrices(page)) expect(price).toMatch(/^\$/)
    const later = await context.newPage()
    await later.addInitScript(() => localStorage.setItem('detectedRegion', 'CA'))
    await later.goto('/')
    await expect(later.getByText('Shipping to: Canada')).toBeVisible()
  })
})
