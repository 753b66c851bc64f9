import { findEmailLink, findSentEmails, PASSWORD, runJobs, signInVisitor } from '#test/accounts.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { testSettings } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'

const test = base.extend('store', ({ connection }) =>
  createTestStore(connection, { env: { RATE_LIMITS: 'off' } }),
)
type Connection = Parameters<typeof createTestStore>[0]

async function signUp(
  visitor: TestVisitor,
  connection: Connection,
  account: { email: string } & Record<string, unknown>,
): Promise<void> {
  await visitor.post('/api/v1/auth/signup', { password: PASSWORD, ...account })
  await visitor.get(await findEmailLink(connection, account.email))
  const signedIn = await visitor.signIn(account.email, PASSWORD)
  if (!signedIn.ok) throw new Error(`Sign-in returned ${signedIn.status}`)
}

const readProfile = async (visitor: TestVisitor) => (await visitor.get('/api/v1/profile')).json()

test('sign-up responds with the unconfirmed user, and its email leads to the store, not to emailRedirectTo', async ({
  store,
  connection,
}) => {
  const email = 'marlowe@orchard.example'
  const options = { emailRedirectTo: 'https://evil.example/', data: { full_name: 'Ada Marlowe' } }
  const response = await store.visitor().post('/api/v1/auth/signup', { email, password: PASSWORD, options })
  expect((await response.json()).user).toEqual({ id: expect.any(String), email, email_confirmed_at: null })
  const [sent] = await findSentEmails(connection, email)
  expect(sent?.subject).toMatch(/confirm/i)
  expect(sent?.text).toContain(`${store.config.PUBLIC_URL}/auth/`)
  expect(sent?.text).not.toContain('evil.example')
  expect(sent?.html).not.toContain('evil.example')
})

test('a browser’s session returns the user until it is signed out', async ({ store, connection }) => {
  const grace = await signInVisitor(store, connection.db)
  const user = await grace.get('/api/v1/auth/user')
  expect(await user.json()).toMatchObject({ email: grace.account.email, expires_at: expect.any(String) })
  const cookie = [...grace.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await grace.post('/api/v1/auth/signout')).status).toBe(204)
  expect((await grace.get('/api/v1/auth/user')).status).toBe(401)
  expect((await grace.get('/api/v1/auth/user', { headers: { cookie } })).status).toBe(401)
})

test('the password reset email leads to /reset-password', async ({ ctx, store, connection }) => {
  const { account, ...visitor } = await signInVisitor(store, connection.db)
  const request = { email: account.email, redirectTo: 'https://evil.example/reset-password' }
  expect((await store.visitor().post('/api/v1/auth/recover', request)).status).toBe(200)
  await runJobs(connection, ctx)
  const sent = (await findSentEmails(connection, account.email)).at(-1)
  expect(sent?.subject).toMatch(/password/i)
  const link = await visitor.get(await findEmailLink(connection, account.email))
  expect(link.headers.get('location')).toBe('/reset-password')
})

test('sign-up metadata sets the name but cannot make an administrator', async ({ store, connection }) => {
  const visitor = store.visitor()
  const options = { data: { full_name: 'Rosa Quill', role: 'admin' } }
  await signUp(visitor, connection, { email: 'rosa@orchard.example', role: 'admin', options })
  expect(await readProfile(visitor)).toMatchObject({ role: 'user', full_name: 'Rosa Quill' })
  expect((await visitor.get('/api/v1/admin/profiles')).status).toBe(403)
})

test('the designated email address and a promoted user are administrators, with the names of the specification', async ({
  store,
  connection,
}) => {
  const [designated, customer] = [store.visitor(), store.visitor()]
  await signUp(designated, connection, { email: testSettings.adminEmail })
  const email = 'linden@orchard.example'
  await signUp(customer, connection, { email })
  const { adminEmail } = testSettings
  expect(await readProfile(designated)).toMatchObject({
    email: adminEmail,
    role: 'admin',
    full_name: 'Admin User',
  })
  expect((await designated.get('/api/v1/admin/profiles')).status).toBe(200)
  const before = await readProfile(customer)
  expect(before).toMatchObject({ email, role: 'user', full_name: 'Customer' })
  expect((await customer.get('/api/v1/admin/profiles')).status).toBe(403)

  const changed = await designated.patch(`/api/v1/admin/profiles/${before.id}`, { role: 'admin' })
  const profile = await changed.json()
  expect([changed.status, profile]).toMatchObject([200, { id: before.id, role: 'admin' }])
  expect(Date.parse(profile.updated_at)).toBeGreaterThan(Date.parse(before.updated_at))
  const client = store.visitor()
  const grant = { grant_type: 'password', email, password: PASSWORD }
  const { access_token } = await (await client.post('/api/v1/auth/token', grant)).json()
  const bearer = { headers: { authorization: `Bearer ${access_token}` } }
  expect((await client.get('/api/v1/admin/profiles', bearer)).status).toBe(200)
})
