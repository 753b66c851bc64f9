import { ADMIN, visibleMessage } from './account.ts'
import { openAdmin } from './admin.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

const REQUIRED_SCREENS = ['Dashboard', 'Users', 'Orders', 'Accounting', 'Media', 'Uploads', 'User Management']

test('the sidebar lists every screen, collapses, and remembers its state', async ({ page, context }) => {
  await openAdmin(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const links = sidebar.getByRole('navigation', { name: 'Back office' }).getByRole('link')
  const linkNames = await links.allInnerTexts()
  expect(linkNames).toEqual(expect.arrayContaining(REQUIRED_SCREENS))
  expect(linkNames).toEqual(expect.arrayContaining(['Products', 'Analytics']))
  await expect(sidebar).toHaveCSS('width', '256px')
  await expect(sidebar.getByText(ADMIN.email)).toBeVisible()
  await page.keyboard.press('Control+b')
  await expect(sidebar).toHaveCSS('width', '48px')
  const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state')
  expect(cookie?.value).toBe('false')
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(604_800 - 60)
  await page.reload()
  await expect(sidebar).toHaveCSS('width', '48px')
  await expect(links.first()).toHaveAccessibleName('Dashboard')
  await waitForHydration(page)
  await page.keyboard.press('Meta+b')
  await expect(sidebar).toHaveCSS('width', '256px')
  await sidebar.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL(/\/admin\/login$/)
  await expect(visibleMessage(page, 'You’re signed out')).toBeVisible()
})

test('below 768 px the sidebar is a sheet 18rem wide, which closes when focus or a tap leaves it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 767, height: 900 })
  await openAdmin(page)
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await expect(menu).toBeHidden()
  await page.locator('header summary').click()
  await expect(menu).toBeVisible()
  await expect(menu).toHaveCSS('width', '288px')
  await menu.getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Orders')
  await expect(menu).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin')
  await waitForHydration(page)
  const summary = page.locator('header summary')
  await summary.click()
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(summary).toBeFocused()
  await summary.click()
  await page.getByRole('button', { name: 'Sign Out' }).focus()
  await page.keyboard.press('Tab')
  await expect(menu).toBeHidden()
  await summary.click()
  await page.mouse.click(370, 700)
  await expect(menu).toBeHidden()
})

test('shoppers load no back office scripts, and a link from the storefront loads them', async ({
  page,
  browser,
  store,
}) => {
  await openAdmin(page)
  const modules: string[] = await page.evaluate(() => {
    const { routes } = (
      window as unknown as { __reactRouterManifest: { routes: Record<string, { module: string }> } }
    ).__reactRouterManifest
    return Object.entries(routes)
      .filter(([id]) => /^([al]\d+|(legacy-)?admin)$|^admin\//.test(id))
      .map(([, { module }]) => module)
  })
  expect(modules.length).toBeGreaterThan(8)
  const shopper = await (await browser.newContext({ baseURL: store.url })).newPage()
  const requestedPaths: string[] = []
  shopper.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  for (const path of ['/', '/categories', '/login']) {
    await shopper.goto(path)
    await waitForHydration(shopper)
  }
  expect(requestedPaths.some((path) => path.endsWith('.js'))).toBe(true)
  // The admin login belongs to the storefront.
  expect(requestedPaths.filter((path) => modules.includes(path) && !path.includes('admin-login'))).toEqual([])
  await shopper.context().close()

  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Admin Panel' }).first().click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await waitForHydration(page)
})

test('only a screen that shows a time says in which time zone it is', async ({ page }) => {
  await openAdmin(page, '/admin/products')
  const note = page.getByText(/^Times are in/)
  await expect(note).toBeHidden()
  await page.goto('/admin/audit')
  await expect(note).toBeVisible()
})
