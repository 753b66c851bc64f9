import { backOfficeLink } from '#core/settings/back-office-link.ts'
import { buildAccount, PASSWORD } from '#test/accounts.ts'
import { findAll, type Markup, textOf } from '#test/markup.ts'
import { test as base, expect } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { testSettings } from '#test/store.ts'

const EMAIL = testSettings.adminEmail

const test = base.extend('administrator', { scope: 'file' }, ({ connection }) =>
  buildAccount(connection.db, { email: EMAIL, role: 'admin' }),
)

const mainOf = ({ root }: { root: Markup }) => findAll(root, ({ tag }) => tag === 'main')[0] ?? root

/** The texts of the content's elements. */
const textsOf = (page: { root: Markup }, tag: string) =>
  findAll(mainOf(page), (element) => element.tag === tag).map(textOf)

/** Where the content's links of this name lead. */
const linksOf = (page: { root: Markup }, name: string) =>
  findAll(mainOf(page), (element) => element.tag === 'a' && textOf(element) === name).map(
    ({ attributes }) => attributes.href,
  )

test('the customer login has a Google button and a link to the admin login', async ({ guest }) => {
  const login = await guest.open('/login')
  const isGoogleButton = (element: Markup) =>
    element.tag === 'button' && textOf(element) === 'Continue with Google'
  expect(findAll(mainOf(login), isGoogleButton)).toMatchObject([
    { attributes: expect.not.objectContaining({ disabled: expect.anything() }) },
  ])
  expect(linksOf(login, 'Admin Login')).toEqual(['/admin/login'])
})

test('each mode of the customer login has its own button, and a forgotten password needs no password', async ({
  guest,
}) => {
  const login = await guest.open('/customer/login')
  expect(login.buttons).toContain('Sign In')
  const signUp = await login.follow('Create an account')
  expect(signUp.buttons).toContain('Sign Up')
  const forgot = await (await signUp.follow('Back to login')).follow('Forgot your password?')
  expect(forgot.buttons).toContain('Send reset email')
  expect(textsOf(forgot, 'label')).toEqual(['Email'])
})

test('the sign-up page asks for an email address and a password only', async ({ guest }) => {
  const signUp = await guest.open('/signup')
  const fields = findAll(
    mainOf(signUp),
    ({ tag, attributes }) => ['input', 'textarea'].includes(tag) && attributes.type !== 'hidden',
  )
  expect(fields).toHaveLength(2)
  expect(signUp.field('Email').attributes).toMatchObject({ type: 'email', name: 'email' })
  expect(signUp.field('Password').attributes).toMatchObject({ type: 'password', name: 'password' })
})

test('only the designated administrator signs in at the admin login', async ({
  ctx,
  guest,
  administrator,
}) => {
  const login = await guest.open('/admin/login?next=/admin/orders')
  expect(linksOf(login, 'Customer Login')).toEqual(['/login?next=%2Fadmin%2Forders'])
  for (const person of [{}, { role: 'admin' }, { staffRole: 'manager' }] as const) {
    const { email } = await buildAccount(ctx.db, person)
    for (const password of [PASSWORD, 'wrong']) {
      const denied = await login.submit('Sign In', { Email: email, Password: password })
      expect(denied.status).toBe(403)
      expect(denied.main).toContain('Access Denied')
      expect(denied.main).toContain('Access denied. This admin portal is restricted.')
    }
  }
  const dashboard = await (await guest.open('/admin/login')).submit('Sign In', {
    Email: administrator.email,
    Password: PASSWORD,
  })
  expect([dashboard.path, dashboard.heading]).toEqual(['/admin', 'Dashboard'])
})

test('links in emails to staff open their page, by the login if the session has ended', async ({
  ctx,
  admin,
  guest,
}) => {
  const link = backOfficeLink(ctx, '/admin/orders?status=pending').slice(ctx.settings.origin.length)
  expect((await admin.open(link)).path).toBe('/admin/orders?status=pending')
  const { email } = await buildAccount(ctx.db, { staffRole: 'packer' })
  const signedIn = await (await guest.open(link)).submit('Sign In', { Email: email, Password: PASSWORD })
  expect(signedIn.path).toBe('/admin/orders?status=pending')
})

test('the admin login toggles between login and the creation of an admin account', async ({ guest }) => {
  const create = await (await guest.open('/admin/login')).follow('Create admin account')
  expect(create.buttons).toContain('Create admin account')
  expect(create.buttons).not.toContain('Sign In')
  const login = await create.follow('Back to login')
  expect(login.buttons).toContain('Sign In')
  expect(login.buttons).not.toContain('Create admin account')
})

test('the admin login links to the customer login and the setup', async ({ guest }) => {
  const login = await guest.open('/admin/login')
  expect(linksOf(login, 'Customer Login')).toEqual(['/login'])
  expect(linksOf(login, 'Setup Guide')).toEqual(['/setup'])
})

test('each login redirects administrators to the back office, and customers to the home page', async ({
  store,
  admin,
  customer,
  administrator,
}) => {
  const designated = plainBrowser(store.visitor())
  await designated.signIn(administrator.email, PASSWORD)
  for (const login of ['/admin/login', '/login', '/customer/login']) {
    for (const [visitor, path] of [
      [admin, '/admin'],
      [designated, '/admin'],
      [customer, '/'],
    ] as const)
      expect([login, (await visitor.get(login)).headers.get('location')]).toEqual([login, path])
  }
})

test('the admin setup has its texts, its form, and a link to the login', async ({ guest }) => {
  const setup = await guest.open('/setup')
  expect(setup.heading).toBe('Admin Setup')
  expect(textsOf(setup, 'p')).toContain('Create your first admin user to manage the store')
  expect(textsOf(setup, 'h2')).toContain('Create Admin User')
  expect(textsOf(setup, 'button')).toContain('Create Admin User')
  expect(linksOf(setup, 'Sign in here')).toEqual(['/login'])
})

test('the admin setup’s email field is disabled, with the reason', async ({ guest }) => {
  const setup = await guest.open('/setup')
  expect(setup.field('Email')).toMatchObject({
    attributes: { disabled: '' },
    description: 'Email is fixed for security',
  })
  expect(textsOf(setup, 'p')).toContain('Email is fixed for security')
})

test('the admin setup redirects an administrator to the back office', async ({ admin }) => {
  for (const path of ['/setup', '/admin/setup']) expect((await admin.open(path)).path).toBe('/admin')
})
