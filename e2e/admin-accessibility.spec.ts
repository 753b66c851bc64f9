import type { Page } from '@playwright/test'
import { ADMIN, findEmailLink, openAccount, startSession } from './account.ts'
import { ADMIN_SCREENS, openAdmin } from './admin.ts'
import { findAxeViolations, findLayoutProblems, findOverflow } from './axe.ts'
import { queryDatabase } from './demo-store.ts'
import { waitForHydration } from './hydration.ts'
import { expect, test } from './test.ts'

test.slow()

const SETTINGS_TOPICS = ['shipping', 'tax', 'regions', 'payments', 'orders', 'emails', 'privacy']
const SCREENS = [
  ...ADMIN_SCREENS,
  ...SETTINGS_TOPICS.map((topic) => `/settings/${topic}`),
  '/readiness',
  '/approvals?export=orders',
]
const PACKER = { email: 'packer@eternalbeauty.example', password: 'beauty-packer' }
const WIDTHS = [320, 390, 768, 1024, 1280]

async function checkScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page)
  expect(await findLayoutProblems(page, [1440]), path).toEqual([])
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1)
  await expect(page.getByRole('main'), path).toHaveCount(1)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findOverflow(page), `${path} at ${width}`).toBeLessThanOrEqual(0)
  }
}

for (const part of [0, 1, 2]) {
  test(`the back office meets WCAG 2.2 AA and never scrolls horizontally, part ${part + 1} of 3`, async ({
    page,
  }) => {
    await openAdmin(page)
    for (const screen of SCREENS.filter((_, nth) => nth % 3 === part))
      await checkScreen(page, `/admin${screen}`)
  })
}

const DETAIL_PAGES = {
  '/products': /products\/prd_/,
  '/orders': /orders\/EB/,
  '/orders/imported': /orders\/imported\/imo_/,
  '/users': /users\/usr_/,
  '/products/batches': /batches\/bat_/,
  '/adverse-events': /adverse-events\/adv_/,
}

test('product, order, and customer screens, and the older layout, meet WCAG 2.2 AA', async ({ page }) => {
  await openAdmin(page)
  for (const [list, address] of Object.entries(DETAIL_PAGES)) {
    await page.goto(`/admin${list}`)
    await page
      .getByRole('main')
      .getByRole('table')
      .getByRole('link')
      .and(page.locator(`[href*="${list}/"]`))
      .first()
      .click()
    await page.waitForURL(address)
    await checkScreen(page, new URL(page.url()).pathname)
  }
  await page.goto('/legacy-admin')
  await expect(page.getByText('Loading...')).toBeHidden()
  for (const path of ['/legacy-admin', '/legacy-admin/orders']) await checkScreen(page, path)
})

test('refused forms, dialogs, and new keys of the back office meet WCAG 2.2 AA', async ({ page }) => {
  const open = async (path: string) => {
    await page.goto(path)
    await waitForHydration(page)
  }
  await openAdmin(page, '/admin/offers')
  await page.getByText('New offer').click()
  await page.getByLabel('Code', { exact: true }).fill('x')
  await page.getByLabel('Title', { exact: true }).fill('For linden time')
  await page.getByLabel('Value').fill('10')
  await page.getByRole('button', { name: 'Create offer' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(/3 to 30 letters/)
  expect(await findAxeViolations(page)).toEqual([])

  await open('/admin/integrations')
  await page.getByText('New API key').click()
  await page.getByLabel('Name').fill(`Warehouse ${crypto.randomUUID().slice(0, 6)}`)
  await page.getByLabel(/orders:read/).check()
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Please enter your password/,
  )
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Create key' }).click()
  await expect(page.getByRole('region', { name: 'Your new API key' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await open('/admin/user-management?q=grace@eternal')
  const role = page.getByRole('combobox', { name: /^Role of grace@/ })
  await role.selectOption('Admin')
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('will be able to view and change everything')
  expect(await findAxeViolations(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(role).toHaveValue('user')

  await open('/admin/orders?show=to-pack')
  await page
    .getByRole('checkbox', { name: /^Select EB/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ship orders' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await open('/admin/orders?from=2001-02-03&to=2001-02-04')
  await expect(page.getByText('No orders match.')).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
})

test('the notes and tags of a customer, a blocked customer, and a webhook meet WCAG 2.2 AA', async ({
  page,
}) => {
  const { email } = await openAccount()
  await openAdmin(page, `/admin/users?q=${email}`)
  await page.getByRole('row', { name: email }).getByRole('link').first().click()
  await page.waitForURL(/users\/usr_/)
  await page.getByLabel('New tag').fill('Guest list')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Remove tag Guest list' })).toBeVisible()
  await page.getByLabel(/Internal note/).fill('Prefers calls')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Prefers calls')
  await page.getByText('Block customer…').click()
  await expect(page.getByText(`Block ${email}?`)).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/admin/users?tag=guest+list')
  await waitForHydration(page)
  await page.getByText('Save view').click()
  await page.getByLabel('Name of the view').fill(`Guests ${crypto.randomUUID().slice(0, 6)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Saved views' })).toContainText('Guests')
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/admin/integrations')
  await waitForHydration(page)
  await page.getByText('New webhook').click()
  await page.getByLabel('Address').fill('https://192.168.0.1/')
  await page.getByLabel(/order\.paid/).check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/private network/)
  expect(await findAxeViolations(page)).toEqual([])
  const url = `http://127.0.0.1:9/${crypto.randomUUID()}`
  await page.getByLabel('Address').fill(url)
  await page.getByLabel('Your password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Send test event' }).click()
  await page
    .getByRole('table', { name: 'Deliveries' })
    .getByRole('link', { name: /webhook\.test/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await findLayoutProblems(page, [390, 1440])).toEqual([])

  await page.goto('/admin/integrations')
  await waitForHydration(page)
  await page.getByRole('link', { name: url }).click()
  await page.getByText('Delete webhook').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('link', { name: url })).toHaveCount(0)
})

test('the refund of a return and a refused entry meet WCAG 2.2 AA', async ({ page, store }) => {
  const [item] = await queryDatabase<{ order: string; number: string; product: string }>(
    store.databaseUrl,
    `select o.id as order, o.number, i.product_id as product
     from orders o join order_items i on i.order_id = o.id join payments p on p.order_id = o.id and p.state = 'paid'
     where o.status = 'delivered' and o.payment_status = 'paid' and not exists (select from returns r where r.order_id = o.id)
     order by o.created_at desc limit 1`,
  )
  const { order, number, product } = item ?? { order: '', number: '', product: '' }
  await queryDatabase(
    store.databaseUrl,
    `with new_return as (
       insert into returns (id, order_id, reason, reference, state)
       values ('ret_00000000000000000axe', $1, 'Too dark for me', $2, 'inspected') returning id)
     insert into return_items select id, $3, 1 from new_return`,
    [order, `R${number.slice(2)}-1`, product],
  )
  await openAdmin(page, `/admin/orders/${number}`)
  const returns = page.getByRole('region', { name: 'Returns' })
  await returns.getByText('Refund and close…').click()
  await returns.getByLabel(/^Restock 1 ×/).check()
  expect(await findAxeViolations(page)).toEqual([])

  await page.goto('/admin/accounting')
  await waitForHydration(page)
  await page.getByLabel('Description', { exact: true }).fill('Silk paper')
  await page.getByLabel('Amount').fill('1e3')
  await page.getByRole('button', { name: 'Add entry' }).click()
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(/Enter a number/)
  expect(await findAxeViolations(page)).toEqual([])
})

test('an invitation to the team and the dashboard of a packer meet WCAG 2.2 AA', async ({
  page,
  browser,
  store,
}) => {
  const email = `packer-${crypto.randomUUID().slice(0, 8)}@orchard.example`
  await openAdmin(page, '/admin/staff')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Role', { exact: true }).selectOption('Packer')
  await page.getByLabel('Your password').fill(ADMIN.password)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`${email} · Packer`)).toBeVisible()
  const link = await findEmailLink(page.request, email, /invited/i)
  const packerPage = await browser.newPage({ baseURL: store.url })
  await packerPage.goto(link)
  await expect(packerPage.getByRole('heading', { name: 'Join the team' })).toBeVisible()
  expect(await findAxeViolations(packerPage)).toEqual([])
  await startSession(packerPage, PACKER)
  await packerPage.goto('/admin')
  await expect(packerPage.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  expect(await findAxeViolations(packerPage)).toEqual([])
  await packerPage.close()
})
