import { buildAccount, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { plainBrowser } from '#test/plain-browser.ts'
import { testSettings } from '#test/store.ts'

const EMAIL = testSettings.adminEmail

test('the administrator signs in at the admin login, and signing out returns to it', async ({
  ctx,
  guest,
}) => {
  await buildAccount(ctx.db, { email: EMAIL, role: 'admin' })
  const login = await guest.open('/admin/login')
  expect(login.links('Setup Guide')).toEqual(['/setup'])
  expect(login.links('Customer Login')).toEqual(['/login'])
  const dashboard = await login.submit('Sign In', { Email: EMAIL, Password: PASSWORD })
  expect(dashboard.path).toBe('/admin')
  expect(dashboard.text).toContain('Login Successful Welcome back to the admin portal!')
  expect(dashboard.text).toContain(EMAIL)
  expect((await dashboard.submit('Sign Out')).path).toBe('/admin/login')
  expect((await guest.open('/admin')).path).toBe('/admin/login')

  // The account exists now, so the setup is over.
  for (const path of ['/setup', '/admin/setup']) {
    const setup = await guest.open(path)
    expect(setup.heading).toBe('Admin Setup')
    expect(setup.text).toContain('Create your first admin user to manage the store')
    expect(setup.field('Email')).toMatchObject({
      value: EMAIL,
      attributes: { disabled: '' },
      description: 'Email is fixed for security',
    })
    expect(setup.links('Sign in here')).toEqual(['/login'])
    const empty = await setup.submit('Create Admin User')
    expect(empty.text).toContain('Missing Information Please provide both email and password')
    const short = await setup.submit('Create Admin User', { Password: 'five5' })
    expect(short.text).toContain('Password Too Short Password must be at least 6 characters long')
    const done = await setup.submit('Create Admin User', { Password: 'quiet orchard' })
    expect(done.text).toContain(
      'User Already Exists This admin account already exists. Please sign in instead.',
    )
    expect(done.html).toContain('<meta http-equiv="refresh" content="2')
  }
})

test('the setup accepts only the email of the administrator', async ({ guest }) => {
  for (const path of ['/setup', '/admin/setup']) {
    const form = new URLSearchParams({ email: 'nobody@orchard.example', password: PASSWORD })
    const refused = await guest.open(path, form)
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Invalid Email Only the authorized admin email can be used for setup.'),
    ])
  }
})

test('the admin login requires both fields and refuses anyone else, also as a new account', async ({
  ctx,
  guest,
}) => {
  const { email } = await buildAccount(ctx.db)
  const login = await guest.open('/admin/login')
  const create = await login.follow('Create admin account')
  const incompleteForms: Record<string, string>[] = [{}, { Email: email }, { Password: PASSWORD }]
  for (const [page, button, refusal] of [
    [login, 'Sign In', 'Access denied. This admin portal is restricted.'],
    [create, 'Create admin account', 'Sign up is restricted to authorized admin users only.'],
  ] as const) {
    for (const incomplete of incompleteForms)
      expect((await page.submit(button, incomplete)).text).toContain('Please enter both email and password.')
    const denied = await page.submit(button, { Email: email, Password: PASSWORD })
    expect(denied.status).toBe(403)
    expect(denied.text).toContain('Access Denied This admin portal is restricted to authorized users only.')
    expect(denied.text).toContain(refusal)
    expect(denied.field('Email').value).toBe(email)
  }
})

test('no spelling of an address opens the back office to a customer', async ({ connection, store }) => {
  const customer = plainBrowser(await signInVisitor(store, connection.db))
  for (const path of [
    '/admin',
    '/admin/',
    '/admin/users',
    '/admin/anything?x=1',
    '/admin%2Fusers',
    '//admin',
    '/admin.data',
    '/admin/users.data',
    '/admin.data?_routes=admin%2Flayout',
  ]) {
    const response = await customer.get(path)
    const html = await response.text()
    expect([path, html.includes('Recent orders'), html.includes(customer.account.email)]).toEqual([
      path,
      false,
      false,
    ])
  }
})
