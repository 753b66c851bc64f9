import { ADMIN_LAYOUTS, openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

test('the command palette finds pages, orders, customers, and products by keyboard, and opens with its button on a phone', async ({
  page,
}) => {
  await openAdmin(page)
  for (const layout of ADMIN_LAYOUTS) {
    await page.goto(layout)
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    const searchBox = page.getByRole('combobox', { name: 'Search pages, orders' })
    await expect(searchBox).toBeFocused()
    await searchBox.fill('ledg')
    const selectedOption = page.getByRole('dialog').getByRole('option', { selected: true })
    await expect(selectedOption).toHaveText('Ledger')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`${layout}/accounting/ledger$`))
    await expect(searchBox).toHaveCount(0)
    await page.keyboard.press('Meta+k')
    await searchBox.fill('grace@eternal')
    const customers = page.getByRole('group', { name: 'Customers' }).getByRole('option')
    await expect(customers).toContainText('Grace Adeyemi')
    await expect(page.getByRole('group', { name: 'Orders' }).getByRole('option').first()).toContainText('EB')
    expect(await findAxeViolations(page)).toEqual([])
    await page.keyboard.press('ArrowUp')
    await expect(selectedOption).toHaveCount(1)
    await expect(searchBox).toHaveAttribute(
      'aria-activedescendant',
      (await selectedOption.getAttribute('id')) ?? '-',
    )
    await customers.first().click()
    await expect(page).toHaveURL(new RegExp(`${layout}/users/usr_`))
    await page.keyboard.press('Control+k')
    await searchBox.fill('no such thing')
    await expect(page.getByRole('dialog')).toContainText('No results found.')
    await page.keyboard.press('Escape')
    await expect(searchBox).toHaveCount(0)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Search' }).click()
  const searchBox = page.getByRole('combobox', { name: 'Search pages, orders' })
  await expect(searchBox).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(searchBox).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await expect(searchBox).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(searchBox).toHaveCount(0)
})
