import type { Page } from '@playwright/test'
import { ADMIN, openAccount, startSession } from '../account.ts'
import { readProductPrices } from '../catalog.ts'
import { consultantButton } from '../consultant.ts'
import { cartCount } from '../guest-cart.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Roses in linen.') })

async function uploadPicture(page: Page): Promise<string> {
  const buffer = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const response = await page.request.post('/api/v1/storage/admin_uploads', {
    multipart: { file: { name: 'dot.gif', mimeType: 'image/gif', buffer } },
  })
  return (await response.json()).url
}

async function openScreen(page: Page, path: string): Promise<void> {
  await startSession(page, ADMIN)
  await page.goto(path)
  await waitForHydration(page)
}

test.describe('8 Error catalogue', () => {
  test("Admin setup shows 'User Already Exists' ('This admin account already exists. Please sign in instead.'), then opens /login.", async ({
    page,
  }) => {
    await page.goto('/admin/setup')
    await waitForHydration(page)
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(toast(page)).toContainText('User Already Exists')
    await expect(toast(page)).toContainText('This admin account already exists. Please sign in instead.')
    await expect(page).toHaveURL(/\/login$/)
  })

  test("Admin setup shows the generic 'Error' with 'Something went wrong. Please try again.'", async ({
    page,
  }) => {
    await page.route('**/setup.data*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
    )
    await page.goto('/setup')
    await waitForHydration(page)
    await page.getByLabel('Password').fill('quiet orchard')
    await page.getByRole('button', { name: 'Create Admin User' }).click()
    await expect(toast(page)).toContainText('Error')
    await expect(toast(page)).toContainText('Something went wrong. Please try again.')
  })

  test("Addresses show 'Address added successfully', 'Default address updated', 'Address updated successfully' and 'Address deleted successfully'.", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=addresses')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Add Address' }).click()
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
  })

  test("The profile shows 'Profile updated successfully' / 'Your profile information has been saved.'", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile')
    await waitForHydration(page)
    await page.getByRole('button', { name: 'Update Profile' }).click()
    await expect(toast(page)).toContainText('Profile updated successfully')
    await expect(toast(page)).toContainText('Your profile information has been saved.')
  })

  test("Uploads show 'File uploaded successfully' / 'Error uploading file'.", async ({ page }) => {
    await openScreen(page, '/admin/uploads')
    const name = `care-${crypto.randomUUID().slice(0, 8)}`
    for (const [file, message] of [
      [`${name}.txt`, 'File uploaded successfully'],
      [`${name}.pdf`, 'Error uploading file'],
    ] as const) {
      await page.getByLabel('Files to upload').setInputFiles([textFile(file)])
      await page.getByRole('button', { name: 'Upload', exact: true }).click()
      await expect(toast(page)).toContainText(message)
    }
  })

  test("Deleting shows 'File deleted successfully' / 'Error deleting file'.", async ({ page }) => {
    await openScreen(page, '/admin/uploads')
    const name = `care-${crypto.randomUUID().slice(0, 8)}.txt`
    await page.getByLabel('Files to upload').setInputFiles([textFile(name)])
    await page.getByRole('button', { name: 'Upload', exact: true }).click()
    await page.getByRole('link', { name: `Delete ${name}`, exact: true }).click()
    await page.route('**/admin/uploads/delete.data*', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 502 }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page)).toContainText('Error deleting file')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(toast(page)).toContainText('File deleted successfully')
  })

  test("Copying a file's address shows 'URL copied to clipboard'.", async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await startSession(page, ADMIN)
    const url = await uploadPicture(page)
    await page.goto('/admin/media')
    await waitForHydration(page)
    const copy = page
      .getByRole('article')
      .filter({ has: page.locator(`img[src*="${url.split('/').at(-1)}"]`) })
    await copy.getByRole('button', { name: /^Copy URL/ }).click()
    await expect(toast(page)).toContainText('URL copied to clipboard')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)
  })

  test("A role change shows 'User role updated successfully' / 'Error updating user role' with the error message as description.", async ({
    page,
    request,
  }) => {
    const { email } = await openAccount(request)
    await openScreen(page, `/admin/user-management?q=${encodeURIComponent(email)}`)
    await page.getByLabel(`Role of ${email}`).selectOption('admin')
    await page.getByLabel('Your password').fill(ADMIN.password)
    await page.getByRole('button', { name: 'Change role' }).click()
    await expect(toast(page)).toContainText('User role updated successfully')
    await page.goto(`/admin/user-management?q=${ADMIN.email}`)
    await waitForHydration(page)
    await page.getByLabel(`Role of ${ADMIN.email}`).selectOption('user')
    await expect(toast(page)).toContainText('Error updating user role')
    await expect(toast(page)).toContainText('You can’t remove the designated administrator’s role.')
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

  test("Media delete asks 'Are you sure you want to delete this file?'", async ({ page }) => {
    await startSession(page, ADMIN)
    await uploadPicture(page)
    await page.goto('/admin/media')
    await waitForHydration(page)
    await page
      .getByRole('link', { name: /^Delete/ })
      .first()
      .click()
    await expect(page.getByRole('alertdialog')).toContainText('Are you sure you want to delete this file?')
    await page.getByRole('alertdialog').getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })

  test("A denied camera shows the alert 'Camera access denied. Please allow camera permissions.'", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', 'NotAllowedError'))
    })
    await page.goto('/')
    await waitForHydration(page)
    await consultantButton(page).click()
    await expect(page.getByRole('alert')).toHaveText('Camera access denied. Please allow camera permissions.')
  })

  test('Region lookup failures are logged and silently fall back to the saved detected region, else US.', async ({
    page,
    context,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    await context.route('**/api/v1/region', (route) => route.fulfill({ body: '<h1>Busy</h1>' }))
    await page.goto('/')
    await expect.poll(() => logged.join()).toContain('Region lookup failed')
    for (const price of await readProductPrices(page)) expect(price).toMatch(/^\$/)
    const later = await context.newPage()
    await later.addInitScript(() => localStorage.setItem('detectedRegion', 'CA'))
    await later.goto('/')
    await expect(later.getByText('Shipping to: Canada')).toBeVisible()
  })

  test('Corrupt stored cart or region data is ignored (empty cart or default region).', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('cart', '{"productId":"prd_1"')
      localStorage.setItem('userSelectedRegion', '{broken')
    })
    await page.goto('/categories')
    await waitForHydration(page)
    await expect(cartCount(page)).toContainText('0')
    await expect(page.getByText('Shipping to: United States')).toBeVisible()
  })
})
