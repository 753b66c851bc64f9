import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('the Google button shows that it redirects, and resets when the shopper returns', async ({ page }) => {
  // A 204 response leaves the page in place, as while the redirect to Google is pending.
  await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
  await page.goto('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})
