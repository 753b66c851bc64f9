import { type Account, GRACE, openAccount, signIn, visibleMessage } from './account.ts'
import { expect, test } from './test.ts'

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })
    let ada: Account

    test.beforeEach(async ({ page, request }) => {
      ada = await openAccount(request)
      await signIn(page, ada, { at: '/login?next=/profile', scripts })
      await expect(page).toHaveURL(/\/profile$/)
    })

    test('the profile is saved', async ({ page }) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Profile')
      await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(ada.email)
      await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
      await page.getByLabel('Full Name').fill('Ada Marlowe')
      await page.getByLabel('Phone Number').fill('(555) 010-7788')
      await page.getByLabel('Date of Birth').fill('1990-04-23')
      await page.getByRole('button', { name: 'Update Profile' }).click()
      await expect(visibleMessage(page, 'Profile updated successfully')).toBeVisible()
      await expect(visibleMessage(page, 'Your profile information has been saved.')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Full Name')).toHaveValue('Ada Marlowe')
      await expect(page.getByLabel('Phone Number')).toHaveValue('(555) 010-7788')
      await expect(page.getByLabel('Date of Birth')).toHaveValue('1990-04-23')
    })

    test('addresses are added, edited, made the default, and deleted', async ({ page }) => {
      const tabs = page.getByRole('navigation', { name: 'My Profile' })
      await tabs.getByRole('link', { name: 'Addresses' }).click()
      await expect(page).toHaveURL(/\/profile\?tab=addresses$/)
      await page.getByRole('button', { name: /^Delete/ }).click()
      await expect(visibleMessage(page, 'Address deleted successfully')).toBeVisible()
      await expect(page.getByText('No addresses saved')).toBeVisible()
      await expect(page.getByText('Add an address to make checkout faster and easier.')).toBeVisible()
      await page.getByRole('link', { name: 'Add Your First Address' }).click()
      await expect(page.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
      await expect(page.getByLabel('Address Label')).toHaveAttribute('placeholder', 'Home, Work, etc.')
      await page.getByLabel('First Name *').fill('Ada')
      await page.getByRole('button', { name: 'Save Address' }).click()
      await expect(visibleMessage(page, 'Please fill in all required fields')).toBeVisible()
      await expect(page.getByLabel('First Name *')).toHaveValue('Ada')
      await expect(page.getByLabel('City *')).toHaveAccessibleDescription('City is required')
      await fillAddress(page, '1 Orchard Row')
      await page.getByRole('button', { name: 'Save Address' }).click()
      await expect(visibleMessage(page, 'Address added successfully')).toBeVisible()
      const first = page.getByRole('article').filter({ hasText: '1 Orchard Row' })
      await expect(first.getByText('Default', { exact: true })).toBeVisible()
      await expect(first.getByRole('heading')).toContainText('Address')
      await expect(first.getByRole('button', { name: 'Set as Default' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Add Address' }).click()
      await page.getByLabel('Address Label').fill('Work')
      await fillAddress(page, '2 Mill Lane')
      await page.getByRole('button', { name: 'Save Address' }).click()
      const second = page.getByRole('article', { name: 'Work' })
      await second.getByRole('button', { name: 'Set as Default' }).click()
      await expect(visibleMessage(page, 'Default address updated')).toBeVisible()
      await expect(second.getByText('Default', { exact: true })).toBeVisible()
      await expect(first.getByText('Default', { exact: true })).toHaveCount(0)
      await second.getByRole('link', { name: /^Edit/ }).click()
      await expect(page.getByRole('heading', { name: 'Edit Address' })).toBeVisible()
      await expect(page.getByLabel('Address *', { exact: true })).toHaveValue('2 Mill Lane')
      await page.getByLabel('City *').fill('Salem')
      await page.getByRole('button', { name: 'Save Address' }).click()
      await expect(visibleMessage(page, 'Address updated successfully')).toBeVisible()
      await expect(second).toContainText('Salem')
      await second.getByRole('button', { name: /^Delete/ }).click()
      await expect(page.getByRole('article')).toHaveCount(1)
      await expect(first.getByText('Default', { exact: true })).toHaveCount(0)
    })

    test('settings have their defaults and are saved', async ({ page }) => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
      const enabledSettings = [
        'Order confirmations',
        'Shipping updates',
        'Allow cookies for better experience',
      ]
      const disabledSettings = ['Promotional emails', 'Share data for personalized recommendations']
      for (const label of enabledSettings) await expect(page.getByLabel(label)).toBeChecked()
      for (const label of disabledSettings) await expect(page.getByLabel(label)).not.toBeChecked()
      await page.getByLabel('Promotional emails').check()
      await page.getByLabel('Shipping updates').uncheck()
      await page.getByRole('button', { name: 'Save Settings' }).click()
      await expect(visibleMessage(page, 'Settings saved')).toBeVisible()
      await page.reload()
      await expect(page.getByLabel('Promotional emails')).toBeChecked()
      await expect(page.getByLabel('Shipping updates')).not.toBeChecked()
    })

    test('an account without orders shows the empty state', async ({ page }) => {
      await page.getByRole('link', { name: 'Orders' }).click()
      await expect(page.getByText('No orders yet')).toBeVisible()
      await page.getByRole('link', { name: 'Start Shopping' }).click()
      await expect(page).toHaveURL(/\/categories$/)
    })
  })
}

test('Grace sees her orders, and an invalid page is rejected', async ({ page }) => {
  await signIn(page, GRACE, { at: '/login?next=/profile?tab=orders' })
  const orders = page.getByRole('article', { name: /^Order #EB\d{6,}$/ })
  const latestOrder = orders.first()
  await expect(latestOrder).toContainText(/Placed on [A-Z][a-z]+ \d{1,2}, \d{4}/)
  await expect(latestOrder).toContainText(/Total: \$\d+\.\d\d/)
  await expect(latestOrder).toContainText(/\d+ items?/)
  await expect(latestOrder).toContainText(/Order: (pending|processing|shipped|delivered|cancelled|refunded)/)
  await expect(latestOrder).toContainText(/Payment: (paid|refunded|failed|pending)/)
  const visibleCount = await orders.count()
  expect(visibleCount).toBeGreaterThan(1)
  await page.goto('/profile?tab=orders&after=nonsense')
  await expect(page.getByText('This page doesn’t exist. Go back to the first page.')).toBeVisible()
})

async function fillAddress(page: Parameters<typeof signIn>[0], street: string): Promise<void> {
  await page.getByLabel('First Name *').fill('Ada')
  await page.getByLabel('Last Name *').fill('Marlowe')
  await page.getByLabel('Address *', { exact: true }).fill(street)
  await page.getByLabel('City *').fill('Portland')
  await page.getByLabel('State *').fill('OR')
  await page.getByLabel('ZIP Code *').fill('97201')
}
