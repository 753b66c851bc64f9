import { DAY_MS } from '#core/time-units.ts'
import type { Connection } from '#db/connection.ts'
import { execute } from '#db/sql.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { buildOrder, buildProduct } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'
import type { PlainPage } from '#test/plain-browser.ts'

const SCREENS = [
  ['Dashboard', ''],
  ['Users', '/users'],
  ['Orders', '/orders'],
  ['Accounting', '/accounting'],
  ['Media', '/media'],
  ['Uploads', '/uploads'],
  ['User Management', '/user-management'],
] as const

/** The sidebar's elements with this tag. */
const inSidebar = ({ root }: { root: Markup }, tag: string) =>
  findAll(
    root,
    (element) => element.tag === 'aside' && element.attributes['aria-label'] === 'Sidebar',
  ).flatMap((sidebar) => findAll(sidebar, (element) => element.tag === tag))

const findTexts = async ({ pool }: Connection, statement: string): Promise<string[]> =>
  (await pool.query<{ text: string }>(statement)).rows.map(({ text }) => text)

/** The rows of a table on all its pages. */
async function readRows(firstPage: PlainPage, table: string): Promise<string> {
  const rows = firstPage.rows(table)
  let page = firstPage
  while (page.links('Next →').length > 0) {
    page = await page.follow('Next →')
    rows.push(...page.rows(table))
  }
  return rows.join('\n')
}

test('the sidebar links to each screen', async ({ admin }) => {
  const links = inSidebar(await admin.open('/admin'), 'a')
  for (const [name, path] of SCREENS) {
    const hrefs = links.filter((link) => textOf(link) === name).map(({ attributes }) => attributes.href)
    expect([name, hrefs]).toEqual([name, [`/admin${path}`]])
  }
})

test('the sidebar shows the email address and signs out to the admin login', async ({ admin }) => {
  const dashboard = await admin.open('/admin')
  expect(inSidebar(dashboard, 'p').map(textOf)).toContain(admin.account.email)
  expect(inSidebar(dashboard, 'button').map(textOf)).toContain('Sign Out')
  expect((await dashboard.submit('Sign Out')).path).toBe('/admin/login')
  expect((await (await admin.get('/auth/who')).json()).kind).toBe('guest')
})

test('each screen opens in the layout with the sidebar', async ({ admin }) => {
  for (const [heading, path] of SCREENS) {
    const screen = await admin.open(`/admin${path}`)
    expect([screen.path, screen.heading]).toEqual([`/admin${path}`, heading])
    expect(inSidebar(screen, 'nav')).toHaveLength(1)
  }
})

test('the dashboard links to the products and the analytics', async ({ admin }) => {
  const dashboard = await admin.open('/admin')
  const main = findAll(dashboard.root, ({ tag }) => tag === 'main')
  for (const name of ['Products', 'Analytics']) {
    const isLink = (element: Markup) => element.tag === 'a' && textOf(element) === name
    const [link] = main.flatMap((content) => findAll(content, isLink))
    const screen = await admin.open(link?.attributes.href ?? '')
    expect([screen.path, screen.heading]).toEqual([`/admin/${name.toLowerCase()}`, name])
  }
})

test('the dashboard shows orders, customers, products, pending orders, low stock, and growth', async ({
  ctx,
  admin,
}) => {
  const { id: productId } = await buildProduct(ctx, { stock: 1 })
  const lines = [{ productId, quantity: 1 }]
  await buildAccount(ctx.db)
  await buildOrder(ctx, { lines })
  await buildOrder(ctx, { lines, status: 'delivered', createdAt: new Date(ctx.now.getTime() - 45 * DAY_MS) })
  const numbers = await (await admin.get('/api/v1/admin/dashboard')).json()
  const dashboard = await admin.open('/admin')
  const texts = (tag: string) => findAll(dashboard.root, (element) => element.tag === tag).map(textOf)
  const values = texts('dd')
  const displayed = Object.fromEntries(texts('dt').map((name, index) => [name, values[index]]))
  const expected = {
    Orders: numbers.orders,
    Customers: numbers.customers,
    Products: numbers.products,
    'Pending orders': numbers.pending_orders,
    'Low stock': numbers.low_stock,
  }
  for (const [name, number] of Object.entries(expected)) {
    expect(number, name).toBeGreaterThan(0)
    expect([name, displayed[name]]).toEqual([name, String(number)])
  }
  expect(displayed['30-day growth']).toMatch(/^[+−-]?\d+(\.\d)?%$/)
})

test('Users lists all profiles', async ({ ctx, connection, admin }) => {
  await Promise.all(Array.from({ length: 60 }, () => buildAccount(ctx.db)))
  const users = await admin.open('/admin/users')
  expect(users.links('Next →')).toHaveLength(1)
  const rows = await readRows(users, 'Users')
  const emails = await findTexts(connection, 'select email as text from profiles')
  expect(emails.length).toBeGreaterThan(60)
  expect(emails.filter((email) => !rows.includes(email))).toEqual([])
})

test('Orders lists the paid orders of all customers', async ({ ctx, connection, admin }) => {
  const { id: productId } = await buildProduct(ctx, { stock: 100 })
  const lines = [{ productId, quantity: 1 }]
  const { id: userId } = await buildAccount(ctx.db)
  for (let count = 0; count < 30; count++) {
    await buildOrder(ctx, { lines })
    await buildOrder(ctx, { lines, userId })
  }
  const orders = await admin.open('/admin/orders')
  expect(orders.links('Next →')).toHaveLength(1)
  const rows = await readRows(orders, 'Orders')
  const statement = `select number as text from orders where payment_status = 'paid'`
  const numbers = await findTexts(connection, statement)
  expect(numbers.length).toBeGreaterThanOrEqual(60)
  expect(numbers.filter((number) => !rows.includes(number))).toEqual([])
})

test('Accounting adds an entry with a description and an amount to its list', async ({ admin }) => {
  const screen = await admin.open('/admin/accounting')
  expect(screen.field('Description').attributes.type ?? 'text').toBe('text')
  expect(screen.field('Amount').attributes.type).toBe('number')
  const added = await screen.submit('Add entry', { Description: 'Ribbon', Amount: '19.99' })
  expect(added.rows('Entries').filter((row) => row.includes('Ribbon'))).toEqual([
    expect.stringContaining('$19.99'),
  ])
})

test('User Management changes a role to Admin and back to User', async ({ ctx, admin }) => {
  const { email } = await buildAccount(ctx.db)
  const path = `/admin/user-management?q=${email}`
  const label = `Role of ${email}`
  for (const role of ['Admin', 'User']) {
    const list = await admin.open(path)
    const value = list.optionValue(label, role)
    expect(value).toBe(role.toLowerCase())
    const question = await list.submit('Save', { [label]: value })
    const changed = await question.submit('Change role', { 'Your password': PASSWORD })
    expect(changed.buttons).not.toContain('Change role')
    expect((await admin.open(path)).field(label).value).toBe(value)
  }
})

test('an empty full name is displayed as Not provided', async ({ ctx, admin }) => {
  const { email } = await buildAccount(ctx.db)
  await execute(ctx.db)`update profiles set full_name = null where email = ${email}`
  const { root } = await admin.open(`/admin/user-management?q=${email}`)
  const rows = findAll(root, (element) => element.tag === 'tr' && textOf(element).includes(email))
  const isPlaceholder = (element: Markup) => textOf(element) === 'Not provided'
  expect(rows.map((row) => findAll(row, isPlaceholder).length > 0)).toEqual([true])
})
