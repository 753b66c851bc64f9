import { GRACE } from '../account.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

test.describe('2 Customer login (/customer/login, /login)', () => {
  test('Going back to login resets the form, and the Google button says that it redirects', async ({
    page,
  }) => {
    // A 204 response leaves the page in place, as while the redirect to Google is pending.
    await page.route('**/auth/google?*', (route) => route.fulfill({ status: 204 }))
    await page.goto('/customer/login')
    await waitForHydration(page)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('button', { name: 'Sign Up', exact: true })).toBeVisible()
    await page.getByLabel('Email').fill(GRACE.email)
    await page.getByLabel('Password').fill(GRACE.password)
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    for (const label of ['Email', 'Password']) await expect(page.getByLabel(label)).toHaveValue('')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByRole('button', { name: 'Redirecting...', exact: true })).toBeVisible()
  })
})
