import type { Browser, Page } from '@playwright/test'
import { type Account, openAccount, signIn, visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findLayoutProblems } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()
test.slow()

const WIDTHS = [390, 768, 1440]

async function changeRole(page: Page, { email }: Account, reason?: string): Promise<void> {
  await page.goto(`/admin/user-management?q=${encodeURIComponent(email)}`)
  await waitForHydration(page)
  await page.getByLabel(`Role of ${email}`).selectOption('admin')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your password').fill('beauty-admin')
  if (reason) await dialog.getByLabel('Reason for approval').fill(reason)
  await dialog.getByRole('button', { name: 'Change role' }).click()
}

async function openSecondPerson(browser: Browser, page: Page, account: Account): Promise<Page> {
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin })
  const second = await context.newPage()
  await signIn(second, account, { at: '/admin/login' })
  await second.goto('/admin/approvals')
  await waitForHydration(second)
  return second
}

test('two people: one asks to change a role, and the other approves it', async ({ page, browser }) => {
  await openAdmin(page)
  const [ada, grace] = [await openAccount(page.request), await openAccount(page.request)]

  // While one person is alone, nothing waits.
  await page.goto('/admin/approvals?show=settings')
  await waitForHydration(page)
  await page.getByLabel('Role changes').check()
  await page.getByLabel('Refunds above an amount').check()
  await page.getByLabel('Exports of personal data').check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(visibleMessage(page, 'Settings saved')).toBeVisible()
  await expect(page.getByText('Role changes wait for a second owner; there is one.')).toBeVisible()
  await changeRole(page, ada)
  await expect(visibleMessage(page, 'User role updated successfully')).toBeVisible()

  // Now there are two.
  await page.goto('/admin/approvals?show=settings')
  await expect(page.getByText('3 people can approve')).toBeVisible()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  await changeRole(page, grace, 'She takes over the returns')
  await expect(visibleMessage(page, 'Approval requested')).toBeVisible()
  await page.goto('/admin/approvals')
  await expect(page.getByText('Another person has to approve it.')).toBeVisible()

  const second = await openSecondPerson(browser, page, ada)
  // The demo's refund waits too.
  await expect(second.getByRole('link', { name: 'Approvals 2 waiting for you' })).toBeVisible()
  const roleChange = second.getByRole('article', { name: 'Change a role' })
  await expect(roleChange).toContainText('She takes over the returns')
  await expect(roleChange).toContainText('User → Admin')
  expect(await findLayoutProblems(second, WIDTHS)).toEqual([])
  await roleChange.getByRole('button', { name: 'Decline' }).click()
  await expect(roleChange.getByLabel('Your reason')).toHaveAccessibleDescription(/Say why/)
  await roleChange.getByRole('button', { name: 'Approve' }).click()
  await expect(visibleMessage(second, 'Approved and done')).toBeVisible()
  await expect(roleChange).toBeHidden()
  await second.getByRole('link', { name: 'History' }).click()
  await expect(roleChange).toContainText('Approved by')
  expect(await findLayoutProblems(second, WIDTHS)).toEqual([])

  await page.goto('/admin/orders?show=delivered')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Request export' }).click()
  expect(await findLayoutProblems(page, WIDTHS)).toEqual([])
  await page.getByLabel('Reason for approval').fill('For the tax adviser')
  await page.getByRole('button', { name: 'Request approval' }).click()
  await expect(page.getByText('orders.csv (delivered)')).toBeVisible()
  await second.goto(new URL(page.url()).pathname)
  await waitForHydration(second)
  await second.getByRole('button', { name: 'Approve' }).click()
  await expect(visibleMessage(second, 'Approved and done')).toBeVisible()
  await second.context().close()
  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download orders.csv' }).click()
  expect((await download).suggestedFilename()).toBe('orders.csv')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Download orders.csv' })).toBeHidden()

  await page.goto(`/admin/user-management?q=${encodeURIComponent(grace.email)}`)
  await expect(page.getByLabel(`Role of ${grace.email}`)).toHaveValue('admin')
})
