import { buildProduct } from '#test/builders.ts'
import { findLandmark, linkTargets, textsOf } from '#test/landmarks.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'

const PRIVATE_PAGES = [
  ['/cart', 'Your Cart'],
  ['/checkout', 'Checkout'],
  ['/profile', 'My Profile'],
  ['/orders', 'Your Orders'],
] as const

function banner({ root }: { root: Markup }): string {
  return findAll(root, ({ tag }) => tag === 'header').map(textOf)[0] ?? ''
}

test('the home page, the product list, a product, and the search open at their paths', async ({
  ctx,
  guest,
}) => {
  const products = [await buildProduct(ctx), await buildProduct(ctx), await buildProduct(ctx)]
  const home = await guest.open('/')
  expect(home.status).toBe(200)
  expect(textsOf(home.root, 'h2')).toContain('Popular Beauty Products')
  const list = await guest.open('/categories')
  expect(list.heading).toBe('All products')
  const { data } = await (await guest.get('/api/v1/products?limit=100&in_stock=true&group=family')).json()
  expect(data.length).toBeGreaterThanOrEqual(products.length)
  expect(textsOf(list.root, 'article')).toHaveLength(data.length)
  for (const { id, name } of products) expect((await guest.open(`/product/${id}`)).heading).toBe(name)
  expect((await guest.open('/search?q=rose')).heading).toBe('SearchResults')
})

test('customers browse by category, search, keep a cart, check out, view their orders, and manage a profile', async ({
  ctx,
  customer,
}) => {
  const { id } = await buildProduct(ctx, { category: 'Makeup' })
  await customer.post('/api/v1/cart/items', { product_id: id, quantity: 1 })
  for (const [path, heading] of [
    ['/categories?category=Makeup', 'Makeup'],
    ['/search?q=rose', 'SearchResults'],
    ...PRIVATE_PAGES,
  ]) {
    const page = await customer.open(path)
    expect([page.path, page.status, page.heading]).toEqual([path, 200, heading])
  }
})

test('the sign-in, the sign-up, and the one-time setup open at their paths', async ({ guest }) => {
  for (const [path, heading] of [
    ['/customer/login', 'Customer Login'],
    ['/login', 'Customer Login'],
    ['/signup', 'Sign Up for Eternal Beauty'],
    ['/admin/login', 'Admin Login'],
    ['/setup', 'Admin Setup'],
    ['/admin/setup', 'Admin Setup'],
  ] as const) {
    const page = await guest.open(path)
    expect([page.path, page.heading]).toEqual([path, heading])
  }
  expect((await guest.open('/signup')).buttons).toContain('Sign Up')
})

test('the admin area and the older admin area open at their paths', async ({ admin }) => {
  const dashboard = await admin.open('/admin')
  expect(dashboard.path).toBe('/admin')
  expect(findLandmark(dashboard.root, 'aside', 'Sidebar')).toBeDefined()
  expect((await admin.open('/admin/users')).heading).toBe('Users')
  const older = await admin.open('/legacy-admin/users')
  expect([older.path, older.heading]).toEqual(['/legacy-admin/users', 'Users'])
  expect(banner(older)).toContain('Admin Dashboard')
})

test('administrators use a back office for users, orders, accounting entries, and uploaded media', async ({
  admin,
}) => {
  const dashboard = await admin.open('/admin')
  const screens = findLandmark(dashboard.root, 'nav', 'Back office')
  for (const name of ['Users', 'Orders', 'Accounting', 'Media']) {
    const [path = ''] = linkTargets(screens, name)
    expect((await admin.open(path)).heading).toBe(name)
  }
})

test('storefront pages share a header and a page frame', async ({ guest }) => {
  for (const path of ['/', '/categories', '/cart', '/login', '/search?q=rose', '/nowhere']) {
    const page = await guest.open(path)
    const frames = findAll(page.root, ({ attributes }) => attributes.class?.split(' ')[0] === 'page-frame')
    expect([path, frames.length]).toEqual([path, 1])
    expect(banner({ root: frames[0] ?? page.root })).toContain('Eternal Beauty')
  }
})
