import { visibleMessage } from './account.ts'
import { clickKeepingFilter, openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test.slow()

test('an offer is created, paused, and resumed, and the audit log names the administrator', async ({
  page,
}) => {
  await openAdmin(page, '/admin/offers')
  const code = `LINDEN-${crypto.randomUUID().slice(0, 6).toUpperCase()}`
  await page.getByText('New offer').click()
  await page.getByLabel('Code', { exact: true }).fill('x')
  await page.getByLabel('Title', { exact: true }).fill('For linden time')
  await page.getByLabel('Value').fill('10')
  await page.getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/3 to 30 letters/)
  await expect(page.getByLabel('Code', { exact: true })).toHaveValue('x')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Create offer' }).click()
  const row = page.getByRole('row', { name: code })
  await expect(row).toContainText('10%')
  await row.getByRole('button', { name: /Pause/ }).click()
  await expect(visibleMessage(page, 'Offer paused')).toBeVisible()
  await row.getByRole('button', { name: /Resume/ }).click()
  await expect(row).toContainText('Active')
  await page.getByRole('searchbox').fill(code)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await clickKeepingFilter(page.getByRole('link', { name: 'Active' }), `q=${code}`)
  await expect(page).toHaveURL(/show=running/)
  await expect(page.getByRole('table', { name: 'Offers' }).locator('tbody tr')).toHaveCount(1)
  await row.getByRole('button', { name: /Pause/ }).click()
  await expect(page.getByText('No offers match.')).toBeVisible()
  await expect(page).toHaveURL(/show=running/)
  await page.getByRole('link', { name: 'Paused' }).click()
  await row.getByRole('button', { name: /Resume/ }).click()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  const id = (await row.locator('form').getAttribute('action'))?.split('/').at(-2)
  await page.goto(`/admin/audit?q=${id}`)
  const log = page.getByRole('table', { name: 'Audit' })
  await expect(log.getByRole('row').nth(1)).toContainText('Offer resumed')
  await expect(log.getByRole('row').nth(1)).toContainText('admin@eternalbeauty.example')
  await expect(page.getByText('Log verified')).toBeVisible()
  await page.getByRole('link', { name: 'Offers' }).and(page.locator('[href*="show=offers"]')).click()
  await expect(log.getByRole('row').nth(1)).toContainText('Offer resumed')
  await page.getByRole('link', { name: 'Reviews' }).and(page.locator('[href*="show=reviews"]')).click()
  await expect(page.getByText('No entries match.')).toBeVisible()
})
