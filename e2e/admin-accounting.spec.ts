import type { Locator } from '@playwright/test'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test('the documents of the accounts are printed without the layout and are accessible', async ({ page }) => {
  test.slow()
  await openAdmin(page, '/admin/accounting/ledger')
  await page.getByRole('link', { name: 'Print profit and loss' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Profit and loss for \d{4}$/)
  const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x
  expect(await leftOf(page.getByText(/^Times are in/))).toBe(await leftOf(page.getByRole('article')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Profit and loss' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/admin/accounting/balance-sheet')
  await expect(page.getByRole('row', { name: 'Owner’s capital' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})
