import { findEmailLink, newAccount } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const CONFIRMATION_SUBJECT = /Confirm your subscription/

test('a shopper subscribes without leaving the page, and confirms', async ({ page, request }) => {
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
  const link = await findEmailLink(request, email, CONFIRMATION_SUBJECT)
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
})
