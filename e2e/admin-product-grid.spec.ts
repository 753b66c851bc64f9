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

test('on a phone, with and without scripts, the rows of the grid are closed, and open to be edited', async ({
  page,
  browser,
  store,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL: store.url, javaScriptEnabled: false })
  for (const { tab, scripts } of [
    { tab: page, scripts: true },
    { tab: await context.newPage(), scripts: false },
  ]) {
    await tab.setViewportSize({ width: 390, height: 844 })
    await openAdmin(tab, '/admin', { scripts })
    const [a, b] = await createTwoProducts(tab)
    await tab.goto(`/admin/products/grid?q=${a.slice(-8)}&sort=name`)
    const price = (name: string) => tab.getByLabel(`Price of ${name}`, { exact: true })
    await expect(tab.getByRole('row', { name: a })).toContainText('$48.00 · 0 in stock')
    await expect(price(a)).toBeHidden()
    const edit = tab.getByLabel(`Edit ${a}`, { exact: true })
    await edit.focus()
    await tab.keyboard.press('Space')
    await expect(price(a)).toBeVisible()
    await expect(price(b)).toBeHidden()
    if (scripts) expect(await findAxeViolations(tab)).toEqual([])
    await price(a).fill('free')
    if (scripts) await edit.uncheck()
    await tab.getByRole('button', { name: 'Save' }).click()
    await expect(price(a)).toHaveAccessibleDescription(/Enter a number/)
    await expect(price(a)).toBeVisible()
    await price(a).fill('52')
    await tab.getByRole('button', { name: 'Save' }).click()
    await expect(tab.getByRole('row', { name: a })).toContainText('$52.00 · 0 in stock')
  }
  await context.close()
})
