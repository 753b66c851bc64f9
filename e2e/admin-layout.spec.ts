import { ADMIN, signIn, visibleMessage } from './account.ts'
import { ADMIN_LAYOUTS, openAdmin } from './admin.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

const REQUIRED_SCREENS = ['Dashboard', 'Users', 'Orders', 'Accounting', 'Media', 'Uploads', 'User Management']

test('the sidebar lists every screen, collapses, and remembers its state', async ({ page, context }) => {
  await openAdmin(page)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const links = sidebar.getByRole('navigation', { name: 'Back office' }).getByRole('link')
  const linkNames = await links.allInnerTexts()
  expect(linkNames.filter((name) => REQUIRED_SCREENS.includes(name))).toEqual(REQUIRED_SCREENS)
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

test('below 768 px the sidebar is a sheet 18rem wide', async ({ page }) => {
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
})

test('the phone’s menu closes when focus or a tap leaves it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page)
  const menu = page.getByRole('navigation', { name: 'Back office' })
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

test('the older layout has the same screens and a header', async ({ page, browser, store }) => {
  await openAdmin(page, '/legacy-admin')
  await expect(page.getByRole('banner')).toContainText('Admin Dashboard')
  await expect(page.getByRole('banner')).toContainText(ADMIN.email)
  await expect(page.getByText('Loading...')).toBeHidden()
  const links = page.getByRole('navigation', { name: 'Back office' }).getByRole('link')
  expect(await links.allInnerTexts()).toEqual(REQUIRED_SCREENS)
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(
    ['', '/users', '/orders', '/accounting', '/media', '/uploads', '/user-management'].map(
      (to) => `/legacy-admin${to}`,
    ),
  )
  expect(await (await page.request.get('/legacy-admin')).text()).toContain('Loading...')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/login$/)
  expect(new URL(page.url()).pathname).toBe('/login')
  const guestPage = await (await browser.newContext({ baseURL: store.url })).newPage()
  await guestPage.goto('/legacy-admin/orders')
  expect(new URL(guestPage.url()).pathname).toBe('/login')
  await guestPage.context().close()
})

test('an unknown screen shows a message inside either layout', async ({ page }) => {
  await openAdmin(page)
  for (const layout of ADMIN_LAYOUTS) {
    const response = await page.goto(`${layout}/nowhere`)
    expect(response?.status()).toBe(404)
    await expect(page.getByText('This page doesn’t exist in the back office.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Back to dashboard' })).toHaveAttribute('href', layout)
  }
})

test('shoppers load no back office scripts', async ({ page, browser, store }) => {
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
})

test('from the storefront, a link to the back office opens it, and Back returns', async ({ page }) => {
  await openAdmin(page)
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Admin Panel' }).first().click()
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await waitForHydration(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the sidebar collapses, lists filter and sort, and signing out works', async ({ page }) => {
    await signIn(page, ADMIN, { at: '/admin/login', scripts: false })
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCSS('width', '48px')
    await page.goto('/admin/orders')
    await page.getByRole('link', { name: 'To fulfill' }).click()
    await expect(page).toHaveURL(/show=to-pack/)
    await page.getByLabel('Search by order number, email, or name').fill('grace')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(/show=to-pack&q=grace/)
    await expect(page.getByRole('table', { name: 'Orders' })).toContainText('Grace')
    await page.getByRole('link', { name: 'Placed' }).click()
    await expect(page).toHaveURL(/sort=oldest/)
    await page.getByRole('button', { name: 'Toggle Sidebar' }).click()
    await expect(page).toHaveURL(/sort=oldest/)
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(page).toHaveURL(/\/admin\/login$/)
  })
})
