import { openAccount } from './account.ts'
import { clickKeepingFilter, openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems, findOverflow } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { pauseNavigation } from './slow-network.ts'
import { expect, test } from './test.ts'

test.slow()

test('on a phone, the actions of selected rows are all in view, and lists are sorted by links', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page)
  for (const list of ['orders', 'products', 'reviews']) {
    await page.goto(`/admin/${list}`)
    await waitForHydration(page)
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .check()
    const buttons = page.locator('form', { hasText: '1 selected' }).getByRole('button')
    expect(await buttons.count()).toBeGreaterThan(1)
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    expect(await findAxeViolations(page), list).toEqual([])
  }
  await page.goto('/admin/newsletter?show=subscribed')
  await waitForHydration(page)
  const sortByEmail = page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Email' })
  await clickKeepingFilter(sortByEmail, 'show=subscribed')
  await expect(page).toHaveURL(/show=subscribed&sort=email$/)
})

test('a very long and right-to-left name fits on every screen', async ({ page, store }) => {
  const { email } = await openAccount()
  const name = `${'Wolfeschlegelsteinhausen'.repeat(4)} نور الهدى 🌹`
  await queryDatabase(store.databaseUrl, `update profiles set full_name = '${name}' where email = '${email}'`)
  await openAdmin(page)
  for (const screen of ['user-management', 'users']) {
    await page.goto(`/admin/${screen}?q=${email}`)
    await expect(page.getByRole('main')).toContainText(name)
    for (const width of [390, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findOverflow(page), `${screen} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await page.getByRole('link', { name: /^Wolfe/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])
})

test('filters, a sort order, and a search while the list loads add up', async ({ page }) => {
  await openAdmin(page, '/admin/orders')
  const filters = page.getByRole('form', { name: 'Date and country' })
  await expect(filters.getByLabel('From')).toBeHidden()
  await filters.getByLabel('Placed').selectOption('Custom dates')
  await expect(filters.getByLabel('From')).toBeVisible()
  await expect(filters.getByRole('button', { name: 'Apply' })).toBeVisible()
  await filters.getByLabel('Placed').selectOption('Any time')
  await expect(page).toHaveURL(/[?&]period=(&|$)/)
  await expect(filters.getByRole('button', { name: 'Apply' })).toBeHidden()
  await filters.getByLabel('Country').selectOption('Canada')
  await expect(page.getByRole('link', { name: 'Remove filter Canada' })).toBeVisible()
  await filters.getByLabel('Country').selectOption('All countries')
  await expect(page).toHaveURL(/[?&]country=(&|$)/)
  const resume = await pauseNavigation(page)
  await page.getByRole('link', { name: 'Delivered' }).click()
  await clickKeepingFilter(page.getByRole('link', { name: 'Placed', exact: true }), 'show=delivered')
  await expect(page.getByRole('search').locator('input[name=sort]')).toBeAttached()
  await page.getByRole('searchbox').fill('GRACE@eternal')
  await page.keyboard.press('Enter')
  resume()
  await expect(page).toHaveURL(/[?&]show=delivered(&|$)/)
  await expect(page).toHaveURL(/[?&]sort=/)
  await expect(page).toHaveURL(/[?&]q=GRACE/)
})

test('at 1280 × 720, the menu fits, and the first order starts in the upper 200 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  await openAdmin(page, '/admin/orders')
  const box = await page.getByRole('table', { name: 'Orders' }).getByRole('row').nth(1).boundingBox()
  expect(box?.y).toBeLessThanOrEqual(200)
  const menu = page.getByRole('complementary').getByRole('navigation')
  expect(await menu.evaluate((nav) => nav.scrollHeight - nav.clientHeight)).toBe(0)
})
