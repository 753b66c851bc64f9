import type { Locator, Page } from '@playwright/test'
import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

const LINES = 'Products (one per line)'

async function createFamily(page: Page, lines: string): Promise<string> {
  const name = `Satin ${crypto.randomUUID().slice(0, 8)}`
  await openAdmin(page, '/admin/products/families/new')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel(LINES).fill(lines)
  await page.getByLabel('Price (USD)').fill('38')
  await page.getByRole('button', { name: 'Create family' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await waitForHydration(page)
  return name
}

/** Copies and pastes with the keyboard, through a field of the page. */
async function paste(page: Page, text: string, target: Locator): Promise<void> {
  await page.getByLabel(LINES).fill(text)
  await page.getByLabel(LINES).press('Control+a')
  await page.getByLabel(LINES).press('Control+x')
  await target.press('Control+v')
}

test('rows from a spreadsheet are pasted into a family, undone, and saved', async ({ page }) => {
  test.slow()
  const name = await createFamily(page, 'Fig\nPlum')
  const cell = (field: string, shade: string) =>
    page.getByLabel(`${field} of ${name}, ${shade}`, { exact: true })
  const rows =
    'Coral\t01\t#ff7f50\tSatin\t3.5 g\t$40\nRosewood\t02\ta0525e\tMatte\t3.5 g\t41.50\nLeft out\t03'
  await paste(page, rows, cell('Shade', 'Fig'))
  await expect(cell('Price', 'Plum')).toHaveValue('41.50')
  await expect(cell('Pick the color', 'Fig')).toHaveValue('#ff7f50')
  await expect(page.getByText('2 rows pasted. Ctrl+Z undoes it. 1 row has no product here.')).toBeVisible()
  await cell('Shade', 'Fig').press('Control+z')
  await expect(cell('Shade', 'Fig')).toHaveValue('Fig')
  await expect(cell('Price', 'Plum')).toHaveValue('38.00')
  await paste(page, rows, cell('Shade', 'Fig'))
  await cell('Pick the color', 'Plum').fill('#123456')
  await expect(cell('Color', 'Plum')).toHaveValue('#123456')
  await cell('Status', 'Fig').selectOption('published')
  await cell('Shade', 'Fig').press('Control+s')
  await expect(visibleMessage(page, '2 products saved')).toBeVisible()
  await expect(cell('Color', 'Rosewood')).toHaveValue('#123456')
  await expect(cell('Size', 'Coral')).toHaveValue('3.5 g')
  expect(await findAxeViolations(page)).toEqual([])
})

test('products are put in order by dragging and by keyboard, and unsaved cells stay', async ({ page }) => {
  test.slow()
  const name = await createFamily(page, 'A\nB\nC')
  const rows = page.getByRole('table', { name: 'Products in this family' }).getByRole('row')
  const shades = () =>
    rows.getByLabel(/^Shade of/).evaluateAll((cells) => cells.map((cell) => 'value' in cell && cell.value))
  await page.getByLabel(`SKU of ${name}, A`).fill('DRAG-1')
  await rows.nth(3).getByText('⠿').dragTo(rows.nth(1))
  await expect.poll(shades).toEqual(['C', 'A', 'B'])
  await expect(page.getByLabel(`SKU of ${name}, A`)).toHaveValue('DRAG-1')
  await page.getByRole('button', { name: `Move ${name}, B up` }).press('Enter')
  await expect.poll(shades).toEqual(['C', 'B', 'A'])
  await expect(page.getByText('1 cell changed')).toBeVisible()
})
