import { removePassword } from '#core/accounts/account.server.ts'
import { RETAINED_AFTER_ERASURE } from '#core/privacy/personal-data.ts'
import { execute } from '#db/sql.ts'
import { contextForVisitor, findEmailLink, findSentEmails, PASSWORD, runJobs } from '#test/accounts.ts'
import { findAll, textOf } from '#test/markup.ts'
import { expect, test } from '#test/page-test.ts'
import { authenticatorApp, enableSecondFactor } from '#test/second-factor.ts'

const PATH = '/profile/security'

test('an email address changes by the link sent to the new one, and the old one is notified', async ({
  ctx,
  connection,
  customer,
}) => {
  const email = 'new-ada@orchard.example'
  const security = await customer.open(PATH)
  const typed = { 'New email address': email, Password: 'not this one' }
  const refused = await security.submit('Change email address', typed)
  expect(refused.field('Password', 'Change email address').description).toBe('Invalid password')
  expect(refused.field('New email address').value).toBe(email)
  const sent = await refused.submit('Change email address', { ...typed, Password: PASSWORD })
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
  const empty = await security.submit('Change password')
  expect(empty.field('Current password').description).toBe('Please enter your password.')
  const refused = await security.submit('Change password', {
    'Current password': 'a wrong one',
    'New password': 'amber evening',
  })
  expect(refused.field('Current password').description).toBe('Invalid password')
  expect(refused.html).not.toContain('amber evening')
  const changed = await refused.submit('Change password', {
    'Current password': PASSWORD,
    'New password': 'amber evening',
  })
  expect(changed.text).toContain('Password changed')
})

test('a second factor is set up, required at sign-in, and replaced by a recovery code', async ({
  customer,
}) => {
  const { email } = customer.account
  const setup = await (await customer.open(PATH)).submit('Set up', { Password: PASSWORD })
  const [, key = ''] = /secret=(\w+)/.exec(setup.html) ?? []
  const list = findAll(setup.root, ({ attributes }) => attributes['aria-label'] === 'Recovery codes')
  const recoveryCodes = list.flatMap((codes) => findAll(codes, ({ tag }) => tag === 'li')).map(textOf)
  expect(new Set(recoveryCodes).size).toBe(10)
  const wrong = await setup.submit('Turn on', { Code: '000000' })
  expect(wrong.status).toBeGreaterThanOrEqual(400)
  const on = await setup.submit('Turn on', { Code: authenticatorApp(key, new Date())() })
  expect(on.text).toContain('Two-step sign-in is on')
  expect(on.buttons).toContain('Turn off')

  customer.cookies.clear()
  const code = await (await customer.open('/login')).submit('Sign In', { Email: email, Password: PASSWORD })
  expect(code.path).toBe('/login/code')
  expect(code.field('Code').attributes.autocomplete).toBe('one-time-code')
  expect((await code.submit('Verify', { Code: '000000' })).text).toContain('Login Failed')
  const home = await code.submit('Verify', { Code: recoveryCodes[0] ?? '' })
  expect(home.text).toContain('Successfully logged in!')
})

test('another device is signed out with the password, and two-step sign-in is turned off with a code', async ({
  ctx,
  store,
  customer,
}) => {
  const other = store.visitor()
  await other.signIn(customer.account.email, PASSWORD)
  const security = await customer.open(PATH)
  const refused = await security.submit('Sign out everywhere else')
  expect(refused.field('Password', 'Sign out everywhere else').description).toBe(
    'Please enter your password.',
  )
  const ended = await refused.submit('Sign out everywhere else', { Password: PASSWORD })
  expect([ended.path, ended.text]).toEqual([PATH, expect.stringContaining('Signed out on all other devices')])
  expect((await (await other.get('/auth/who')).json()).kind).toBe('guest')

  const { session, code } = await enableSecondFactor(await contextForVisitor(ctx, customer))
  customer.cookies.set('eb_session', session.token)
  const enabled = await customer.open(PATH)
  const codes = await enabled.submit('Create new codes', { Password: PASSWORD, Code: code() })
  expect(codes.text).toContain('Save these recovery codes somewhere safe')
  const withoutCode = await enabled.submit('Turn off', { Password: PASSWORD })
  expect(withoutCode.field('Code', 'Turn off').description).toContain('Please enter the code.')
  const off = await withoutCode.submit('Turn off', { Password: PASSWORD, Code: code(1) })
  expect(off.text).toContain('Two-step sign-in is off')
})

test('an account without a password is asked to sign in with Google again', async ({ ctx, customer }) => {
  await removePassword(ctx.db, customer.account.id)
  const recent = await customer.open(PATH)
  expect(recent.buttons).toContain('Set up')
  expect(recent.text).not.toContain('sign in with Google again')
  await execute(ctx.db)`update auth_sessions set created_at = now() - interval '1 hour'`
  const older = await customer.open(PATH)
  expect(older.buttons).not.toContain('Set up')
  expect(new Set(older.links('sign in with Google again'))).toEqual(
    new Set(['/auth/google?next=%2Fprofile%2Fsecurity']),
  )
})

test('an account is deleted after confirmation with its password', async ({ customer }) => {
  const confirm = await (await customer.open(PATH)).follow('Delete my account')
  const refused = await confirm.submit('Delete my account', { Password: 'not this one' })
  expect(refused.text).toContain('Invalid password')
  const home = await confirm.submit('Delete my account', { Password: PASSWORD })
  expect([home.path, home.text]).toEqual(['/', expect.stringContaining('Your account has been deleted')])
  const { email } = customer.account
  const login = await customer.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).text).toContain('Login Failed')
})

test('data is downloaded after the password is entered', async ({ customer }) => {
  const refused = await customer.get('/profile/data')
  expect([refused.status, refused.headers.get('location')]).toEqual([302, `${PATH}?ask=download`])
  const dialog = await customer.open(`${PATH}?ask=download`)
  const wrong = await dialog.submit('Continue', { Password: 'not this one' })
  expect(wrong.field('Password', 'Continue').description).toContain('Invalid password')
  const ready = await wrong.submit('Continue', { Password: PASSWORD })
  expect(ready.links('Download file')).toEqual(['/profile/data'])
  const file = await customer.get('/profile/data')
  expect(file.headers.get('content-disposition')).toContain('my-data.json')
  expect((await file.json()).data.account).toMatchObject([{ email: customer.account.email }])
})

test('the page says what stays after a deletion, and asks for the password', async ({ customer }) => {
  const dialog = await customer.open(`${PATH}?ask=delete`)
  for (const { what, why, howLong } of RETAINED_AFTER_ERASURE) {
    for (const sentence of [what, why, howLong]) expect(dialog.text).toContain(sentence)
  }
  const refused = await dialog.submit('Delete my account', { Password: 'not this one' })
  expect(refused.field('Password', 'Delete my account').description).toContain('Invalid password')
  const deleted = await refused.submit('Delete my account', { Password: PASSWORD })
  expect([deleted.path, deleted.text]).toEqual([
    '/',
    expect.stringContaining('Your account has been deleted'),
  ])
})

test('one other device is signed out with the password', async ({ store, customer }) => {
  const other = store.visitor()
  await other.signIn(customer.account.email, PASSWORD)
  const security = await customer.open(PATH)
  const sections = findAll(security.root, ({ tag }) => tag === 'section').map(textOf)
  expect(
    sections.find((text) => text.startsWith('Where you’re signed in'))?.split('This device'),
  ).toHaveLength(2)
  const ended = await security.submit('Sign Out', { Password: PASSWORD })
  expect(ended.text).toContain('Device signed out')
  expect((await (await other.get('/auth/who')).json()).kind).toBe('guest')
  expect((await customer.open('/profile')).path).toBe('/profile')
})
