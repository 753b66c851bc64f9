import type { APIRequestContext, Page } from '@playwright/test'
import { GRACE, openAccount, startSession, visibleMessage } from '../account.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const WORK_ADDRESS = {
  label: 'Work',
  firstName: 'Ada',
  lastName: 'Moss',
  address: '9 Kiln Road',
  city: 'Troy',
  state: 'NY',
  zipCode: '12180',
  phone: '5185550199',
}

/** A new account, with the demo's address Home and a second one. */
async function openAddresses(page: Page, request: APIRequestContext) {
  await startSession(page, await openAccount(request))
  await page.request.post('/api/v1/profile/addresses', { data: WORK_ADDRESS })
  await page.goto('/profile?tab=addresses')
  await waitForHydration(page)
  const card = (name: string) => page.getByRole('article', { name })
  return { home: card('Home'), work: card('Work') }
}

test.describe("2 Profile (/profile) 'My Profile'", () => {
  test('Four tabs; the default is Profile', async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/profile')
    const tabs = page.getByRole('navigation', { name: 'My Profile' }).getByRole('link')
    await expect(tabs).toHaveText(['Profile', 'Addresses', 'Orders', 'Settings'])
    await expect(tabs.first()).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { name: 'Personal Information' })).toBeVisible()
  })

  test("Profile: 'Personal Information' form with Full Name, Email (read-only), Phone Number (US-format placeholder), Date of Birth; button 'Update Profile'", async ({
    page,
  }) => {
    await startSession(page, GRACE)
    await page.goto('/profile')
    const form = page.getByRole('region', { name: 'Profile' })
    await expect(form.getByRole('heading', { name: 'Personal Information', exact: true })).toBeVisible()
    await expect(form.getByLabel('Full Name')).toBeEditable()
    await expect(form.getByLabel('Email')).not.toBeEditable()
    await expect(form.getByLabel('Phone Number')).toHaveAttribute('placeholder', '(555) 123-4567')
    await expect(form.getByLabel('Date of Birth')).toHaveAttribute('type', 'date')
    await expect(form.getByRole('button', { name: 'Update Profile', exact: true })).toBeVisible()
  })

  test("Initial values come from the signed-in user's email and metadata full_name, phone, date_of_birth", async ({
    page,
    request,
  }) => {
    const account = await openAccount(request)
    await startSession(page, account)
    const metadata = { full_name: 'Ada Moss', phone: '(518) 555-0199', date_of_birth: '1990-04-23' }
    await page.request.patch('/api/v1/profile', { data: metadata })
    await page.goto('/profile')
    for (const [label, value] of [
      ['Email', account.email],
      ['Full Name', metadata.full_name],
      ['Phone Number', metadata.phone],
      ['Date of Birth', metadata.date_of_birth],
    ] as const)
      await expect(page.getByRole('main').getByLabel(label)).toHaveValue(value)
  })

  test("Addresses: 'Manage Addresses'; address cards in two columns on wide screens", async ({
    page,
    request,
  }) => {
    const { home, work } = await openAddresses(page, request)
    await expect(page.getByRole('heading', { name: 'Manage Addresses', exact: true })).toBeVisible()
    const position = async (card: typeof home) =>
      (await card.boundingBox()) ?? { x: Number.NaN, y: Number.NaN }
    expect((await position(work)).y).toBe((await position(home)).y)
    expect((await position(work)).x).not.toBe((await position(home)).x)
    await page.setViewportSize({ width: 600, height: 900 })
    expect((await position(work)).x).toBe((await position(home)).x)
  })

  test("An Add Address button; a form titled 'Add New Address' or 'Edit Address'", async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/profile?tab=addresses')
    await page.getByRole('link', { name: 'Add Address', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Add New Address', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await page.getByRole('link', { name: 'Edit Home' }).click()
    await expect(page.getByRole('heading', { name: 'Edit Address', exact: true })).toBeVisible()
  })

  test("Fields Address Label (placeholder 'Home, Work, etc.'), First Name *, Last Name *, Address *, City *, State *, ZIP Code *, Phone Number; buttons Save Address and Cancel", async ({
    page,
  }) => {
    await startSession(page, GRACE)
    await page.goto('/profile?tab=addresses')
    await page.getByRole('link', { name: 'Add Address', exact: true }).click()
    await expect(page.getByLabel('Address Label')).toHaveAttribute('placeholder', 'Home, Work, etc.')
    for (const name of [
      'First Name *',
      'Last Name *',
      'Address *',
      'City *',
      'State *',
      'ZIP Code *',
      'Phone Number',
    ])
      await expect(page.getByRole('textbox', { name, exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save Address', exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Cancel', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Save Address' })).toHaveCount(0)
  })

  test("Each card has edit, delete and 'Set as Default' (hidden on the default card, which shows a 'Default' badge)", async ({
    page,
    request,
  }) => {
    const { home, work } = await openAddresses(page, request)
    for (const card of [home, work]) {
      await expect(card.getByRole('link', { name: /^Edit/ })).toBeVisible()
      await expect(card.getByRole('button', { name: /^Delete/ })).toBeVisible()
    }
    await expect(home.getByRole('button', { name: 'Set as Default' })).toHaveCount(0)
    await expect(home.getByText('Default', { exact: true })).toBeVisible()
    await expect(work.getByText('Default', { exact: true })).toHaveCount(0)
    await work.getByRole('button', { name: 'Set as Default', exact: true }).click()
    await expect(work.getByText('Default', { exact: true })).toBeVisible()
    await expect(home.getByRole('button', { name: 'Set as Default', exact: true })).toBeVisible()
  })

  test("Empty state: 'No addresses saved' / 'Add an address to make checkout faster and easier.' / 'Add Your First Address'", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=addresses')
    await page.getByRole('button', { name: 'Delete Home' }).click()
    await expect(page.getByText('No addresses saved', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Add an address to make checkout faster and easier.', { exact: true }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Add Your First Address', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Add New Address' })).toBeVisible()
  })

  test("Orders: 'No orders yet' message with a 'Start Shopping' button to /categories", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=orders')
    await expect(page.getByText('No orders yet', { exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start Shopping', exact: true })).toHaveAttribute(
      'href',
      '/categories',
    )
  })

  test("Settings: 'Account Settings'. Email Notifications checkboxes: Order confirmations (on), Shipping updates (on), Promotional emails (off)", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=settings')
    await expect(page.getByRole('heading', { name: 'Account Settings', exact: true })).toBeVisible()
    const notifications = page.getByRole('group', { name: 'Email Notifications' })
    await expect(notifications.getByRole('checkbox')).toHaveCount(3)
    for (const name of ['Order confirmations', 'Shipping updates'])
      await expect(notifications.getByRole('checkbox', { name, exact: true })).toBeChecked()
    await expect(
      notifications.getByRole('checkbox', { name: 'Promotional emails', exact: true }),
    ).not.toBeChecked()
  })

  test("Privacy Settings: 'Allow cookies for better experience' (on), 'Share data for personalized recommendations' (off); a Save Settings button", async ({
    page,
    request,
  }) => {
    await startSession(page, await openAccount(request))
    await page.goto('/profile?tab=settings')
    const privacy = page.getByRole('group', { name: 'Privacy Settings' })
    await expect(
      privacy.getByRole('checkbox', { name: 'Allow cookies for better experience', exact: true }),
    ).toBeChecked()
    const sharing = privacy.getByRole('checkbox', {
      name: 'Share data for personalized recommendations',
      exact: true,
    })
    await expect(sharing).not.toBeChecked()
    await sharing.check()
    await page.getByRole('button', { name: 'Save Settings', exact: true }).click()
    await expect(visibleMessage(page, 'Settings saved')).toBeVisible()
    await page.reload()
    await expect(sharing).toBeChecked()
  })
})
