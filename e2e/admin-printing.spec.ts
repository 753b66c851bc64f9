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
