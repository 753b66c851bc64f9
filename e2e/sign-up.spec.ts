import { findEmailLink, newAccount, signIn, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('a shopper signs up, confirms by email, signs in, and resets the password', async ({
  page,
  request,
}) => {
  test.slow()
  const ada = newAccount()
  await page.goto('/signup')
  await waitForHydration(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up for Eternal Beauty')
  await page.getByLabel('Email').fill(ada.email)
  await page.getByLabel('Password').fill(ada.password)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect(visibleMessage(page, 'Check your email to confirm your account')).toBeVisible()
  await page.goto(await findEmailLink(request, ada.email, /confirm/i))
  await expect(page).toHaveURL(/:\d+\/$/)
  await expect(visibleMessage(page, 'Email address confirmed')).toBeVisible()
  await signIn(page, ada)

  await page.context().clearCookies()
  await page.goto('/login?mode=forgot')
  await waitForHydration(page)
  await page.getByLabel('Email').fill(ada.email)
  await page.getByRole('button', { name: 'Send Reset Email' }).click()
  await expect(visibleMessage(page, 'Reset Email Sent')).toBeVisible()
  const link = await findEmailLink(request, ada.email, /password/i)
  await page.goto(link)
  await expect(page).toHaveURL(/\/reset-password$/)
  await waitForHydration(page)
  await page.getByLabel('New password', { exact: true }).fill('amber evening')
  await page.getByLabel('Confirm new password').fill('amber morning')
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expect(page.getByText('The passwords don’t match.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('amber evening')
  await page.getByLabel('Confirm new password').fill('amber evening')
  await page.getByRole('button', { name: 'Save New Password' }).click()
  await expect(visibleMessage(page, 'Password changed')).toBeVisible()
  await signIn(page, { ...ada, password: 'amber evening' })
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page).toHaveURL(/\/login\?mode=forgot/)
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link has expired')
})
