import type { Page } from '@playwright/test'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

/** The paper and the number of pages of what the browser would print. */
async function printPages(page: Page): Promise<{ sizes: string[]; count: number }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)]
  const sizes = boxes.map(
    ([, width, height]) => `${Math.round(Number(width))} × ${Math.round(Number(height))}`,
  )
  return { sizes: [...new Set(sizes)], count: boxes.length }
}

test('a day in the shop: pick from the packing list, tag the orders, and print slips for all of them', async ({
  page,
}) => {
  await openAdmin(page, '/admin/orders/packing-list')
  await expect(page.getByRole('region', { name: /^To pick: \d+ items$/ })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  expect((await printPages(page)).sizes).toEqual(['612 × 792'])
  await page.getByRole('link', { name: 'Orders to fulfill' }).click()
  await waitForHydration(page)
  const table = page.getByRole('table', { name: 'Orders' })
  await expect(table.getByRole('checkbox', { name: /^Select EB/ }).first()).toBeVisible()
  const orderCount = await table.getByRole('checkbox', { name: /^Select EB/ }).count()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await expect(table.getByRole('checkbox', { name: /^Select EB/, checked: true })).toHaveCount(orderCount)
  await page.getByLabel('Tag', { exact: true }).fill('Morning round')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(visibleMessage(page, `${orderCount} orders tagged`)).toBeVisible()
  await page.goto('/admin/orders?tag=morning+round')
  await waitForHydration(page)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Packing slips' }).click()
  await expect(page.getByRole('heading', { level: 2, name: /Packing slip/ })).toHaveCount(orderCount)
  expect(await printPages(page)).toEqual({ sizes: ['612 × 792'], count: orderCount })
  await page.getByLabel('Paper').selectOption('A4')
  await expect(page).toHaveURL(/format=a4/)
  await expect(page.locator('.paper-a4').first()).toBeVisible()
  expect(await printPages(page)).toEqual({ sizes: ['595 × 842'], count: orderCount })
  await page.goto('/admin/orders/selected/label?all=1&tag=morning+round')
  expect(await printPages(page)).toEqual({ sizes: ['298 × 420'], count: orderCount })
  await page.goto('/admin/orders/selected/label?all=1&tag=morning+round&format=a4')
  expect(await printPages(page)).toEqual({ sizes: ['595 × 842'], count: Math.ceil(orderCount / 8) })
  expect(await findAxeViolations(page)).toEqual([])
})

test('tags are added and removed by keyboard, and a list is saved as a view', async ({ page }) => {
  await openAdmin(page, '/admin/users?q=grace')
  await page.getByRole('table', { name: 'Users' }).getByRole('link', { name: /Grace/ }).first().click()
  await waitForHydration(page)
  await page.getByLabel('New tag').fill('VIP')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove tag VIP' })).toBeVisible()
  await page.getByLabel(/Internal note/).fill('Prefers calls')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Prefers calls')
  expect(await findAxeViolations(page)).toEqual([])
  await page.goto('/admin/users?q=grace')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'VIP' }).first().click()
  await page.getByText('Save view').click()
  await page.getByLabel('Name of the view').fill('Our VIPs')
  await page.keyboard.press('Enter')
  await expect(visibleMessage(page, 'View saved')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Saved views' })).toContainText('Our VIPs')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByText('Edit view').click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(visibleMessage(page, 'View deleted')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/users$/)
})
