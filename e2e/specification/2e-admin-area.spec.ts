import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { ADMIN, GRACE, openAccount, siteHeader, startSession, visibleMessage } from '../account.ts'
import { queryDatabase } from '../demo-store.ts'
import { waitForHydration } from '../hydration.ts'
import { expect, test } from '../test.ts'

const SCREENS = [
  ['Dashboard', ''],
  ['Users', '/users'],
  ['Orders', '/orders'],
  ['Accounting', '/accounting'],
  ['Media', '/media'],
  ['Uploads', '/uploads'],
  ['User Management', '/user-management'],
] as const

async function openBackOffice(page: Page, path = '/admin'): Promise<void> {
  await startSession(page, ADMIN)
  await page.goto(path)
  await waitForHydration(page)
}

const sidebarLinks = (page: Page) => page.getByRole('navigation', { name: 'Back office' }).getByRole('link')

/** The rows of all pages of a list. */
async function readRows(page: Page, table: Locator): Promise<string> {
  const next = page.getByRole('link', { name: 'Next' })
  let texts = await table.innerText()
  while (await next.isVisible()) {
    await page.goto((await next.getAttribute('href')) ?? '')
    texts += await table.innerText()
  }
  return texts
}

async function uploadFile(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Files to upload').setInputFiles([{ name, mimeType, buffer }])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(visibleMessage(page, 'File uploaded successfully')).toBeVisible()
}

async function copyUrl(page: Page, name: string): Promise<string> {
  await page.getByRole('button', { name: `Copy URL of ${name}` }).click()
  await expect(visibleMessage(page, 'URL copied to clipboard')).toBeVisible()
  return page.evaluate(() => navigator.clipboard.readText())
}

async function deleteFile(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: `Delete ${name}`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(visibleMessage(page, 'File deleted successfully')).toBeVisible()
}

test.describe('2 Admin area (/admin)', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('Sidebar: Dashboard /admin; Users /admin/users; Orders /admin/orders; Accounting /admin/accounting; Media /admin/media; Uploads /admin/uploads; User Management /admin/user-management', async ({
    page,
  }) => {
    await openBackOffice(page)
    for (const [name, path] of SCREENS)
      await expect(
        page
          .getByRole('complementary', { name: 'Sidebar' })
          .getByRole('navigation')
          .getByRole('link', { name, exact: true }),
      ).toHaveAttribute('href', `/admin${path}`)
  })

  test('It shows the signed-in email and a Sign Out button that returns to /admin/login', async ({
    page,
  }) => {
    await openBackOffice(page)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await expect(sidebar.getByText(ADMIN.email, { exact: true })).toBeVisible()
    await sidebar.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await expect(page).toHaveURL('/admin/login')
  })

  test('Nested routes: index dashboard, users, orders, accounting, media, uploads, user-management', async ({
    page,
  }) => {
    await openBackOffice(page)
    for (const [heading, path] of SCREENS) {
      await page.goto(`/admin${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
    }
  })

  test('The dashboard links to /admin/products and /admin/analytics', async ({ page }) => {
    await openBackOffice(page)
    for (const [name, path] of [
      ['Products', '/admin/products'],
      ['Analytics', '/admin/analytics'],
    ] as const) {
      await page.getByRole('main').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await page.goto('/admin')
      await waitForHydration(page)
    }
  })

  test('Dashboard content shows orders, customers, products, pending orders, low stock, and growth', async ({
    page,
  }) => {
    await openBackOffice(page)
    const value = (name: string) =>
      page.getByRole('main').getByText(name, { exact: true }).first().locator('xpath=../dd')
    await expect(async () => {
      const numbers = await (await page.request.get('/api/v1/admin/dashboard')).json()
      await page.reload()
      for (const [name, number] of [
        ['Orders', numbers.orders],
        ['Customers', numbers.customers],
        ['Products', numbers.products],
        ['Pending orders', numbers.pending_orders],
        ['Low stock', numbers.low_stock],
      ])
        expect([
          name,
          await page.locator('dt', { hasText: name }).first().locator('xpath=../dd').innerText(),
        ]).toEqual([name, String(number)])
    }).toPass()
    await expect(value('30-day growth')).toHaveText(/^[+−-]?\d+(\.\d)?%$/)
  })

  test('Users: lists all profiles', async ({ page, store }) => {
    const profiles = await queryDatabase<{ email: string }>(store.databaseUrl, 'select email from profiles')
    await openBackOffice(page, '/admin/users')
    const rows = await readRows(page, page.getByRole('table', { name: 'Users' }))
    expect(profiles.length).toBeGreaterThan(89)
    expect(profiles.filter(({ email }) => !rows.includes(email))).toEqual([])
  })

  test('Orders: admins see all orders', async ({ page, store }) => {
    const orders = await queryDatabase<{ number: string }>(
      store.databaseUrl,
      `select number from orders where payment_status = 'paid'`,
    )
    await openBackOffice(page, '/admin/orders')
    const rows = await readRows(page, page.getByRole('table', { name: 'Orders' }))
    expect(orders.length).toBeGreaterThan(100)
    expect(orders.filter(({ number }) => !rows.includes(number))).toEqual([])
  })

  test('Accounting: list of entries and a form with description and amount', async ({ page }) => {
    await openBackOffice(page, '/admin/accounting')
    const description = `Ribbon ${crypto.randomUUID().slice(0, 8)}`
    await page.getByRole('textbox', { name: 'Description', exact: true }).fill(description)
    await page.getByRole('spinbutton', { name: 'Amount' }).fill('19.99')
    await page.getByRole('button', { name: 'Add entry' }).click()
    await expect(
      page.getByRole('table', { name: 'Entries' }).getByRole('row', { name: description }),
    ).toContainText('$19.99')
  })

  test('Media: image files in the pictures folder, upload, delete, copy URL', async ({ page }) => {
    await openBackOffice(page, '/admin/media')
    const name = `pear-${crypto.randomUUID().slice(0, 8)}.png`
    const png = sharp({ create: { width: 30, height: 40, channels: 3, background: '#e8d9c9' } }).png()
    await uploadFile(page, name, 'image/png', await png.toBuffer())
    await expect(page.getByRole('article', { name }).getByRole('img')).toBeVisible()
    const url = await copyUrl(page, name)
    expect(new URL(url).pathname).toMatch(/\/pictures\/[\w-]+\.png$/)
    expect((await page.request.get(url)).headers()['content-type']).toBe('image/png')
    await deleteFile(page, name)
    await expect(page.getByRole('article', { name })).toHaveCount(0)
  })

  test('Uploads: general files, upload, delete, copy URL', async ({ page }) => {
    await openBackOffice(page, '/admin/uploads')
    const name = `pear-${crypto.randomUUID().slice(0, 8)}.txt`
    await uploadFile(page, name, 'text/plain', Buffer.from('Picked in October'))
    const url = await copyUrl(page, name)
    expect(await (await page.request.get(url)).text()).toBe('Picked in October')
    await deleteFile(page, name)
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    expect((await page.request.get(url)).status()).toBe(404)
  })

  test("User Management: change any user's role between User and Admin", async ({ page, request }) => {
    const { email } = await openAccount(request)
    await openBackOffice(page, `/admin/user-management?q=${email}`)
    const role = page.getByRole('combobox', { name: `Role of ${email}` })
    for (const label of ['Admin', 'User']) {
      await role.selectOption(label)
      await page.getByRole('alertdialog').getByLabel('Your password').fill(ADMIN.password)
      await page.getByRole('button', { name: 'Change role' }).click()
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await page.reload()
      await waitForHydration(page)
      await expect(role).toHaveValue(label.toLowerCase())
    }
  })

  test("Profile full_name is displayed as 'Not provided' when empty", async ({ page, request, store }) => {
    const { email } = await openAccount(request)
    await queryDatabase(store.databaseUrl, 'update profiles set full_name = null where email = $1', [email])
    await openBackOffice(page, `/admin/user-management?q=${email}`)
    const row = page.getByRole('table', { name: 'Roles' }).getByRole('row', { name: email })
    await expect(row.getByText('Not provided', { exact: true })).toBeVisible()
  })
})

test.describe('2 Older admin area (/legacy-admin)', () => {
  test('Sidebar linking to /legacy-admin, /legacy-admin/users, /legacy-admin/orders, /legacy-admin/accounting, /legacy-admin/media, /legacy-admin/uploads, /legacy-admin/user-management', async ({
    page,
  }) => {
    await openBackOffice(page, '/legacy-admin')
    await expect(sidebarLinks(page)).toHaveCount(SCREENS.length)
    for (const [index, [name, path]] of SCREENS.entries()) {
      await expect(sidebarLinks(page).nth(index)).toHaveText(name)
      await expect(sidebarLinks(page).nth(index)).toHaveAttribute('href', `/legacy-admin${path}`)
    }
  })

  test("Header 'Admin Dashboard', the admin's email and a Logout button", async ({ page }) => {
    await openBackOffice(page, '/legacy-admin')
    const header = page.getByRole('banner')
    await expect(header.getByText('Admin Dashboard', { exact: true })).toBeVisible()
    await expect(header.getByText(ADMIN.email, { exact: true })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Logout', exact: true })).toBeVisible()
  })

  test("While auth is loading it shows 'Loading...'", async ({ page }) => {
    await openBackOffice(page)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/v1/profile', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/legacy-admin')
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
    release()
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
  })

  test('If not signed in or not admin, it redirects to /login', async ({ page, request }) => {
    await page.goto('/legacy-admin/orders')
    await expect(page).toHaveURL('/login')
    for (const { path, visitor } of [
      { path: '/legacy-admin', visitor: request },
      { path: '/legacy-admin', visitor: page.request },
    ]) {
      if (visitor === page.request) await startSession(page, GRACE)
      const response = await visitor.get(path, { maxRedirects: 0 })
      expect([response.status(), response.headers().location]).toEqual([303, '/login'])
    }
  })

  test('Logout here goes to /login', async ({ page }) => {
    await openBackOffice(page, '/legacy-admin')
    await page.getByRole('button', { name: 'Logout', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Customer Login')
  })

  test('Logout from the top navigation bar signs out and goes to /', async ({ page }) => {
    await startSession(page, GRACE)
    await page.goto('/categories')
    await waitForHydration(page)
    await siteHeader(page).getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(siteHeader(page).getByRole('link', { name: 'Login', exact: true })).toBeVisible()
  })

  test('Both /admin (current) and /legacy-admin (older layout) are routed', async ({ page }) => {
    await openBackOffice(page)
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeVisible()
    await page.goto('/legacy-admin')
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  })
})
