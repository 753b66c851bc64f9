import { openAccount, signIn, visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test.slow()

test('a customer is signed out, blocked after confirmation, sees why at sign-in, and is unblocked', async ({
  page,
  browser,
}) => {
  const grace = await openAccount(page.request)
  const customerContext = await browser.newContext()
  const customerPage = await customerContext.newPage()
  await openAdmin(page, '/admin/users')
  await signIn(customerPage, grace, { at: new URL('/login', page.url()).href })
  await page.getByRole('searchbox').fill(grace.email)
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: grace.email }).getByRole('link').click()
  await expect(page).toHaveURL(/users\/usr_/)
  await expect(page.getByText(grace.email, { exact: true })).toBeVisible()
  await expect(page.getByText('1 device', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(visibleMessage(page, 'Signed out everywhere')).toBeVisible()
  await expect(page.getByText('None', { exact: true })).toBeVisible()

  await page.getByText('Block customer…').click()
  await expect(page.getByText(`Block ${grace.email}?`)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(visibleMessage(page, 'Customer blocked')).toBeVisible()
  await customerPage.goto(new URL('/login', page.url()).href)
  await customerPage.getByLabel('Email').fill(grace.email)
  const password = customerPage.getByLabel('Password', { exact: true })
  await password.fill(grace.password)
  await password.press('Enter')
  await expect(customerPage.getByText('This account is blocked. Please contact').first()).toBeVisible()

  const customerUrl = page.url()
  await page.goto('/admin/users?show=blocked')
  await expect(page.getByRole('row', { name: grace.email })).toContainText('Blocked')
  await page.goto(customerUrl)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(visibleMessage(page, 'Customer unblocked')).toBeVisible()
  // Before scripts load, the form is sent by the browser, and the page that returns has no password.
  await password.fill(grace.password)
  await password.press('Enter')
  await expect(customerPage).not.toHaveURL(/login/)
  await customerContext.close()
})
