import { ADMIN, GRACE, siteHeader, startSession, visibleMessage } from './account.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test('the form is submitted by keyboard and returns to the requested page', async ({ page }) => {
  await page.goto('/profile?tab=settings')
  await expect(page).toHaveURL(/\/login\?next=/)
  await waitForHydration(page)
  await page.getByLabel('Email').focus()
  await page.keyboard.type(GRACE.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(GRACE.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/profile\?tab=settings$/)
  await expect(visibleMessage(page, 'Successfully logged in!')).toBeVisible()
})

test('on a phone, login and logout are in the menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await startSession(page, ADMIN)
  await page.goto('/')
  await siteHeader(page).getByRole('button', { name: 'Menu' }).click()
  for (const name of ['Admin Panel', 'Admin']) {
    await expect(siteHeader(page).getByRole('link', { name, exact: true })).toBeInViewport()
  }
  await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeInViewport()
  await waitForHydration(page)
  await expect(siteHeader(page).getByRole('button', { name: 'Logout' })).toBeInViewport()
})
