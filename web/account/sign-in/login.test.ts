import { asCustomer, buildAccount, findEmailLink, PASSWORD, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/page-test.ts'
import { enableSecondFactor } from '#test/second-factor.ts'

test('a customer signs in at either address, is welcomed on the home page, and has no login anymore', async ({
  ctx,
  guest,
}) => {
  const { email } = await buildAccount(ctx.db)
  for (const path of ['/login', '/customer/login']) {
    const login = await guest.open(path)
    const home = await login.submit('Sign In', { Email: email, Password: PASSWORD })
    expect(home.path).toBe('/')
    expect(home.text).toContain('Welcome! Successfully logged in!')
    expect(home.links('Profile')).toEqual(['/profile'])
    expect(home.links('Login')).toEqual([])
    expect((await guest.open(path)).path).toBe('/')
    guest.cookies.clear()
  }
})

test('signing in with a form that was opened before another sign-in replaces that session', async ({
  ctx,
  guest,
}) => {
  const [first, second, careful] = [
    await buildAccount(ctx.db),
    await buildAccount(ctx.db),
    await asCustomer(ctx),
  ]
  const { code } = await enableSecondFactor(careful)
  const currentEmail = async () => (await (await guest.get('/auth/who')).json()).email
  const [login, otherTab] = [await guest.open('/login'), await guest.open('/login')]
  await login.submit('Sign In', { Email: first.email, Password: PASSWORD })
  await otherTab.submit('Sign In', { Email: second.email, Password: PASSWORD })
  expect(await currentEmail()).toBe(second.email)
  const step = await otherTab.submit('Sign In', { Email: careful.actor.email, Password: PASSWORD })
  expect([step.path, await currentEmail()]).toEqual(['/login/code', second.email])
  await step.submit('Verify', { Code: code() })
  expect(await currentEmail()).toBe(careful.actor.email)
})

test('an administrator is redirected to the back office', async ({ ctx, guest }) => {
  const { email } = await buildAccount(ctx.db, { role: 'admin' })
  const login = await guest.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: PASSWORD })).path).toBe('/admin')
  expect((await guest.open('/login')).path).toBe('/admin')
  const home = await guest.open('/')
  expect(home.links('Admin Panel')).toContain('/admin')
  expect(home.links('Admin')).toContain('/profile')
})

test('shows what is missing and returns the email but not the password', async ({ guest }) => {
  const login = await guest.open('/login')
  const empty = await login.submit('Sign In')
  expect(empty.status).toBe(400)
  expect(empty.field('Email').description).toBe('Please enter your email address.')
  expect(empty.field('Password')).toMatchObject({
    isInvalid: true,
    description: 'Please enter your password.',
  })
  const withPassword = await login.submit('Sign In', { Password: PASSWORD })
  expect(withPassword.text).toContain('Please enter your email address.')
  expect(withPassword.text).not.toContain('Please enter your password.')
  const customerLogin = await guest.open('/customer/login')
  const withEmail = await customerLogin.submit('Sign In', { Email: 'Somebody@Orchard.example' })
  expect(withEmail.field('Email')).toMatchObject({ value: 'Somebody@Orchard.example', description: '' })
  expect(withEmail.field('Password').description).toBe('Please enter your password.')
  const wrong = await login.submit('Sign In', { Email: 'nobody@orchard.example', Password: 'not this one' })
  expect([wrong.path, wrong.status]).toEqual(['/login', 401])
  expect(wrong.text).toContain('Login Failed Invalid email or password')
  expect(wrong.field('Email').value).toBe('nobody@orchard.example')
  expect(wrong.html).not.toContain('not this one')
})

test('each mode of the login has its own form, without what was typed in another', async ({ guest }) => {
  const login = await guest.open('/login?next=%2Fcart')
  expect(login.buttons).toContain('Sign In')
  const signUp = await login.follow('Create an account')
  expect(signUp.path).toBe('/login?mode=sign-up&next=%2Fcart')
  expect(signUp.buttons).toContain('Sign Up')
  const refused = await signUp.submit('Sign Up', { Email: 'half@written' })
  expect(refused.field('Email').value).toBe('half@written')
  const back = await refused.follow('Back to login')
  expect(back.field('Email').value).toBe('')
  const forgot = await back.follow('Forgot your password?')
  expect(forgot.html).not.toContain('type="password"')
  expect((await forgot.submit('Send reset email')).field('Email').description).toBe(
    'Please enter your email address.',
  )
})

test('a new account must confirm its email, and the link works once', async ({ ctx, connection, guest }) => {
  const email = 'ada@orchard.example'
  const signUp = await guest.open('/login?mode=sign-up')
  const weak = await signUp.submit('Sign Up', { Email: email, Password: 'short' })
  expect(weak.text).toContain('Sign Up Failed')
  expect(weak.field('Password').description).toContain('Use at least 8 characters.')
  expect(weak.field('Email').value).toBe(email)

  const login = await signUp.submit('Sign Up', { Email: email, Password: PASSWORD })
  expect(login.path).toBe('/login')
  expect(login.text).toContain('Account Created Please check your email to verify your account.')
  const firstLink = await findEmailLink(connection, email)

  const resend = await login.follow('Resend it')
  expect(resend.heading).toBe('Confirm your email address')
  expect((await resend.submit('Send again')).field('Email').description).toBe(
    'Please enter your email address.',
  )
  const sent = await resend.submit('Send again', { Email: email })
  expect([sent.path, sent.text]).toEqual(['/login', expect.stringContaining('Check your email')])
  await runJobs(connection, ctx)
  const secondLink = await findEmailLink(connection, email)
  expect(secondLink).not.toBe(firstLink)

  // An email client's link preview must not use up the link.
  const preview = await guest.head(secondLink)
  expect([preview.status, preview.headers.getSetCookie()]).toEqual([200, []])
  expect((await guest.open(secondLink)).text).toContain('Email address confirmed')
  guest.cookies.clear()
  expect((await guest.open(firstLink)).text).toContain('This link has expired or was already used.')
  const home = await login.submit('Sign In', { Email: email, Password: PASSWORD })
  expect(home.text).toContain('Successfully logged in!')
})

test('a forgotten password is reset by a link that works once', async ({ ctx, connection, guest }) => {
  const { email } = await buildAccount(ctx.db)
  const forgot = await guest.open('/login?mode=forgot')
  for (const entered of ['nobody@orchard.example', email]) {
    const login = await forgot.submit('Send reset email', { Email: entered })
    expect(login.path).toBe('/login')
    expect(login.text).toContain('Reset Email Sent Please check your email for password reset instructions.')
  }
  await runJobs(connection, ctx)
  const link = await findEmailLink(connection, email)
  const reset = await guest.open(link)
  expect(reset.path).toBe('/reset-password')
  const passwords = { 'New password': 'amber evening', 'Confirm new password': 'amber morning' }
  const refused = await reset.submit('Save new password', passwords)
  expect(refused.text).toContain('The passwords don’t match.')
  const saved = await refused.submit('Save new password', {
    ...passwords,
    'Confirm new password': 'amber evening',
  })
  expect(saved.text).toContain('Password changed')
  guest.cookies.clear()
  const used = await guest.open(link)
  expect(used.path).toMatch(/^\/login\?mode=forgot/)
  expect(used.text).toContain('This link has expired or was already used.')
  expect((await guest.open('/reset-password')).heading).toBe('This link has expired')
  const login = await guest.open('/login')
  expect((await login.submit('Sign In', { Email: email, Password: 'amber evening' })).path).toBe('/')
})

test('the sign-up page sends its new account to the login', async ({ guest }) => {
  const signUp = await guest.open('/signup')
  expect(signUp.heading).toBe('Sign Up for Eternal Beauty')
  expect(signUp.field('Email').attributes).toMatchObject({ type: 'email', required: '' })
  expect(signUp.field('Password').attributes).toMatchObject({ type: 'password', required: '' })
  const weak = await signUp.submit('Sign Up', { Email: 'rosa@orchard.example', Password: 'password1' })
  expect(weak.field('Password')).toMatchObject({
    isInvalid: true,
    description: expect.stringContaining('This password is too common. Choose a different one.'),
  })
  const login = await signUp.submit('Sign Up', { Email: 'rosa@orchard.example', Password: PASSWORD })
  expect(login.path).toBe('/login')
  expect(login.text).toContain('Check your email to confirm your account')
})

test('sign-in returns to the requested page, but never to another site', async ({ ctx, guest }) => {
  const { email } = await buildAccount(ctx.db)
  const submit = async (path: string) => {
    guest.cookies.clear()
    const login = await guest.open(path)
    return login.submit('Sign In', { Email: email, Password: PASSWORD })
  }
  const login = await guest.open('/profile?tab=settings')
  expect(login.path).toBe('/login?next=%2Fprofile%3Ftab%3Dsettings')
  expect((await submit(login.path)).path).toBe('/profile?tab=settings')
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example/',
    '%2F%2Fevil.example',
  ]) {
    const { response, path } = await submit(`/login?next=${encodeURIComponent(next)}`)
    expect([next, response.status, path]).toEqual([next, 200, '/'])
  }
})

test('Google sign-in shows a message if it is not configured', async ({ guest }) => {
  const login = await guest.open('/login')
  const page = await login.submit('Continue with Google')
  expect(page.text).toContain(
    'Google Login Failed Google login is not configured. Please contact support or use email/password login.',
  )
})

test('signing out closes protected pages', async ({ customer }) => {
  const profile = await customer.open('/profile')
  const home = await profile.submit('Logout')
  expect(home.path).toBe('/')
  expect(home.links('Login')).toEqual(['/login'])
  expect((await customer.open('/profile')).path).toBe('/login?next=%2Fprofile')
})
