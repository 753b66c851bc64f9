import { execute } from '#db/sql.ts'
import {
  buildAccount,
  findEmailLink,
  findSentEmails,
  JUST_SIGNED_IN,
  PASSWORD,
  runJobs,
  signInVisitor,
} from '#test/accounts.ts'
import { test as base, expect } from '#test/store.ts'
import { createTestStore, type TestStore, type TestVisitor } from '#test/test-store.ts'
import { resetPassword } from '../passwords/password.server.ts'
import { changeRole } from '../roles.server.ts'

const test = base.extend<{ server: TestStore }>({
  server: async ({ connection }, use) => use(createTestStore(connection)),
})

/** Another browser with this one's cookies. */
function withStolenCookies(server: TestStore, owner: TestVisitor): TestVisitor {
  const visitor = server.visitor({ address: '203.0.113.66' })
  for (const [name, value] of owner.cookies) visitor.cookies.set(name, value)
  return visitor
}

async function currentRole(visitor: TestVisitor): Promise<string> {
  const { kind, role } = await (await visitor.get('/auth/who')).json()
  return kind === 'user' ? role : kind
}

const ageTokens = (minutes: number) =>
  `update session_tokens set issued_at = issued_at - interval '${minutes} minutes', renew_at = renew_at - interval '${minutes} minutes',
     expires_at = expires_at - interval '${minutes} minutes', succeeded_at = succeeded_at - interval '${minutes} minutes'`

test('the session cookie is HttpOnly and SameSite', async ({ connection, server }) => {
  const { email } = await buildAccount(connection.db)
  const response = await server.visitor().signIn(email, PASSWORD)
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('eb_session='))
  expect(cookie).toMatch(
    /^eb_session=[\w-]{43}; Path=\/; Max-Age=(?:2592000|25919\d\d); HttpOnly; SameSite=Lax$/,
  )
})

test('over TLS the session cookie is restricted to this host', async ({ connection }) => {
  const env = { STORE_DEMO: 'public', PUBLIC_URL: 'https://shop.example' }
  const visitor = createTestStore(connection, { env }).visitor()
  const { email } = await buildAccount(connection.db)
  const response = await visitor.signIn(email, PASSWORD)
  expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-eb_session=.*; Path=\/; .*; Secure$/)
  expect(await currentRole(visitor)).toBe('user')
})

test('signing in again ends this browser’s previous session', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const before = withStolenCookies(server, visitor)
  await visitor.signIn(visitor.account.email, PASSWORD)
  expect(await currentRole(visitor)).toBe('user')
  expect(await currentRole(before)).toBe('guest')
})

test('tokens are stored as hashes', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const { rows } = await connection.pool.query('select t::text as row from session_tokens t')
  for (const { row } of rows) expect(row).not.toContain(visitor.cookies.get('eb_session'))
})

test('signing in replaces a session cookie that was set before', async ({ connection, server }) => {
  const stranger = await signInVisitor(server, connection.db)
  const { email } = await buildAccount(connection.db)
  for (const presetToken of ['made-up-by-a-stranger', stranger.cookies.get('eb_session') ?? '']) {
    const visitor = server.visitor()
    visitor.cookies.set('eb_session', presetToken)
    await visitor.signIn(email, PASSWORD)
    expect(visitor.cookies.get('eb_session')).not.toBe(presetToken)
    const { email: seen } = await (await withStolenCookies(server, stranger).get('/auth/who')).json()
    expect(seen).not.toBe(email)
  }
})

test('a stolen cookie stops working after sign-out', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const stolen = withStolenCookies(server, visitor)
  expect(await currentRole(stolen)).toBe('user')
  await visitor.signOut()
  expect(await currentRole(stolen)).toBe('guest')
})

test('a stolen cookie stops working after a password reset, and the reset link works once', async ({
  connection,
  ctx,
  server,
}) => {
  const visitor = await signInVisitor(server, connection.db)
  const stolen = withStolenCookies(server, visitor)
  const { email } = visitor.account
  expect((await visitor.post('/api/v1/auth/recover', { email, redirectTo: '//evil.example' })).status).toBe(
    200,
  )
  await runJobs(connection, ctx)
  const token =
    new URL(await findEmailLink(connection, email), 'http://here.invalid').searchParams.get('token') ?? ''
  const results = await Promise.allSettled(
    Array.from({ length: 5 }, () => resetPassword(ctx, { token, password: 'a newer orchard' })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await currentRole(stolen)).toBe('guest')
  expect((await server.visitor().signIn(email, PASSWORD)).status).toBe(401)
  expect((await server.visitor().signIn(email, 'a newer orchard')).status).toBe(200)
  expect((await findSentEmails(connection, email)).map(({ kind }) => kind)).toContain('password-changed')
})

test('a role change ends existing sessions immediately', async ({ connection, ctx, server }) => {
  const admin = await signInVisitor(server, connection.db, { role: 'admin' })
  const other = await signInVisitor(server, connection.db, { role: 'admin' })
  const stolen = withStolenCookies(server, other)
  expect((await stolen.get('/api/v1/admin/profiles')).status).toBe(200)
  expect((await admin.patch(`/api/v1/admin/profiles/${other.account.id}`, { role: 'user' })).status).toBe(200)
  expect((await stolen.get('/api/v1/admin/profiles')).status).toBe(401)
  await expect(
    changeRole(ctx, { id: other.account.id, role: 'admin' }, JUST_SIGNED_IN),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a session cookie is renewed before it expires, to the same one in every tab', async ({
  connection,
  server,
}) => {
  const visitor = await signInVisitor(server, connection.db)
  await connection.pool.query(ageTokens(59))
  const tabs = [1, 2, 3].map(() => withStolenCookies(server, visitor))
  await Promise.all(tabs.map((tab) => tab.post('/auth/refresh')))
  const next = new Set(tabs.map(({ cookies }) => cookies.get('eb_session')))
  expect(next.size).toBe(1)
  expect(next).not.toContain(visitor.cookies.get('eb_session'))
  expect(await currentRole(visitor)).toBe('user')
})

test('a lost response signs nobody out: the old cookie works until the new one is used', async ({
  connection,
  server,
}) => {
  const visitor = await signInVisitor(server, connection.db)
  await connection.pool.query(ageTokens(59))
  const newCookieHolder = withStolenCookies(server, visitor)
  await newCookieHolder.get('/auth/who')
  await connection.pool.query(ageTokens(30))
  expect(await currentRole(visitor)).toBe('user')
  expect(visitor.cookies.get('eb_session')).toBe(newCookieHolder.cookies.get('eb_session'))
})

test('using an old token after its successor ends the session', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const stolen = withStolenCookies(server, visitor)
  await connection.pool.query(ageTokens(59))
  await visitor.get('/auth/who')
  expect(await currentRole(visitor)).toBe('user')
  const stolenToken = stolen.cookies.get('eb_session')
  expect(await currentRole(stolen)).toBe('user')
  expect(stolen.cookies.get('eb_session')).toBe(stolenToken)
  await connection.pool.query(ageTokens(2))
  expect(await currentRole(stolen)).toBe('guest')
  expect(await currentRole(visitor)).toBe('guest')
})

test('a refresh token works once, and reusing it ends the session', async ({ connection, server }) => {
  const { email } = await buildAccount(connection.db)
  const client = server.visitor()
  const token = (body: object) => client.post('/api/v1/auth/token', body)
  const first = await (await token({ grant_type: 'password', email, password: PASSWORD })).json()
  expect(first).toMatchObject({ user: { email }, expires_at: expect.any(String) })
  const renew = async (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })
  const second = await (await renew(first.refresh_token)).json()
  const repeated = await (await renew(first.refresh_token)).json()
  expect(repeated.refresh_token).toBe(second.refresh_token)
  const third = await (await renew(second.refresh_token)).json()
  const bearer = { headers: { authorization: `Bearer ${third.access_token}` } }
  expect((await client.get('/api/v1/auth/user', bearer)).status).toBe(200)
  await connection.pool.query(`update session_tokens set succeeded_at = succeeded_at - interval '2 minutes'`)
  expect((await renew(first.refresh_token)).status).toBe(401)
  expect((await client.get('/api/v1/auth/user', bearer)).status).toBe(401)
  expect((await renew(third.refresh_token)).status).toBe(401)
})

test('access, refresh, and browser tokens are not interchangeable', async ({ connection, server }) => {
  const { email } = await buildAccount(connection.db)
  const client = server.visitor()
  const session = await (
    await client.post('/api/v1/auth/token', { grant_type: 'password', email, password: PASSWORD })
  ).json()
  const bearer = { headers: { authorization: `Bearer ${session.refresh_token}` } }
  expect((await client.get('/api/v1/profile', bearer)).status).toBe(401)
  client.cookies.set('eb_session', session.access_token)
  expect(await currentRole(client)).toBe('guest')
})

test('a sign-in from a new device sends an email; one from a known device doesn’t', async ({
  connection,
  server,
}) => {
  const visitor = await signInVisitor(server, connection.db)
  const { email } = visitor.account
  await visitor.signIn(email, PASSWORD)
  expect(await findSentEmails(connection, email)).toEqual([])
  await server.visitor().signIn(email, PASSWORD)
  expect((await findSentEmails(connection, email)).map(({ subject, text }) => [subject, text])).toEqual([
    ['New sign-in to your account', expect.stringContaining('Firefox on Windows')],
  ])
})

test('a browser can’t pass for a program that has signed in before', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const { email } = visitor.account
  const userAgent = { headers: { 'user-agent': 'shop-app/1.0' } }
  await server
    .visitor()
    .post('/api/v1/auth/token', { grant_type: 'password', email, password: PASSWORD }, userAgent)
  const emails = async () => (await findSentEmails(connection, email)).length
  const before = await emails()
  const thief = server.visitor()
  thief.cookies.set('eb_device', encodeURIComponent('program shop-app/1.0'))
  await thief.signIn(email, PASSWORD)
  expect(await emails()).toBe(before + 1)
})

test('a cross-site write is refused', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  const headerPairs = [
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
  ]
  for (const headerPair of headerPairs) {
    const headers: Record<string, string> = Object.fromEntries([headerPair])
    expect((await visitor.request('POST', '/sign-out', { headers })).status).toBe(403)
  }
  expect(await currentRole(visitor)).toBe('user')
})

test('a demo account works only in the demo and only on its own machine', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db, { isDemo: true })
  const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }
  expect((await visitor.get('/api/v1/profile', forwarded)).status).toBe(403)
  expect((await server.visitor().signIn(visitor.account.email, PASSWORD, forwarded)).status).toBe(403)
  const env = {
    STORE_DEMO: 'off',
    ADMIN_EMAIL: 'owner@shop.example',
    PUBLIC_URL: 'http://localhost:3000',
    SMTP_URL: 'smtp://localhost',
  }
  const restarted = createTestStore(connection, { env })
  expect((await restarted.visitor().signIn(visitor.account.email, PASSWORD)).status).toBe(401)
  expect(await currentRole(withStolenCookies(restarted, visitor))).toBe('guest')
})

test('a request costs one query with a session cookie and none without', async ({ connection, server }) => {
  const visitor = await signInVisitor(server, connection.db)
  await visitor.get('/auth/who')
  let queries = 0
  const { query } = connection.pool
  connection.pool.query = ((...args: Parameters<typeof query>) => {
    queries++
    return query.apply(connection.pool, args)
  }) as typeof query
  await server.visitor().get('/auth/who')
  expect(queries).toBe(0)
  await visitor.get('/auth/who')
  expect(queries).toBe(1)
})

test.for([
  ['admin', '12 hours'],
  ['user', '90 days'],
] as const)(
  'a session of an account with the role %s ends after %s, however much it is used',
  async ([role, lifetime], { ctx, server }) => {
    const visitor = await signInVisitor(server, ctx.db, { role })
    const token = (body: object) => server.visitor().post('/api/v1/auth/token', body)
    const { email } = visitor.account
    const api = await (await token({ grant_type: 'password', email, password: PASSWORD })).json()
    const renew = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token })
    const ageSessions = (interval: string) =>
      execute(ctx.db)`update auth_sessions set created_at = now() - ${interval}::interval`
    await ageSessions(`${lifetime} - 1 minute`)
    expect(await currentRole(visitor)).toBe(role)
    const renewed = await (await renew(api.refresh_token)).json()
    // Times are rounded to milliseconds, and the next request may be in the same one.
    await ageSessions(`${lifetime} 1 second`)
    expect(await currentRole(visitor)).toBe('guest')
    expect((await renew(renewed.refresh_token)).status).toBe(401)
    await visitor.signIn(email, PASSWORD)
    expect(await currentRole(visitor)).toBe(role)
  },
)
