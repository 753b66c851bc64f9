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

test('a failed page shows the request ID that is in the log', async ({ page, store }) => {
  await queryDatabase(store.databaseUrl, 'alter table products rename to products_away')
  for (const path of ['/', '/categories', '/product/prd_00000000000000000000']) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(500)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong')
    const displayedNumber = await requestNumber(page).innerText()
    expect(displayedNumber).toBe(response?.headers()['x-request-id'])
    const findLogLine = () =>
      store
        .readLogEntries()
        .find(({ event, requestId }) => event === 'page failed' && requestId === displayedNumber)
    await expect.poll(findLogLine).toMatchObject({ level: 'error', path })
    expect(JSON.stringify(findLogLine())).toMatch(/relation .{1,3}products.{1,3} does not exist/)
    expect(await response?.text()).not.toMatch(
      /products_away|relation|does not exist|node_modules|\bat .*\.js:\d/,
    )
  }
})

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

test('orders that fail to load show an error and load on retry', async ({ page, store }) => {
  await startSession(page, GRACE)
  await queryDatabase(store.databaseUrl, 'alter table order_items rename to order_items_away')
  expect((await page.goto('/orders'))?.status()).toBe(200)
  await waitForHydration(page)
  const errorMessage = page.getByRole('alert').filter({ hasText: 'Error Loading Orders' })
  await expect(errorMessage).toContainText('Please try again later.')
  expect(await findAxeViolations(page)).toEqual([])
  await queryDatabase(store.databaseUrl, 'alter table order_items_away rename to order_items')
  await errorMessage.getByRole('link', { name: 'Try Again' }).click()
  await expect(page.getByRole('main').getByRole('article').first()).toContainText(/Order #EB\d{6,}/)
  await expect(errorMessage).toHaveCount(0)
})
