import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test('the owner recalls a batch, previews and sends the email, and refunds everyone', async ({ page }) => {
  await openAdmin(page, '/admin/products/batches?sort=oldest')
  await page.locator('table a[href*="/batches/bat_"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: /^Batch L/ })).toBeVisible()
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  await page.getByText('Recall this batch…').click()
  expect(await findAxeViolations(page)).toEqual([])
  const [reason, confirmation] = [page.getByLabel('Reason'), page.getByLabel(/^Type .* to confirm$/)]
  await reason.fill('Mold in one jar')
  await confirmation.fill('another')
  await page.getByRole('button', { name: 'Recall' }).click()
  await expect(page.getByText(/to confirm that you mean this batch/).first()).toBeVisible()
  await expect(reason).toHaveValue('Mold in one jar')
  await confirmation.fill(heading?.replace('Batch ', '') ?? '')
  await page.getByRole('button', { name: 'Recall' }).click()
  await expect(page.getByText(/units left stock/)).toBeVisible()

  await page.getByLabel('Message').fill('Please stop using it.\n\nWe’re sorry.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Hello Grace,')
  await expect(page.getByLabel('Message')).toHaveValue('Please stop using it.\n\nWe’re sorry.')
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Send to/ }).click()
  await expect(page.getByText(/^Sent on/)).toBeVisible()

  await page.getByText('Refund all…').click()
  await page.getByRole('button', { name: 'Refund all' }).click()
  await expect(page.getByRole('cell', { name: 'Refunded' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Refund / })).toHaveCount(0)
})
