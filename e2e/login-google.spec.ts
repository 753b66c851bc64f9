import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('the Google button shows that it redirects, and resets when the shopper returns', async ({ page }) => {
  // A 204 response leaves the page in place, as while the redirect to Google is pending.
  await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/login')
  await waitForHydration(page)
  const redirect = page.waitForResponse('**/auth/google?*')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await expect(page.getByRole('button', { name: 'Redirecting...' })).toBeVisible()
  await redirect
  await page.goto('/')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
})

test('without a connection, the Google button shows an error and the page stays', async ({
  page,
  context,
}) => {
  await page.goto('/login')
  await waitForHydration(page)
  await page.getByLabel('Email').fill('mira@example.com')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  const error = 'Something went wrong with Google login. Please try email/password login instead.'
  await expect(page.getByText(error, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('mira@example.com')
})
