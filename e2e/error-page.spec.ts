import { GRACE, startSession } from './account.ts'
import { findAxeViolations } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

/** An isolated store, because this test breaks its database. */
const test = createIsolatedTest()

test('the error page is accessible, keeps its request ID after hydration, and the store recovers with its database', async ({
  page,
  store,
}) => {
  test.slow()
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

  await page.context().clearCookies()
  await queryDatabase(store.databaseUrl, 'alter table products rename to products_away')
  const response = await page.goto('/')
  expect(response?.status()).toBe(500)
  await waitForHydration(page)
  await expect(page.locator('[data-request-id]')).toHaveText(response?.headers()['x-request-id'] ?? 'none')
  expect(await findAxeViolations(page)).toEqual([])
  await queryDatabase(store.databaseUrl, 'alter table products_away rename to products')
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('heading', { name: 'Popular Beauty Products' })).toBeVisible()
})
