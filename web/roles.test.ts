import { buildProduct } from '#test/builders.ts'
import { expect, test } from '#test/page-test.ts'

const ADMIN_LINKS = ['Profile', 'Admin', 'Admin Panel']

test('a guest browses and searches, and sees Login', async ({ ctx, guest }) => {
  const { name } = await buildProduct(ctx, { name: 'Rose Mist' })
  for (const path of ['/', '/categories', '/search?q=rose']) {
    const page = await guest.open(path)
    expect([path, page.status, page.path]).toEqual([path, 200, path])
    expect(page.main).toContain(name)
  }
  const cart = await guest.open('/cart')
  expect(cart.links('Login').length).toBeGreaterThan(0)
  for (const link of ADMIN_LINKS) expect(cart.links(link)).toEqual([])
  expect(cart.buttons).not.toContain('Logout')
})

test('a signed-in user has a server-backed cart, and sees Profile and Logout', async ({ customer }) => {
  const home = await customer.open('/')
  expect(home.links('Profile')).toContain('/profile')
  expect(home.buttons).toContain('Logout')
  expect(home.links('Login')).toEqual([])
  expect(home.links('Admin Panel')).toEqual([])
  expect((await customer.get('/api/v1/cart')).status).toBe(200)
})

test('an administrator sees the Admin Panel button, and the Admin label on the profile button', async ({
  admin,
}) => {
  const home = await admin.open('/')
  expect(home.links('Admin Panel')).toContain('/admin')
  expect(home.links('Admin')).toContain('/profile')
  expect(home.links('Profile')).toEqual([])
})

test('the older admin layout redirects everyone but administrators to /login', async ({
  guest,
  customer,
  admin,
}) => {
  for (const path of ['/legacy-admin', '/legacy-admin/orders', '/legacy-admin/users']) {
    expect((await guest.open(path)).path).toMatch(/^\/login(\?|$)/)
    const response = await customer.get(path)
    expect([response.status, response.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/login/),
    ])
    expect((await admin.get(path)).status).toBe(200)
  }
})
