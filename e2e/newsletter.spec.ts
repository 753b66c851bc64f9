import { newAccount } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('a shopper subscribes without leaving the page', async ({ page }) => {
  const { email } = newAccount()
  await page.goto('/contact')
  await waitForHydration(page)
  const footer = page.getByRole('contentinfo')
  const emailField = footer.getByLabel('Join our newsletter')
  await emailField.fill('not an address')
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(emailField).toHaveAccessibleDescription('Please enter a valid email address')
  await emailField.fill(`  ${email.toUpperCase()} `)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await expect(footer.getByRole('status')).toContainText('Check your email')
  await expect(page).toHaveURL(/\/contact$/)
})
