import { buildAccount, findSentEmails, PASSWORD, runJobs, signInVisitor } from '#test/accounts.ts'
import { test as base, expect } from '#test/store.ts'
import { createTestStore, type TestStore } from '#test/test-store.ts'

const test = base.extend<{ store: TestStore }>({
  store: async ({ connection }, use) => use(createTestStore(connection)),
})

const HOME = {
  label: 'Home',
  firstName: 'Grace',
  lastName: 'Holloway',
  address: '12 Orchard Lane',
  city: 'Portland',
  state: 'OR',
  zipCode: '97201',
}

test('a shopper updates their profile, but not its email, role, or ID', async ({ connection, store }) => {
  const grace = await signInVisitor(store, connection.db)
  const sent = { full_name: '  Grace Holloway ', phone: '', date_of_birth: '1990-04-23' }
  const response = await (await grace.patch('/api/v1/profile', sent)).json()
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  expect(response).toEqual({
    id: grace.account.id,
    email: grace.account.email,
    full_name: 'Grace Holloway',
    phone: null,
    date_of_birth: '1990-04-23',
    role: 'user',
    created_at: time,
    updated_at: time,
  })
  expect(await (await grace.get('/api/v1/profile')).json()).toEqual(response)
  const rejected = await grace.patch('/api/v1/profile', { date_of_birth: 'yesterday' })
  expect([rejected.status, await rejected.json()]).toMatchObject([
    400,
    { error: { fields: { date_of_birth: expect.any(String) } } },
  ])
})

test('the first address becomes the default; deleting the default leaves none', async ({
  connection,
  store,
}) => {
  const grace = await signInVisitor(store, connection.db)
  const contact = { ...HOME, phone: '5035550144' }
  const add = async (address: object) => (await grace.post('/api/v1/profile/addresses', address)).json()
  const [home, work] = [await add({ ...HOME, label: ' ' }), await add({ ...contact, label: 'Work' })]
  const id = expect.stringMatching(/./)
  expect([home, work]).toMatchObject([
    { ...HOME, id, label: 'Address', phone: null, isDefault: true },
    { ...contact, id, label: 'Work', isDefault: false },
  ])
  const chosen = await grace.patch(`/api/v1/profile/addresses/${work.id}`, { isDefault: true, city: 'Salem' })
  expect(await chosen.json()).toMatchObject({ label: 'Work', city: 'Salem', isDefault: true })
  const defaults = async () =>
    (await (await grace.get('/api/v1/profile/addresses')).json()).data.map(
      (entry: { label: string; isDefault: boolean }) => [entry.label, entry.isDefault],
    )
  expect(await defaults()).toEqual([
    ['Work', true],
    ['Address', false],
  ])
  expect((await grace.delete(`/api/v1/profile/addresses/${work.id}`)).status).toBe(204)
  expect(await defaults()).toEqual([['Address', false]])
})

test('of ten addresses added at the same time, only one becomes the default', async ({
  connection,
  store,
}) => {
  const grace = await signInVisitor(store, connection.db)
  const added = await Promise.all(
    Array.from({ length: 10 }, () => grace.post('/api/v1/profile/addresses', HOME)),
  )
  const all = await Promise.all(added.map((response) => response.json()))
  expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  await Promise.all(all.map(({ id }) => grace.patch(`/api/v1/profile/addresses/${id}`, { isDefault: true })))
  const { data } = await (await grace.get('/api/v1/profile/addresses')).json()
  expect(data.filter((entry: { isDefault: boolean }) => entry.isDefault)).toHaveLength(1)
})

test('an address without required fields is refused with the form’s messages', async ({
  connection,
  store,
}) => {
  const grace = await signInVisitor(store, connection.db)
  const response = await grace.post('/api/v1/profile/addresses', { ...HOME, address: '  ', city: undefined })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      error: {
        code: 'invalid_input',
        fields: { address: 'Please fill in all required fields', city: 'Please fill in all required fields' },
      },
    },
  ])
})

test('a shopper cannot see or change another shopper’s address', async ({ connection, store }) => {
  const grace = await signInVisitor(store, connection.db)
  const eve = await signInVisitor(store, connection.db)
  const home = await (await grace.post('/api/v1/profile/addresses', HOME)).json()
  const path = `/api/v1/profile/addresses/${home.id}`
  expect((await eve.patch(path, { city: 'Elsewhere' })).status).toBe(404)
  expect((await eve.patch(path, { isDefault: true })).status).toBe(404)
  expect((await eve.delete(path)).status).toBe(404)
  expect((await (await grace.get('/api/v1/profile/addresses')).json()).data).toEqual([home])
})

test('settings are saved', async ({ connection, store }) => {
  const grace = await signInVisitor(store, connection.db)
  const defaultSettings = {
    orderConfirmations: true,
    shippingUpdates: true,
    promotionalEmails: false,
    allowCookies: true,
    shareData: false,
  }
  expect(await (await grace.get('/api/v1/profile/settings')).json()).toEqual(defaultSettings)
  const newSettings = { ...defaultSettings, orderConfirmations: false, shareData: true }
  await grace.put('/api/v1/profile/settings', newSettings)
  expect(await (await grace.get('/api/v1/profile/settings')).json()).toEqual(newSettings)
})

test('an administrator lists profiles page by page, newest first', async ({ connection, store }) => {
  const admin = await signInVisitor(store, connection.db, { role: 'admin' })
  for (let count = 0; count < 4; count++) await buildAccount(connection.db)
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await (
      await admin.get(`/api/v1/admin/profiles?limit=2${cursor && `&cursor=${cursor}`}`)
    ).json()
    seen.push(...page.data.map(({ created_at }: { created_at: string }) => created_at))
    cursor = page.next_cursor
  }
  expect(seen).toHaveLength(5)
  expect(seen).toEqual([...seen].sort().reverse())
  expect((await admin.get('/api/v1/admin/profiles?cursor=nonsense')).status).toBe(400)
})

test('an API client signs in, reads its user, and signs out on the server', async ({ connection, store }) => {
  const { email, id } = await buildAccount(connection.db)
  const client = store.visitor()
  const response = await client.post('/api/v1/auth/token', {
    grant_type: 'password',
    email,
    password: PASSWORD,
  })
  const session = await response.json()
  expect(Object.keys(session).sort()).toEqual([
    'access_token',
    'expires_at',
    'refresh_token',
    'token_type',
    'user',
  ])
  const token = expect.stringMatching(/./)
  expect(session).toMatchObject({
    user: { id, email, role: 'user' },
    access_token: token,
    refresh_token: token,
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(response.headers.getSetCookie()).toEqual([])
  const bearer = { headers: { authorization: `Bearer ${session.access_token}` } }
  expect(await (await client.get('/api/v1/auth/user', bearer)).json()).toMatchObject({
    id,
    email,
    role: 'user',
  })
  expect((await client.post('/api/v1/auth/signout', undefined, bearer)).status).toBe(204)
  expect((await client.get('/api/v1/auth/user', bearer)).status).toBe(401)
  const renewed = await client.post('/api/v1/auth/token', {
    grant_type: 'refresh_token',
    refresh_token: session.refresh_token,
  })
  expect(renewed.status).toBe(401)
})

test('a wrong password returns the authentication library’s message as JSON', async ({
  connection,
  store,
}) => {
  const { email } = await buildAccount(connection.db)
  const response = await store
    .visitor()
    .post('/api/v1/auth/token', { grant_type: 'password', email, password: 'wrong' })
  expect([response.status, await response.json()]).toEqual([
    401,
    { error: { code: 'unauthenticated', message: 'Invalid email or password' } },
  ])
  expect((await store.visitor().post('/api/v1/auth/token', { grant_type: 'magic' })).status).toBe(400)
})

test('password recovery responds the same for every address and ignores redirectTo', async ({
  connection,
  ctx,
  store,
}) => {
  const { email } = await buildAccount(connection.db)
  const responses = []
  for (const address of [email, 'nobody@orchard.example']) {
    const response = await store
      .visitor()
      .post('/api/v1/auth/recover', { email: address, redirectTo: 'https://evil.example' })
    responses.push([response.status, [...response.headers.keys()], await response.text()])
  }
  expect(responses[0]).toEqual(responses[1])
  await runJobs(connection, ctx)
  const [resetEmail] = await findSentEmails(connection, email)
  expect(resetEmail?.kind).toBe('reset')
  expect(resetEmail?.html).not.toContain('evil')
  expect(await findSentEmails(connection, 'nobody@orchard.example')).toEqual([])
})

const JSON_BODY = { 'content-type': 'application/json' }

test('values that the database cannot store and malformed JSON return 400', async ({ connection, store }) => {
  const grace = await signInVisitor(store, connection.db)
  const invalidValues = { error: { code: 'invalid_input', message: 'The request contains invalid values.' } }
  const invalidJson = { error: { code: 'invalid_input', message: 'The request body must be valid JSON.' } }
  for (const profile of [{ full_name: 'Ada\u0000' }, { date_of_birth: '0000-01-01' }]) {
    const response = await grace.patch('/api/v1/profile', profile)
    expect([response.status, await response.json()]).toMatchObject([400, invalidValues])
  }
  const badAddress = await grace.post('/api/v1/profile/addresses', { ...HOME, city: 'Port\u0000land' })
  expect([badAddress.status, await badAddress.json()]).toMatchObject([400, invalidValues])
  expect((await grace.delete('/api/v1/profile/addresses/%00')).status).toBe(400)
  for (const text of ['', '{', '{"grant_type":'])
    expect([
      text,
      await (
        await store.visitor().post('/api/v1/auth/token', undefined, { text, headers: JSON_BODY })
      ).json(),
    ]).toEqual([text, invalidJson])
})
