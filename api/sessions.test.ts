import { buildAccount, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { test as base, expect } from '#test/shared-store.ts'
import { createTestStore } from '#test/test-store.ts'

const test = base
  .extend('store', ({ connection }) => createTestStore(connection, { env: { RATE_LIMITS: 'off' } }))
  .extend('guest', ({ store }) => store.visitor())

const newEmail = () => `ada-${crypto.randomUUID().slice(0, 8)}@orchard.example`

test('an access token lasts an hour, a refresh token is used once, and signing out ends the session', async ({
  ctx,
  guest,
}) => {
  const { email, password } = await buildAccount(ctx.db)
  const grant = async (json: object) => (await guest.post('/api/v1/auth/token', json)).json()
  const requestedAt = Date.now()
  const session = await grant({ grant_type: 'password', email, password })
  const expiresAt = Date.parse(session.expires_at)
  expect(expiresAt).toBeGreaterThanOrEqual(requestedAt + 3_600_000 - 1000)
  expect(expiresAt).toBeLessThanOrEqual(Date.now() + 3_600_000 + 1000)
  const { refresh_token } = session
  const renewed = await grant({ grant_type: 'refresh_token', refresh_token })
  expect(renewed.refresh_token).not.toBe(refresh_token)
  const bearer = { headers: { authorization: `Bearer ${renewed.access_token}` } }
  expect((await guest.get('/api/v1/auth/user', bearer)).status).toBe(200)
  await guest.post('/api/v1/auth/signout', undefined, bearer)
  expect((await guest.get('/api/v1/auth/user', bearer)).status).toBe(401)
})

test('a password has at least 8 characters, and is not among the most common', async ({ guest }) => {
  const signUp = async (password: string) =>
    (await guest.post('/api/v1/auth/signup', { email: newEmail(), password })).status
  expect(await Promise.all(['seven77', 'password1', PASSWORD].map(signUp))).toEqual([400, 400, 200])
})

test('sign-up and password recovery respond the same for a known and an unknown address', async ({
  ctx,
  guest,
}) => {
  const answers = async (email: string) => {
    const signUp = await guest.post('/api/v1/auth/signup', { email, password: PASSWORD })
    const recovery = await guest.post('/api/v1/auth/recover', { email })
    const { message, user } = await signUp.json()
    const { id: _, email: __, ...sameForAll } = user
    return [signUp.status, message, sameForAll, recovery.status, await recovery.json()]
  }
  const { email } = await buildAccount(ctx.db)
  const known = await answers(email)
  expect(known).toEqual(await answers(newEmail()))
  expect(known).toMatchObject([200, expect.stringMatching(/\w/), {}, 200, {}])
})

test('the designated administrator’s role can’t be removed, and the reason is given', async ({
  ctx,
  store,
}) => {
  const admin = await signInVisitor(store, ctx.db, { email: ctx.settings.adminEmail, role: 'admin' })
  const { id } = await (await admin.get('/api/v1/profile')).json()
  const refused = await admin.patch(`/api/v1/admin/profiles/${id}`, { role: 'user' })
  expect([refused.status, (await refused.json()).error.message]).toEqual([
    409,
    expect.stringContaining('You can’t remove the designated administrator’s role.'),
  ])
})
