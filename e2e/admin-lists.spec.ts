import { ADMIN, openAccount, visibleMessage } from './account.ts'
import { clickKeepingFilter, openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems, findOverflow } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { pauseNavigation } from './slow-network.ts'
import { expect, test } from './test.ts'

test.slow()

test('the dashboard shows numbers from the database and pending tasks', async ({ page }) => {
  await openAdmin(page)
  const numbers = await (await page.request.get('/api/v1/admin/dashboard')).json()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const statValue = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=../dd')
  await expect(statValue('Orders').first()).toHaveText(String(numbers.orders))
  await expect(statValue('Customers')).toHaveText(String(numbers.customers))
  await expect(statValue('Products')).toHaveText(String(numbers.products))
  await expect(statValue('Pending orders')).toHaveText(String(numbers.pending_orders))
  await expect(statValue('Low stock')).toHaveText(String(numbers.low_stock))
  await expect(page.getByRole('table', { name: 'Sales in the last 30 days' }).getByRole('row')).toHaveCount(
    30,
  )
  await expect(page.getByRole('table', { name: 'Recent orders' }).getByRole('row')).toHaveCount(9)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Products', exact: true })).toHaveAttribute(
    'href',
    '/admin/products',
  )
  await expect(main.getByRole('link', { name: 'Analytics' })).toHaveAttribute('href', '/admin/analytics')
  await page.getByRole('link', { name: /orders? to fulfill/ }).click()
  await expect(page).toHaveURL(/\/admin\/orders\?show=to-pack/)
  await expect(page.getByRole('table', { name: 'Orders' }).getByRole('row')).toHaveCount(
    numbers.pending_orders + 1,
  )
})

test('orders are searched, filtered, paged, and exported with the same filters', async ({ page }) => {
  await openAdmin(page, '/admin/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  await expect(rows).toHaveCount(50)
  const first = await rows.first().innerText()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows.first()).not.toHaveText(first)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(rows.first()).toContainText(first.split('\t')[0] ?? '')
  await page.getByRole('link', { name: 'Delivered' }).click()
  await expect(rows.first()).toContainText('Delivered')
  await page.getByRole('searchbox').fill('GRACE@eternal')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=GRACE/)
  await expect(rows.filter({ hasNotText: 'Grace Adeyemi' })).toHaveCount(0)
  const visibleCount = await rows.count()
  const exportUrl = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const csv = await (await page.request.get(exportUrl ?? '')).text()
  expect(csv.trim().split('\n')).toHaveLength(visibleCount + 1)
  expect(csv).toMatch(/^\uFEFFnumber,placed,email/)
  await page.getByRole('searchbox').fill('100%_nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No orders match.')).toBeVisible()
})

test('orders are filtered by date and country, with chips that remove each filter', async ({ page }) => {
  await openAdmin(page, '/admin/orders')
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
  const filters = page.getByRole('form', { name: 'Date and country' })
  const chips = page.getByRole('list', { name: 'Current filters' })
  await expect(chips).toHaveCount(0)
  await expect(filters.getByLabel('From')).toBeHidden()
  await filters.getByLabel('Country').selectOption('United Kingdom')
  await filters.getByLabel('Placed').selectOption('Last 30 days')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/period=30-days.*country=GB/)
  await expect(chips.getByRole('link')).toHaveText([
    /Placed: last 30 days/,
    /United Kingdom/,
    'Clear filters',
  ])
  const api = await (
    await page.request.get('/api/v1/admin/orders?period=30-days&country=GB&limit=100')
  ).json()
  await expect(rows).toHaveCount(Math.min(api.data.length, 50))
  const exportUrl = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  const csv = await (await page.request.get(exportUrl ?? '')).text()
  expect(csv.trim().split('\n')).toHaveLength(api.data.length + 1)
  expect(await findAxeViolations(page)).toEqual([])
  await chips.getByRole('link', { name: /United Kingdom/ }).click()
  await expect(chips).not.toContainText('United Kingdom')
  await expect(page).not.toHaveURL(/country=GB/)
  await expect(page).toHaveURL(/period=30-days/)
  await filters.getByLabel('Placed').selectOption('Custom dates')
  await filters.getByLabel('From').fill('2001-02-03')
  await filters.getByLabel('To').fill('2001-02-04')
  await filters.getByRole('button', { name: 'Apply' }).click()
  await expect(chips).toContainText('Placed Feb 3, 2001 – Feb 4, 2001')
  await expect(page.getByText('No orders match.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).click()
  await expect(rows).toHaveCount(50)
  await expect(chips).toHaveCount(0)
  expect((await page.request.get('/api/v1/admin/orders?from=2001-02-30')).status()).toBe(400)
})

test('lists sort on a phone, and newsletter subscribers are listed and exported', async ({ page, store }) => {
  const email = `reader-${crypto.randomUUID().slice(0, 8)}@orchard.example`
  await queryDatabase(
    store.databaseUrl,
    `insert into newsletter_subscribers (id, email, state, confirmed_at) values ($1, $2, 'subscribed', now())`,
    [`sub_${crypto.randomUUID().slice(0, 20)}`, email],
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await openAdmin(page, '/admin/newsletter')
  await page.getByRole('link', { name: 'Subscribed', exact: true }).click()
  const sortByEmail = page.getByRole('navigation', { name: 'Sort by' }).getByRole('link', { name: 'Email' })
  await clickKeepingFilter(sortByEmail, 'show=subscribed')
  await expect(page).toHaveURL(/show=subscribed&sort=email$/)
  await page.getByRole('searchbox').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'Newsletter' }).locator('tbody tr')).toHaveCount(1)
  const exportUrl = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
  expect(await (await page.request.get(exportUrl ?? '')).text()).toContain(`${email},subscribed,`)
  for (const list of ['reviews', 'offers', 'audit', 'media', 'uploads', 'products', 'users', 'accounting'])
    expect((await page.request.get(`/admin/export/${list}.csv`)).headers()['content-type']).toContain(
      'text/csv',
    )
})

test('roles are changed, and a rejected change shows the reason', async ({ page, request, store }) => {
  const ada = await openAccount(request)
  const rename = 'update profiles set full_name = $2 where email = $1'
  await queryDatabase(store.databaseUrl, rename, [ada.email, '=HYPERLINK("x")'])
  await openAdmin(page, '/admin/user-management')
  const csv = await (await page.request.get(`/admin/export/users.csv?q=${ada.email}`)).text()
  expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
  await queryDatabase(store.databaseUrl, rename, [ada.email, null])
  await page.reload()
  const roleSelect = (email: string) => page.getByRole('combobox', { name: `Role of ${email}` })
  await expect(page.getByRole('row', { name: ada.email })).toContainText('Not provided')
  const confirmDialog = page.getByRole('alertdialog')
  await roleSelect(ada.email).selectOption('Admin')
  await expect(confirmDialog).toContainText(`${ada.email} will be able to view and change everything`)
  expect(await findAxeViolations(page)).toEqual([])
  await confirmDialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(confirmDialog).toHaveCount(0)
  await expect(roleSelect(ada.email)).toHaveValue('user')
  await roleSelect(ada.email).selectOption('Admin')
  await confirmDialog.getByLabel('Your password').fill('wrong orchard')
  await confirmDialog.getByRole('button', { name: 'Change role' }).click()
  await expect(confirmDialog.getByLabel('Your password')).toHaveAccessibleDescription('Invalid password')
  await confirmDialog.getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(visibleMessage(page, 'User role updated successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Admins' }).click()
  await expect(roleSelect(ada.email)).toHaveValue('admin')
  await roleSelect('admin@eternalbeauty.example').selectOption('User')
  await expect(visibleMessage(page, 'Error updating user role')).toBeVisible()
  await expect(visibleMessage(page, 'You can’t remove the designated administrator’s role.')).toBeVisible()
  await expect(roleSelect('admin@eternalbeauty.example')).toHaveValue('admin')
  await roleSelect(ada.email).selectOption('User')
  await confirmDialog.getByLabel('Your password').fill(ADMIN.password)
  await page.keyboard.press('Enter')
  await expect(roleSelect(ada.email)).toHaveCount(0)
})

test('a customer’s page shows orders, addresses, and consents', async ({ page }) => {
  await openAdmin(page, '/admin/users?q=grace@eternal')
  await page.getByRole('link', { name: 'Grace Adeyemi' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Adeyemi')
  await expect(page.getByRole('region', { name: 'Addresses' })).toContainText('Grace Adeyemi')
  await expect(page.getByRole('region', { name: 'Consent' })).toContainText('Promotional emails')
  await expect(
    page.getByRole('region', { name: 'Orders' }).getByRole('link', { name: /^EB/ }).first(),
  ).toBeVisible()
})

test('on a phone, the actions of selected rows are all in view', async ({ page }) => {
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
})

test('a very long and right-to-left name fits on every screen', async ({ page, request, store }) => {
  const { email } = await openAccount(request)
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
