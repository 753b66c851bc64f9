import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const SCREENS = [
  ['Dashboard', ''],
  ['Users', '/users'],
  ['Orders', '/orders'],
  ['Accounting', '/accounting'],
  ['Media', '/media'],
  ['Uploads', '/uploads'],
  ['User Management', '/user-management'],
] as const

const isSidebar = ({ attributes }: Markup) => attributes['aria-label'] === 'Back office'

test('the sidebar links to the seven screens in this order', async ({ admin }) => {
  const { root } = await admin.open('/legacy-admin')
  const links = findAll(root, isSidebar).flatMap((sidebar) => findAll(sidebar, ({ tag }) => tag === 'a'))
  expect(links.map((link) => [textOf(link), link.attributes.href])).toEqual(
    SCREENS.map(([name, path]) => [name, `/legacy-admin${path}`]),
  )
})

test('the header has the title, the email address, and a Logout button', async ({ admin }) => {
  const { root } = await admin.open('/legacy-admin')
  const [header] = findAll(root, ({ tag }) => tag === 'header')
  const texts = (...tags: string[]) => header && findAll(header, ({ tag }) => tags.includes(tag)).map(textOf)
  expect(texts('p')).toEqual(expect.arrayContaining(['Admin Dashboard', admin.account.email]))
  expect(texts('button')).toContain('Logout')
})

test('guests and customers are redirected to the login', async ({ guest, customer }) => {
  expect((await guest.open('/legacy-admin/orders')).path).toBe('/login')
  for (const visitor of [guest, customer]) {
    const { status, headers } = await visitor.get('/legacy-admin')
    expect([status, headers.get('location')]).toEqual([303, '/login'])
  }
})

test('Logout leads to the customer login', async ({ admin }) => {
  const login = await (await admin.open('/legacy-admin')).submit('Logout')
  expect([login.path, login.heading]).toEqual(['/login', 'Customer Login'])
})

test('the current and the older layout are both routed, and only the current has the sidebar region', async ({
  admin,
}) => {
  const sidebars = ({ root }: { root: Markup }) =>
    findAll(root, ({ tag, attributes }) => tag === 'aside' && attributes['aria-label'] === 'Sidebar')
  expect(sidebars(await admin.open('/admin'))).toHaveLength(1)
  const older = await admin.open('/legacy-admin')
  expect([older.path, older.heading, sidebars(older)]).toEqual(['/legacy-admin', 'Dashboard', []])
})
