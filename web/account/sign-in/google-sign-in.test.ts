import { GOOGLE_PROBLEMS, type GoogleProblem } from '#core/accounts/security/google.ts'
import { asCustomer, buildAccount, findEmailLink, PASSWORD } from '#test/accounts.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { expect, test } from '#test/page-test.ts'
import { loadPages } from '#test/pages.tsx'
import { plainBrowser } from '#test/plain-browser.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { createTestStore } from '#test/test-store.ts'

const GRACE = { sub: 'google-grace', email: 'grace-google@orchard.example', email_verified: true }

test('the button leads to Google and back to the page that needed the sign-in', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const login = await visitor.open('/login?next=/profile')
  expect(login.buttons).toContain('Continue with Google')
  expect(login.html).toMatch(/<form[^>]*"\/auth\/google"[^>]*><input[^>]*value="\/profile"/)
  const back = (await consent(visitor, GRACE, '/profile')).headers.get('location') ?? ''
  const profile = await visitor.open(back)
  expect([profile.path, profile.field('Email').value]).toEqual(['/profile', GRACE.email])
  expect(profile.field('Full Name').value).toBe('Grace')
  expect(profile.text).toContain('Successfully logged in!')
  // A link to another site is ignored.
  visitor.cookies.clear()
  expect((await consent(visitor, GRACE, 'https://evil.example/')).headers.get('location')).toBe('/')
})

test('a Google account is connected to an existing account by the link in an email', async ({
  ctx,
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const { email } = await buildAccount(ctx.db)
  const claims = { sub: 'google-known', email, email_verified: true }
  const login = await visitor.open((await consent(visitor, claims)).headers.get('location') ?? '')
  expect(login.text).toContain('follow the link we sent to your email address')
  const page = await visitor.open(await findEmailLink(connection, email))
  expect([page.path, page.heading]).toEqual(['/login/google', 'Connect your Google account'])
  const connected = await page.submit('Connect Google account')
  expect([connected.path, connected.text]).toEqual(['/', expect.stringContaining('Successfully logged in!')])
  expect((await visitor.open('/profile')).field('Email').value).toBe(email)
  visitor.cookies.clear()
  expect((await consent(visitor, claims)).headers.get('location')).toBe('/')
  expect((await visitor.open('/login/google')).path).toMatch(/^\/login|^\/$/)
})

test('connecting Google leads staff to the back office, and asks for a second factor', async ({
  ctx,
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const pages = await loadPages()
  for (const [hasSecondFactor, path] of [
    [false, '/admin'],
    [true, '/login/code'],
  ] as const) {
    const visitor = plainBrowser(createTestStore(connection, { env, pages }).visitor())
    const packer = await asCustomer(ctx, { staffRole: 'packer' })
    if (hasSecondFactor) await enableSecondFactor(packer)
    const { email } = packer.actor
    await consent(visitor, { sub: `google-${email}`, email, email_verified: true })
    const page = await visitor.open(await findEmailLink(connection, email))
    expect((await page.submit('Connect Google account')).path).toBe(path)
  }
})

test('an email address that Google has not verified gets a message about it', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const response = await consent(visitor, { ...GRACE, sub: 'google-new', email_verified: false })
  const login = await visitor.open(response.headers.get('location') ?? '')
  expect(login.text).toContain(GOOGLE_PROBLEMS.unverified)
  expect((await visitor.open('/profile')).path).toBe('/login?next=%2Fprofile')
})

test('the sign-in page explains each problem with Google', async ({ guest }) => {
  const messages = {
    'not-configured': 'Google login is not configured. Please contact support or use email/password login.',
    refused: 'Google authentication failed. Please try again or use email/password login.',
    unverified: 'Please verify your email address before signing in.',
    failed: 'Failed to authenticate with Google. Please try again.',
    unexpected: 'Something went wrong with Google login. Please try email/password login instead.',
  } satisfies Record<GoogleProblem, string>
  for (const [problem, message] of Object.entries(messages))
    expect((await guest.open(`/login?google=${problem}`)).text).toContain(`Google Login Failed ${message}`)
})

test('without Google, or with a forged answer, the sign-in page says so', async ({ guest }) => {
  expect((await guest.get('/auth/google')).headers.get('location')).toBe('/login?google=not-configured')
  const login = await guest.open('/auth/google')
  expect(login.text).toContain(GOOGLE_PROBLEMS['not-configured'])
  expect((await guest.open('/auth/google/callback?code=forged&state=forged')).path).toMatch(
    /^\/login\?google=/,
  )
  const unknown = await guest.open('/login?google=constructor')
  expect(unknown.status).toBe(200)
})

test('a consent that was denied, and an answer to another sign-in, have their own messages', async ({
  connection,
}) => {
  const { env, consent, server } = await startFakeGoogle()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const expectProblem = async (response: Response, problem: keyof typeof GOOGLE_PROBLEMS) => {
    expect(response.headers.get('location')).toBe(`/login?google=${problem}`)
    const login = await visitor.open(`/login?google=${problem}`)
    expect(login.text).toContain('Google Login Failed')
    expect(login.text).toContain(GOOGLE_PROBLEMS[problem])
    expect(login.links('Login')).toEqual(['/login'])
  }
  await expectProblem(await consent(visitor, { ...GRACE, nonce: 'of another sign-in' }), 'refused')
  server.service.once('beforeAuthorizeRedirect', ({ url }) => {
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
  })
  await expectProblem(await consent(visitor, GRACE), 'failed')
})

test('an administrator signs in with Google and needs a second factor', async ({ ctx, connection }) => {
  const { env, consent } = await startFakeGoogle()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const email = ctx.settings.adminEmail
  await buildAccount(ctx.db, { email, role: 'admin' })
  const claims = { sub: 'google-owner', email, email_verified: true, hd: email.split('@')[1] }
  const dashboard = await visitor.open((await consent(visitor, claims)).headers.get('location') ?? '')
  expect(dashboard.path).toBe('/admin')
  expect(dashboard.text).toContain('Successfully logged in!')
  const security = await dashboard.follow('Turn on two-step sign-in')
  expect(security.path).toBe('/profile/security#second-step')
})

test('when Google is unreachable, password sign-in still works', async ({ ctx, connection }) => {
  const { env, server } = await startFakeGoogle()
  await server.stop()
  const visitor = plainBrowser(createTestStore(connection, { env, pages: await loadPages() }).visitor())
  const { email } = await buildAccount(ctx.db)
  const login = await visitor.open('/login')
  const home = await login.submit('Sign In', { Email: email, Password: PASSWORD })
  expect(home.text).toContain('Successfully logged in!')
})
