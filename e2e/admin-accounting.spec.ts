import type { Locator } from '@playwright/test'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test.slow()

test('an entry is added, and an invalid amount is rejected', async ({ page }) => {
  await openAdmin(page, '/admin/accounting')
  const description = `Silk paper ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Description', { exact: true }).fill(description)
  await page.getByLabel('Amount').fill('1e3')
  await page.getByRole('button', { name: 'Add entry' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/Enter a number.*such as 12.50/)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue(description)
  await page.getByLabel('Amount').fill('-12.50')
  await page.getByRole('button', { name: 'Add entry' }).click()
  const row = page.getByRole('table', { name: 'Entries' }).getByRole('row', { name: description })
  await expect(row).toContainText('-$12.50')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('')
  await page.getByRole('link', { name: 'Manual' }).click()
  await expect(row).toBeVisible()
  await page.getByRole('navigation', { name: 'Accounting' }).getByRole('link', { name: 'Ledger' }).click()
  await expect(page.getByRole('table', { name: 'Trial balance' })).toContainText('Balanced')
})

test('a ledger entry moves an amount between two accounts', async ({ page }) => {
  await openAdmin(page, '/admin/accounting/ledger')
  await page.getByLabel('From (credit)').selectOption('Bank (asset)')
  await page.getByLabel('To (debit)').selectOption('Bank (asset)')
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Description').fill('Stamps')
  await page.getByRole('button', { name: 'Add ledger entry' }).click()
  await expect(page.getByLabel('To (debit)')).toHaveAccessibleDescription(/two different accounts/)
  await page.getByLabel('To (debit)').selectOption('Marketing (expense)')
  await page.getByRole('button', { name: 'Add ledger entry' }).click()
  await expect(visibleMessage(page, 'Entry added')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('')
  await page.getByRole('link', { name: 'Print balance sheet' }).click()
  await expect(page.getByRole('row', { name: 'Owner’s capital' })).toContainText('$25,000.00')
  expect(await findAxeViolations(page)).toEqual([])
})

test('a past month is closed and reopened', async ({ page }) => {
  await openAdmin(page, '/admin/accounting/ledger')
  const lastMonth = page.getByRole('table', { name: 'Months' }).getByRole('row').last()
  const month = (await lastMonth.getByRole('cell').first().innerText()).trim()
  await page.getByRole('button', { name: `Close ${month}` }).click()
  await expect(visibleMessage(page, 'Month closed')).toBeVisible()
  await page.getByRole('button', { name: `Reopen ${month}` }).click()
  await expect(visibleMessage(page, 'Month reopened')).toBeVisible()
})

test('profit and loss, trial balance, and the journal open as printable documents', async ({ page }) => {
  await openAdmin(page, '/admin/accounting/ledger')
  const profit = await page.getByRole('table', { name: 'Months' }).getByRole('row').nth(1).innerText()
  await page.getByRole('link', { name: 'Print profit and loss' }).click()
  const year = new Date().getUTCFullYear()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Profit and loss for ${year}`)
  const [month = ''] = profit.split('\t')
  const longMonth = new Date(`1 ${month} UTC`).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const row = page.getByRole('table', { name: 'Profit and loss' }).getByRole('row', { name: month })
  await expect(row).toContainText(profit.split('\t')[6] ?? 'nothing')
  const leftOf = async (locator: Locator) => (await locator.boundingBox())?.x
  expect(await leftOf(page.getByText(/^Times are in/))).toBe(await leftOf(page.getByRole('article')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Profit and loss' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/admin/accounting/trial-balance')
  await expect(page.getByRole('table', { name: 'Trial balance' })).toContainText('Balanced')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/admin/accounting/ledger')
  await page.getByRole('link', { name: month, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Journal for ${longMonth}`)
  const journal = page.getByRole('table', { name: 'Journal' })
  await expect(journal.getByText('Card clearing').first()).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect((await page.goto('/admin/accounting/ledgers'))?.status()).toBe(404)
})
