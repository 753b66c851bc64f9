import type { Page } from '@playwright/test'
import { GRACE, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

/** An isolated store, because these tests break its database. */
const test = createIsolatedTest()
test.describe.configure({ mode: 'serial' })

const requestNumber = (page: Page) => page.locator('[data-request-id]')

test('the request ID stays after hydration', async ({ page }) => {
  const response = await page.goto('/')
  await waitForHydration(page)
  await expect(requestNumber(page)).toHaveText(response?.headers()['x-request-id'] ?? 'none')
})

test('the error page is accessible and has links', async ({ page }) => {
  await page.goto('/')
  expect(await findAxeViolations(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
})

test('the store recovers with its database', async ({ page, store }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(500)
  await queryDatabase(store.databaseUrl, 'alter table products_away rename to products')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})
