import { ADMIN, startSession } from '../account.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe("2 Orders (/orders) 'Your Orders' / 'Track and view your order history'", () => {
  test('Orders: a loading spinner, and the error state', async ({ page }) => {
    await startSession(page, ADMIN)
    await page.goto('/orders')
    await waitForHydration(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/orders.data*', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('link', { name: 'Older orders' }).click()
    const status = page.getByRole('status').filter({ hasText: 'Loading your orders' })
    await expect(status.locator('.animate-spin')).toBeVisible()
    release()
    await expect(page.getByRole('link', { name: 'Newest orders' })).toBeVisible()
    await expect(status).toHaveCount(0)

    await page.getByRole('link', { name: 'Home', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
    await page.route('**/orders.data*', (route) => route.fulfill({ status: 502 }))
    await page.goBack()
    const error = page.getByRole('alert')
    await expect(error.getByText('Error Loading Orders', { exact: true })).toBeVisible()
    await expect(error.getByText('Please try again later.', { exact: true })).toBeVisible()
  })
})

test.describe('2 Payment result (/payment-success)', () => {
  test("Spinner 'Verifying your payment...'", async ({ page }) => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/payment-success.data*', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/payment-success?session_id=cs_orchard')
    const status = page.getByRole('status').filter({ hasText: 'Verifying your payment...' })
    await expect(status).toBeVisible()
    await expect(status.locator('.animate-spin')).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Payment Failed', exact: true })).toBeVisible()
    await expect(status).toHaveCount(0)
  })
})

test.describe('2 Search (/search?q={query})', () => {
  test('The search box submits only non-empty trimmed text, URL-encoded', async ({ page }) => {
    await page.goto('/categories')
    await waitForHydration(page)
    const searchBox = page.getByLabel('Search products')
    for (const blank of ['', '   ']) {
      await searchBox.fill(blank)
      await searchBox.press('Enter')
      await expect(page).toHaveURL('/categories')
    }
    await searchBox.fill('  rose & oud?  ')
    await searchBox.press('Enter')
    await expect(page).toHaveURL(`/search?q=${encodeURIComponent('rose & oud?')}`)
  })
})
