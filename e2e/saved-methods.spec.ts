import type { APIRequestContext, Page } from '@playwright/test'
import { ADMIN, openAccount, startSession, visibleMessage } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { findWellStockedProducts } from './cart-page.ts'
import { fillCheckout, payWithCard, placeOrder } from './checkout-form.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()

async function letCustomersSave(request: APIRequestContext, form: 'store' | 'provider'): Promise<void> {
  const token = await request.post('/api/v1/auth/token', { data: { grant_type: 'password', ...ADMIN } })
  const headers = { authorization: `Bearer ${(await token.json()).access_token}` }
  const { version } = await (await request.get('/api/v1/admin/settings', { headers })).json()
  const data = { version, payments: { form, save_methods: true } }
  expect((await request.patch('/api/v1/admin/settings', { headers, data })).status()).toBe(200)
}

/** Adds a product and submits the checkout. */
async function checkOut(page: Page, request: APIRequestContext): Promise<void> {
  const [{ name }] = await findWellStockedProducts(request)
  await page.goto(`/search?q=${encodeURIComponent(name)}`)
  await page.getByRole('main').getByRole('link', { name }).first().click()
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await expect(page.getByRole('link', { name: /^Cart\b.*1/ }).first()).toBeAttached()
  await page.goto('/checkout')
  await waitForHydration(page)
  await fillCheckout(page)
  await placeOrder(page)
}

/** Once its library has asked for the session’s methods. */
async function waitForForm(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/checkout\/pay\?session_id=/)
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled({ timeout: 30_000 })
}

async function expectAccessible(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}.png`), fullPage: true })
    expect(await findAxeViolations(page)).toEqual([])
  }
}

async function openSavedMethods(page: Page): Promise<void> {
  await page.goto('/profile?tab=settings')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Saved payment methods' }).click()
  await expect(page.getByRole('heading', { name: 'Saved payment methods' })).toBeVisible()
}

test('a customer saves a card while paying, sees it on My Profile, pays with it, and removes it', async ({
  page,
  request,
}) => {
  test.slow()
  await letCustomersSave(request, 'store')
  await startSession(page, await openAccount())
  await openSavedMethods(page)
  await expect(page.getByText('No saved payment methods')).toBeVisible()
  await expectAccessible(page, 'none')

  await checkOut(page, request)
  await waitForForm(page)
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Expiry').fill('05 / 31')
  await page.getByLabel('Save this card for next time').check()
  await expectAccessible(page, 'form-save')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  await openSavedMethods(page)
  await expect(page.getByRole('main')).toContainText('Visa ending in 4242Expires 05/2031')
  await expectAccessible(page, 'list')

  await checkOut(page, request)
  await waitForForm(page)
  const saved = page.getByRole('radio', { name: 'Visa •••• 4242, expires 05/2031' })
  await expect(saved).toBeChecked()
  await expect(page.getByLabel('Card number')).toBeHidden()
  await expectAccessible(page, 'form-saved')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  await openSavedMethods(page)
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Remove this payment method?' })
  await expectAccessible(page, 'remove')
  await dialog.getByRole('button', { name: 'Keep It' }).click()
  await page.getByRole('button', { name: 'Remove Visa ending in 4242' }).click()
  await dialog.getByRole('button', { name: 'Yes, Remove It' }).dblclick()
  await expect(visibleMessage(page, 'Payment method removed')).toBeVisible()
  await expect(page.getByText('No saved payment methods')).toBeVisible()
})

test('the provider’s page saves and offers cards too, and a guest is asked nothing', async ({
  page,
  request,
  browser,
}) => {
  test.slow()
  await letCustomersSave(request, 'provider')
  await startSession(page, await openAccount())
  await checkOut(page, request)
  await page.getByLabel('Save this card for next time').check()
  await expectAccessible(page, 'provider-save')
  await payWithCard(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  await checkOut(page, request)
  await expect(page.getByRole('radio', { name: 'Visa •••• 3155, expires 12/2034' })).toBeChecked()
  await expect(page.getByLabel('Card number')).toBeHidden()
  await expectAccessible(page, 'provider-saved')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()

  const guest = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const guestPage = await guest.newPage()
  await checkOut(guestPage, request)
  await expect(guestPage.getByLabel('Card number')).toBeVisible()
  await expect(guestPage.getByLabel('Save this card for next time')).toBeHidden()
  await guest.close()
})
