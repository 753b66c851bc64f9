import { buildAccount, findEmailLink, findRole, findSentEmails, PASSWORD, runJobs } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { confirmEmailWithPassword } from './sign-up.server.ts'

const grace = 'grace@orchard.example'

test('an account opens once its email address is confirmed', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  expect(
    (await visitor.post('/api/v1/auth/signup', { email: 'Grace@Orchard.example', password: PASSWORD }))
      .status,
  ).toBe(200)
  expect(await (await visitor.signIn(grace, PASSWORD)).json()).toEqual({
    error: { code: 'forbidden', message: 'Email not verified' },
  })
  const response = await visitor.get(await findEmailLink(connection, grace))
  expect([response.status, response.headers.get('location')]).toEqual([303, '/'])
  expect((await visitor.signIn(grace, PASSWORD)).status).toBe(200)
  expect(await (await visitor.get('/anywhere')).json()).toMatchObject({
    kind: 'user',
    email: grace,
    role: 'user',
  })
})

test('sign-up responds alike for a new and a known address, and emails the account’s owner', async ({
  connection,
}) => {
  const visitor = createTestStore(connection).visitor()
  await buildAccount(connection.db, { email: grace })
  const responses = []
  for (const email of [grace, 'new@orchard.example']) {
    const response = await visitor.post('/api/v1/auth/signup', { email, password: 'another orchard' })
    responses.push([
      response.status,
      [...response.headers.keys()],
      (await response.text()).replace(email, '').replace(/usr_\w{20}/, ''),
    ])
  }
  expect(responses[0]).toEqual(responses[1])
  expect((await findSentEmails(connection, grace)).map(({ subject }) => subject)).toEqual([
    'You already have an account',
  ])
  expect((await visitor.signIn(grace, PASSWORD)).status).toBe(200)
})

test('sign-up ignores a role, ID, or verified flag in the request', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  await visitor.post('/api/v1/auth/signup', {
    email: grace,
    password: PASSWORD,
    role: 'admin',
    id: 'usr_mine',
    email_verified: true,
    emailVerified: true,
    options: { data: { full_name: 'Grace', role: 'admin' }, emailRedirectTo: 'https://evil.example/' },
  })
  const { rows } = await connection.pool.query(
    'select p.id, role, email_verified, full_name from profiles p join auth_users u using (id)',
  )
  expect(rows).toEqual([
    { id: expect.not.stringMatching('usr_mine'), role: 'user', email_verified: false, full_name: 'Grace' },
  ])
  expect((await findSentEmails(connection, grace))[0]?.html).not.toContain('evil')
})

test('a confirmation link works once, even for five concurrent requests, and expires', async ({
  connection,
}) => {
  const visitor = createTestStore(connection).visitor()
  const signUp = () => visitor.post('/api/v1/auth/signup', { email: grace, password: PASSWORD })
  await signUp()
  await connection.pool.query(`update auth_verifications set expires_at = now() - interval '1 second'`)
  const lateResponse = await visitor.get(await findEmailLink(connection, grace))
  expect(lateResponse.headers.get('location')).toBe('/login?link=used')

  await signUp()
  const link = await findEmailLink(connection, grace)
  expect((await visitor.head(link)).status).toBe(200)
  const responses = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.get(link)))
  expect(responses.map(({ headers }) => headers.get('location')).sort()).toEqual([
    '/',
    ...Array(4).fill('/login?link=used'),
  ])
})

test('in another browser, the confirmation link asks for the password of that sign-up', async ({
  connection,
  ctx,
}) => {
  const store = createTestStore(connection)
  const [visitor, scanner] = [store.visitor(), store.visitor()]
  await visitor.post('/api/v1/auth/signup', { email: grace, password: PASSWORD })
  const link = await findEmailLink(connection, grace)
  const token = new URL(link, ctx.settings.origin).searchParams.get('token') ?? ''
  for (const _scan of [1, 2]) {
    const response = await scanner.get(link)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/confirm-email'])
  }
  expect((await visitor.signIn(grace, PASSWORD)).status).toBe(403)
  await expect(confirmEmailWithPassword(ctx, { token, password: 'a wrong orchard' })).rejects.toMatchObject({
    code: 'unauthenticated',
    fields: { password: 'This isn’t the password you signed up with.' },
  })
  await confirmEmailWithPassword(ctx, { token, password: PASSWORD })
  expect((await visitor.signIn(grace, PASSWORD)).status).toBe(200)
  await expect(confirmEmailWithPassword(ctx, { token, password: PASSWORD })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('the account gets the password from the sign-up whose email was confirmed', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  await visitor.post('/api/v1/auth/signup', { email: grace, password: 'a strangers choice' })
  await visitor.post('/api/v1/auth/signup', { email: grace, password: PASSWORD })
  await visitor.get(await findEmailLink(connection, grace))
  expect((await visitor.signIn(grace, 'a strangers choice')).status).toBe(401)
  expect((await visitor.signIn(grace, PASSWORD)).status).toBe(200)
})

test('outside the demo, knowing the administrator’s address is not enough to choose the password', async ({
  connection,
}) => {
  const env = {
    STORE_DEMO: 'off',
    ADMIN_EMAIL: 'owner@orchard.example',
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://localhost',
  }
  const visitor = createTestStore(connection, { env }).visitor()
  await visitor.post('/api/v1/auth/signup', { email: env.ADMIN_EMAIL, password: PASSWORD })
  const link = await findEmailLink(connection, env.ADMIN_EMAIL)
  expect(link).toMatch(/^\/auth\/reset/)
  expect((await visitor.get(link)).headers.get('location')).toBe('/reset-password')
  expect((await visitor.signIn(env.ADMIN_EMAIL, PASSWORD)).status).toBe(401)
  expect(await findRole(connection.db, env.ADMIN_EMAIL)).toBe('user')
})

test('the designated address becomes an administrator once confirmed', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  const email = 'admin@eternalbeauty.example'
  await visitor.post('/api/v1/auth/signup', { email, password: PASSWORD })
  expect(await findRole(connection.db, email)).toBe('user')
  await visitor.get(await findEmailLink(connection, email))
  expect(await findRole(connection.db, email)).toBe('admin')
})

test('short and common passwords are refused with a field error', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  for (const password of ['short', 'password123', 'aaaaaaaaaa', '12345678']) {
    const response = await visitor.post('/api/v1/auth/signup', { email: grace, password })
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { fields: { password: expect.any(String) } } },
    ])
  }
})

test('in the demo a new account starts with an address labeled Home, and the confirmation can be resent', async ({
  connection,
  ctx,
}) => {
  const visitor = createTestStore(connection).visitor()
  await visitor.post('/api/v1/auth/signup', { email: grace, password: PASSWORD })
  await visitor.post('/api/v1/auth/resend', { email: grace })
  await runJobs(connection, ctx)
  expect((await findSentEmails(connection, grace)).map(({ kind }) => kind)).toEqual(['confirm', 'confirm'])
  await visitor.get(await findEmailLink(connection, grace))
  await visitor.signIn(grace, PASSWORD)
  const { data } = await (await visitor.get('/api/v1/profile/addresses')).json()
  expect(data).toMatchObject([{ label: 'Home', isDefault: true }])
})
