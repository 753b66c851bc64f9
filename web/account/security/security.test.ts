import { findEmailLink, findSentEmails, PASSWORD, runJobs } from '#test/accounts.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'
import { authenticatorApp } from '#test/second-factor.ts'

const PATH = '/profile/security'

test('an email address changes by the link sent to the new one, and the old one is notified', async ({
  ctx,
  connection,
  customer,
}) => {
  const email = 'new-ada@orchard.example'
  const security = await customer.open(PATH)
  const typed = { 'New email address': email, Password: 'not this one' }
  const refused = await security.submit('Change Email Address', typed)
  expect(refused.field('Password', 'Change Email Address').description).toBe('Invalid password')
  expect(refused.field('New email address').value).toBe(email)
  const sent = await refused.submit('Change Email Address', { ...typed, Password: PASSWORD })
  expect([sent.path, sent.text]).toEqual([PATH, expect.stringContaining('Check your new inbox')])
  expect(sent.main).toContain(`You sign in with ${customer.account.email}`)
  await runJobs(connection, ctx)
  const changed = await customer.open(await findEmailLink(connection, email))
  expect(changed.text).toContain('Email address changed')
  await runJobs(connection, ctx)
  const subjects = (await findSentEmails(connection, customer.account.email)).map(({ subject }) => subject)
  expect(subjects.join()).toMatch(/address was changed/)
  customer.cookies.clear()
  const login = await customer.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).path).toBe('/')
})

test('changing the password requires the current one', async ({ customer }) => {
  const security = await customer.open(PATH)
  const empty = await security.submit('Change Password')
  expect(empty.field('Current password').description).toBe('Please enter your password.')
  const refused = await security.submit('Change Password', {
    'Current password': 'a wrong one',
    'New password': 'amber evening',
  })
  expect(refused.field('Current password').description).toBe('Invalid password')
  expect(refused.html).not.toContain('amber evening')
  const changed = await refused.submit('Change Password', {
    'Current password': PASSWORD,
    'New password': 'amber evening',
  })
  expect(changed.text).toContain('Password changed')
})

test('a second factor is set up, required at sign-in, and replaced by a recovery code', async ({
  customer,
}) => {
  const { email } = customer.account
  const setup = await (await customer.open(PATH)).submit('Set Up', { Password: PASSWORD })
  const [, key = ''] = /secret=(\w+)/.exec(setup.html) ?? []
  const list = findAll(setup.root, ({ attributes }) => attributes['aria-label'] === 'Recovery codes')
  const recoveryCodes = list.flatMap((codes) => findAll(codes, ({ tag }) => tag === 'li')).map(textOf)
  expect(new Set(recoveryCodes).size).toBe(10)
  const wrong = await setup.submit('Turn On', { Code: '000000' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const on = await setup.submit('Turn On', { Code: authenticatorApp(key, new Date())() })
  expect(on.text).toContain('Two-step sign-in is on')
  expect(on.buttons).toContain('Turn Off')

  customer.cookies.clear()
  const code = await (await customer.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  expect(code.path).toBe('/login/code')
  expect(code.field('Code').attributes.autocomplete).toBe('one-time-code')
  expect((await code.submit('Verify', { Code: '000000' })).text).toContain('Login Failed')
  const home = await code.submit('Verify', { Code: recoveryCodes[0] ?? '' })
  expect(home.text).toContain('Successfully logged in!')
})

test('an account is deleted after confirmation with its password', async ({ customer }) => {
  const confirm = await (await customer.open(PATH)).follow('Delete My Account')
  const refused = await confirm.submit('Delete My Account', { Password: 'not this one' })
  expect(refused.text).toContain('Invalid password')
  const home = await confirm.submit('Delete My Account', { Password: PASSWORD })
  expect([home.path, home.text]).toEqual(['/', expect.stringContaining('Your account has been deleted')])
  const { email } = customer.account
  const login = await customer.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).text).toContain('Login Failed')
})
