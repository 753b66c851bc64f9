import { violations } from './axe.ts'
import { OFFICES, openOffice } from './office.ts'
import { started } from './started.ts'
import { expect, test } from './test.ts'

test.slow()

test('the palette finds pages, orders, customers and products, by keys alone', async ({ page }) => {
  await openOffice(page)
  for (const office of OFFICES) {
    await page.goto(office)
    await started(page)
    await page.keyboard.press('Control+k')
    const box = page.getByRole('combobox', { name: 'A page, an order' })
    await expect(box).toBeFocused()
    await box.fill('ledg')
    await expect(page.getByRole('option', { selected: true })).toHaveText('Ledger')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${office}/accounting/ledger$`))
    await expect(box).toHaveCount(0)
    await page.keyboard.press('Meta+k')
    await box.fill('grace@eternal')
    const customers = page.getByRole('group', { name: 'Customers' }).getByRole('option')
    await expect(customers).toContainText('Grace Adeyemi')
    await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option').first()).toContainText('EB')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowUp')
    const chosen = page.getByRole('option', { selected: true })
    await expect(chosen).toHaveCount(1)
    await expect(box).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '-')
    await customers.first().click()
    await expect(page).toHaveURL(new RegExp(`${office}/users/usr_`))
    await page.keyboard.press('Control+k')
    await box.fill('no such thing')
    await expect(page.getByRole('dialog')).toContainText('Nothing is called that.')
    await page.keyboard.press('Escape')
    await expect(box).toHaveCount(0)
  }
})

test('it opens on a phone too, by its button', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openOffice(page)
  await page.getByRole('link', { name: 'Find' }).click()
  const box = page.getByRole('combobox')
  await expect(box).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(box).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(box).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(box).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('it is a page', async ({ page }) => {
    await openOffice(page, '/admin/orders', { scripts: false })
    await page.getByRole('complementary').getByRole('link', { name: 'Find' }).click()
    await page.getByLabel('What').fill('serum')
    await page.getByRole('main').getByRole('button', { name: 'Find' }).click()
    await page.getByRole('region', { name: 'Products' }).getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/serum/i)
  })
})
