import { ADMIN } from './account.ts'
import { apiClient } from './api.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { createIsolatedTest } from './isolated-store.ts'
import { expect } from './test.ts'

const test = createIsolatedTest()

test('cached pages follow the settings, and a region that is off is neither offered nor kept', async ({
  page,
  request,
}) => {
  await page.goto('/shipping-returns')
  await waitForHydration(page)
  await page.getByLabel('Region and currency').selectOption('CA')
  await expect(page.getByText('Shipping to: Canada (CAD)')).toBeVisible()

  const admin = await apiClient(request, ADMIN)
  const { body: settings } = await admin('GET /admin/settings')
  const data = {
    version: settings.version,
    regions: { CA: { enabled: false } },
    shipping: { fee: 7, free_from: 90 },
  }
  expect((await admin('PATCH /admin/settings', { data })).status).toBe(200)

  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Orders up to $90.00')).toBeVisible({ timeout: 500 })
  }).toPass()
  const notice = page.getByText(
    'We don’t ship to Canada right now. Prices are for the United States, in USD.',
  )
  await expect(notice).toBeVisible()
  await expect(page.getByRole('option', { name: /Canada/ })).toHaveCount(0)
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'OK', exact: true }).click()
  await expect(notice).toBeHidden()
  await page.reload()
  await waitForHydration(page)
  await expect(notice).toBeHidden()
  await expect(page.getByLabel('Region and currency')).toHaveValue('US')
})
