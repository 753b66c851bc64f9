import { signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'

const SCREENS = ['', '/users', '/orders', '/accounting', '/media', '/uploads', '/user-management']

test('each layout sends guests and customers to its login, and the API answers 401 and 403', async ({
  guest,
  customer,
}) => {
  const visitors = [guest, customer]
  for (const screen of SCREENS)
    for (const [layout, login] of [
      ['/admin', '/admin/login'],
      ['/legacy-admin', '/login'],
    ] as const)
      for (const visitor of visitors) {
        const response = await visitor.get(layout + screen)
        const { pathname } = new URL(response.headers.get('location') ?? '', 'http://localhost')
        expect([layout + screen, response.status, pathname]).toEqual([layout + screen, 303, login])
      }
  const responses = await Promise.all(visitors.map((visitor) => visitor.get('/api/v1/admin/orders')))
  expect(responses.map(({ status }) => status)).toEqual([401, 403])
})

test('the login of the back office and the setup stay open to guests', async ({ guest }) => {
  for (const path of ['/admin/login', '/setup', '/admin/setup'])
    expect((await guest.open(path)).path).toBe(path)
})

test('the products, the analytics, the sign-up, and the reset of a password have their pages', async ({
  admin,
  guest,
}) => {
  for (const screen of ['Products', 'Analytics']) {
    const page = await admin.open(`/admin/${screen.toLowerCase()}`)
    expect([page.status, page.heading]).toEqual([200, screen])
  }
  expect((await guest.open('/signup')).heading).toBe('Sign Up for Eternal Beauty')
  const reset = await guest.open('/reset-password')
  expect(reset.status).toBeLessThan(500)
  expect(reset.heading).toBe('This link has expired')
})

test('the sidebar’s state is saved for seven days', async ({ store, connection }) => {
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  const saved = await admin.request('POST', '/admin/sidebar', { form: { open: 'false' } })
  expect(saved.headers.getSetCookie()).toContainEqual(
    expect.stringMatching(/^sidebar_state=false; Path=\/; Max-Age=604800; /),
  )
})
