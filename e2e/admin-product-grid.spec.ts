import { visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

async function createTwoProducts(page: import('@playwright/test').Page): Promise<[string, string]> {
  const suffix = crypto.randomUUID().slice(0, 8)
  const names: [string, string] = [`Grid A ${suffix}`, `Grid B ${suffix}`]
  for (const name of names) {
    const response = await page.request.post('/api/v1/admin/products', { data: { name, price: 48 } })
    expect(response.status()).toBe(201)
  }
  return names
}

for (const scripts of [true, false]) {
  test.describe(scripts ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled: scripts })

    test('many products are edited at once, and invalid values stay as typed', async ({ page }) => {
      test.slow()
      await openAdmin(page, '/admin/products', { scripts })
      const [a, b] = await createTwoProducts(page)
      await page.goto(`/admin/products?q=${a.slice(-8)}&sort=name`)
      await page.getByRole('link', { name: 'Bulk edit' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bulk edit products')
      const cell = (field: string, name: string) => page.getByLabel(`${field} of ${name}`, { exact: true })
      await cell('Price', a).fill('52')
      await cell('Category', a).selectOption('Makeup')
      await cell('Stock adjustment, 0 in stock', a).fill('7')
      await cell('Price', b).fill('1e3')
      await page.getByLabel('Reason for stock changes').selectOption('received')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(visibleMessage(page, '1 product saved')).toBeVisible()
      await expect(cell('Price', b)).toHaveValue('1e3')
      await expect(cell('Price', b)).toHaveAccessibleDescription(/Enter a number/)
      await expect(cell('Price', a)).toHaveValue('52.00')
      await expect(cell('Stock adjustment, 7 in stock', a)).toHaveValue('')
      await cell('Price', b).fill('60')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(cell('Price', b)).toHaveValue('60.00')
      await page.goto(page.url())
      await expect(cell('Category', a)).toHaveValue('Makeup')
      await expect(cell('Price', b)).toHaveValue('60.00')
    })
  })
}

test('the grid works by keyboard, reports conflicting changes, and keeps unsaved values', async ({
  page,
}) => {
  test.slow()
  await openAdmin(page)
  const [a, b] = await createTwoProducts(page)
  await page.goto(`/admin/products/grid?q=${a.slice(-8)}&sort=name`)
  await waitForHydration(page)
  const price = (name: string) => page.getByLabel(`Price of ${name}`, { exact: true })
  await price(a).fill('49')
  await page.keyboard.press('Enter')
  await expect(price(b)).toBeFocused()
  await page.keyboard.type('50')
  await page.keyboard.press('ArrowUp')
  await expect(price(a)).toBeFocused()
  await expect(page.getByText('2 cells changed')).toBeVisible()
  await page.getByRole('link', { name: 'Back to products' }).click()
  const confirmDialog = page.getByRole('alertdialog')
  await expect(confirmDialog).toContainText('2 cells have unsaved changes.')
  await confirmDialog.getByRole('button', { name: 'Keep editing' }).click()
  await expect(price(a)).toHaveValue('49')
  const productList = await (await page.request.get('/api/v1/admin/products?limit=10')).json()
  const otherProduct = productList.data.find(({ name }: { name: string }) => name === b)
  await page.request.patch(`/api/v1/admin/products/${otherProduct.id}`, { data: { price: 55 } })
  await price(a).press('Control+s')
  await expect(page.getByRole('alert').filter({ hasText: `Someone else just updated ${b}` })).toBeVisible()
  await expect(price(a)).toHaveValue('49.00')
  await expect(price(b)).toHaveValue('50')
  expect(await findAxeViolations(page)).toEqual([])
  await price(b).press('Control+Enter')
  await expect(price(b)).toHaveValue('50.00')
  await price(b).fill('51')
  await price(b).press('Escape')
  await expect(price(b)).toHaveValue('50.00')
  await page.getByRole('link', { name: 'Back to products' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products')
})

test('a selected option stays selected when someone else changes the same cell', async ({ page }) => {
  test.slow()
  await openAdmin(page)
  const [a] = await createTwoProducts(page)
  await page.goto(`/admin/products/grid?q=${a.slice(-8)}&sort=name&in=Skincare`)
  await waitForHydration(page)
  const category = page.getByLabel(`Category of ${a}`, { exact: true })
  await category.selectOption('Makeup')
  const productList = await (await page.request.get('/api/v1/admin/products?limit=10')).json()
  const { id } = productList.data.find(({ name }: { name: string }) => name === a)
  await page.request.patch(`/api/v1/admin/products/${id}`, { data: { category: 'Fragrance' } })
  await category.press('Control+s')
  await expect(page.getByRole('alert').filter({ hasText: `Someone else just updated ${a}` })).toBeVisible()
  await expect(category).toHaveValue('Makeup')
  await expect(page.getByText('1 cell changed')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(visibleMessage(page, '1 product saved')).toBeVisible()
  await page.goto(`/admin/products/grid?q=${a.slice(-8)}`)
  await expect(category).toHaveValue('Makeup')
})

for (const scripts of [true, false]) {
  test.describe(`on a phone, ${scripts ? 'with' : 'without'} scripts`, () => {
    test.use({ viewport: { width: 390, height: 844 }, javaScriptEnabled: scripts })

    test('the rows of the grid are closed, and open to be edited', async ({ page }) => {
      test.slow()
      await openAdmin(page, '/admin', { scripts })
      const [a, b] = await createTwoProducts(page)
      await page.goto(`/admin/products/grid?q=${a.slice(-8)}&sort=name`)
      const price = (name: string) => page.getByLabel(`Price of ${name}`, { exact: true })
      await expect(page.getByRole('row', { name: a })).toContainText('$48.00 · 0 in stock')
      await expect(price(a)).toBeHidden()
      const edit = page.getByLabel(`Edit ${a}`, { exact: true })
      await edit.focus()
      await page.keyboard.press('Space')
      await expect(price(a)).toBeVisible()
      await expect(price(b)).toBeHidden()
      if (scripts) expect(await findAxeViolations(page)).toEqual([])
      await price(a).fill('free')
      if (scripts) await edit.uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(price(a)).toHaveAccessibleDescription(/Enter a number/)
      await expect(price(a)).toBeVisible()
      await price(a).fill('52')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('row', { name: a })).toContainText('$52.00 · 0 in stock')
    })
  })
}
