import { buildOrder, buildProduct } from '#test/builders.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { linksIn, regionOf } from '#test/page-parts.ts'
import { expect, test } from '#test/page-test.ts'

const SCREENS = ['Dashboard', 'Users', 'Orders', 'Accounting', 'Media', 'Uploads', 'User Management']

const sidebarState = ({ root }: { root: Markup }) => regionOf(root, 'Sidebar').attributes['data-state']

test('the older layout has the same screens, a header, and a login of its own', async ({ admin, guest }) => {
  const layout = await admin.open('/legacy-admin')
  const [header = layout.root] = findAll(layout.root, ({ tag }) => tag === 'header')
  expect(textOf(header)).toContain('Admin Dashboard')
  expect(textOf(header)).toContain(admin.account.email)
  expect(layout.html).toContain('Loading...')
  const links = linksIn(regionOf(layout.root, 'Back office'))
  expect(links.map(({ name }) => name)).toEqual(SCREENS)
  const paths = ['', '/users', '/orders', '/accounting', '/media', '/uploads', '/user-management']
  expect(links.map(({ href }) => href)).toEqual(paths.map((path) => `/legacy-admin${path}`))
  expect((await layout.submit('Logout')).path).toBe('/login')
  expect((await guest.open('/legacy-admin/orders')).path).toMatch(/^\/login(\?|$)/)
})

test.for(['/admin', '/legacy-admin'])(
  'an unknown screen shows a message inside %s',
  async (path, { admin }) => {
    const page = await admin.open(`${path}/nowhere`)
    expect(page.status).toBe(404)
    expect(page.main).toContain('This page doesn’t exist in the back office.')
    expect(page.links('Back to dashboard')).toEqual([path])
  },
)

test('without scripts, the sidebar collapses, lists filter and sort, and signing out works', async ({
  ctx,
  admin,
}) => {
  await buildOrder(ctx, { email: 'quill@orchard.example' })
  const dashboard = await admin.open('/admin')
  expect(sidebarState(dashboard)).toBe('open')
  const collapsed = await dashboard.submit('Toggle sidebar')
  expect(sidebarState(collapsed)).toBe('collapsed')
  expect(admin.cookies.get('sidebar_state') ?? admin.cookies.get('__Host-sidebar_state')).toBe('false')
  const list = await (await admin.open('/admin/orders')).follow('To fulfill')
  const matching = await list.submit('Search', { 'Search by number, customer, or product': 'quill' })
  expect(matching.path).toBe('/admin/orders?show=to-pack&q=quill')
  expect(matching.rows('Orders').join()).toContain('quill@orchard.example')
  const sorted = await matching.follow('Placed')
  expect(sorted.path).toContain('sort=oldest')
  const expanded = await sorted.submit('Toggle sidebar')
  expect([expanded.path, sidebarState(expanded)]).toEqual([sorted.path, 'open'])
  expect((await expanded.submit('Sign Out')).path).toBe('/admin/login')
})

test('the search of the back office is a page without scripts', async ({ ctx, admin }) => {
  await buildProduct(ctx, { name: 'Amber Serum' })
  const search = await (await admin.open('/admin/orders')).follow('Search')
  const results = await search.submit('Search', { 'Search for': 'serum' })
  const [product] = linksIn(regionOf(results.root, 'Products'))
  expect((await admin.open(product?.href ?? '')).heading).toContain('Amber Serum')
})
