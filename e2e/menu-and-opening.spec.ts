import { openAdmin } from './admin.ts'
import { findAxeViolations } from './axe.ts'
import { expect, test } from './test.ts'

test('an owner arranges the menu and the footer, and every page shows it', async ({ page }) => {
  await openAdmin(page, '/admin/content/navigation')
  const field = (label: string) => page.getByLabel(label, { exact: true })
  expect(await findAxeViolations(page)).toEqual([])
  await field('Menu link 4').fill('/categories?category=Makeup')
  await expect(field('Menu link 5')).toBeVisible()
  await page.getByRole('button', { name: 'Up Menu link 4' }).click()
  await expect(field('Menu link 3')).toHaveValue('/categories?category=Makeup')
  await expect(page.getByRole('button', { name: 'Up Menu link 3' })).toBeFocused()
  await page.getByRole('button', { name: 'Remove Menu link 2' }).click()
  await page.getByRole('button', { name: 'Add a column' }).click()
  await field('Heading of column 2').fill('Shop')
  await field('Column 2 link 1').fill('/search?q=rose')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(field('Label of Column 2 link 1')).toHaveAccessibleDescription('Enter a label.')
  await field('Label of Column 2 link 1').fill('🌹 ورد')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Links saved', { exact: true })).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()

  await page.goto('/categories')
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(menu.filter({ visible: true })).toHaveText(['Home', 'Makeup', 'Journal'])
  await expect(page.getByRole('navigation', { name: 'Shop' }).getByRole('link')).toHaveText(['🌹 ورد'])
  expect(await findAxeViolations(page)).toEqual([])
  await menu.getByText('Makeup').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Makeup' })).toBeVisible()
  await expect(menu.getByText('Makeup')).not.toHaveAttribute('aria-current')
})

test('a store that its owner closes shows shoppers the coming-soon page at once, also in an open page', async ({
  page,
  browser,
  store,
}) => {
  const guest = await (await browser.newContext({ baseURL: store.url })).newPage()
  const readStatus = async () => (await guest.request.get('/', { maxRedirects: 0 })).status()
  expect([await readStatus(), await readStatus()]).toEqual([200, 200])
  await guest.goto('/search?q=rose')

  await openAdmin(page, '/admin/settings/store')
  await page.getByLabel('Shoppers see').selectOption({ label: 'A coming-soon page' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Settings saved', { exact: true })).toBeVisible()
  await expect.poll(readStatus).toBe(302)
  await guest.getByRole('link', { name: 'Eternal Beauty' }).first().click()
  await expect(guest).toHaveURL(`${store.url}/coming-soon`)
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('We open soon')
  await expect(guest.getByRole('link', { name: 'Categories' })).toBeHidden()
  expect(await findAxeViolations(guest)).toEqual([])
  await guest.setViewportSize({ width: 390, height: 844 })
  expect(await findAxeViolations(guest)).toEqual([])

  await page.goto('/')
  await expect(page.getByText('Only staff see the store.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Open it' }).click()
  await page.getByLabel('Shoppers see').selectOption({ label: 'The store' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(readStatus).toBe(200)
  await guest.context().close()
})
