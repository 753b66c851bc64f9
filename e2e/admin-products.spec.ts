import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { expect, test } from './test.ts'

test('unsaved edits of a product are announced, can be discarded, and are not lost without asking', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page, '/admin/products/new')
  const name = `Kept Balm ${crypto.randomUUID().slice(0, 8)}`
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Price (USD)').fill('10')
  await page.getByRole('button', { name: 'Create product' }).click()
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  const discard = page.getByRole('button', { name: 'Discard', exact: true })
  await expect(discard).toHaveCount(0)
  await page.getByLabel('Tagline').fill('New words')
  await page.getByLabel('Featured on the home page').check()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()

  const confirmDialog = page.getByRole('alertdialog')
  for (const leave of [
    () => page.getByRole('link', { name: 'Orders' }).first().click(),
    () => page.goBack(),
    () => page.getByRole('button', { name: 'Duplicate' }).click(),
  ]) {
    await leave()
    await expect(confirmDialog).toContainText('This product has unsaved changes.')
    await confirmDialog.getByRole('button', { name: 'Keep editing' }).click()
    await expect(confirmDialog).toHaveCount(0)
    await expect(page.getByLabel('Tagline')).toHaveValue('New words')
  }
  await page.getByLabel('Adjust by', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Adjust stock' }).click()
  await expect(page.getByRole('list', { name: 'Stock history' })).toContainText('+3')
  await expect(page.getByLabel('Tagline')).toHaveValue('New words')

  await discard.click()
  await expect(page.getByLabel('Tagline')).toHaveValue('')
  await expect(page.getByLabel('Featured on the home page')).not.toBeChecked()
  await expect(discard).toHaveCount(0)
  await page.getByLabel('Tagline').fill('Saved words')
  // It appears beside Save, which moves.
  await expect(discard).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(visibleMessage(page, 'Product saved')).toBeVisible()
  await expect(page.getByLabel('Tagline')).toHaveValue('Saved words')
  await expect(discard).toHaveCount(0)
  await page.getByLabel('Tagline').fill('Lost words')
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await confirmDialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/admin\/orders/)
})
