import {
  buildAccount,
  buildActor,
  findEmailLink,
  findRole,
  findSentEmails,
  JUST_SIGNED_IN,
  PASSWORD,
  signInVisitor,
} from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { adminSetupLink, hasAdmin, readSetupBrowserKey, setUpAdmin } from './admin-setup.server.ts'
import { changeRole } from './roles.server.ts'

const OWNER = 'owner@orchard.example'

test('an administrator can promote a user, and the audit log records it', async ({ ctx, connection }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const grace = await buildAccount(ctx.db)
  const changed = await changeRole({ ...ctx, actor }, { id: grace.id, role: 'admin' }, JUST_SIGNED_IN)
  expect(changed).toMatchObject({ id: grace.id, role: 'admin' })
  const { rows } = await connection.pool.query(
    'select actor_id, action, subject, before, after from audit_entries',
  )
  expect(rows).toEqual([
    {
      actor_id: actor.id,
      action: 'role-changed',
      subject: grace.id,
      before: { role: 'user' },
      after: { role: 'admin' },
    },
  ])
})

test('a role change is emailed to all administrators, also if a program made it', async ({
  ctx,
  connection,
}) => {
  const store = createTestStore(connection)
  const admin = await signInVisitor(store, ctx.db, { role: 'admin' })
  const other = await buildAccount(ctx.db, { role: 'admin' })
  const [grace, bystander] = [await buildAccount(ctx.db), await buildAccount(ctx.db)]
  const emailsTo = async (email: string) =>
    (await findSentEmails(connection, email)).filter(({ kind }) => kind === 'role-changed')
  expect((await admin.patch(`/api/v1/admin/profiles/${grace.id}`, { role: 'admin' })).status).toBe(200)
  for (const { email } of [admin.account, other, grace]) {
    const [sent, ...more] = await emailsTo(email)
    expect(more).toEqual([])
    expect(sent?.subject).toBe('An administrator was added')
    expect(sent?.text).toContain(`${grace.email} can now view and change everything`)
    expect(sent?.text).toContain(admin.account.email)
  }
  expect(await emailsTo(bystander.email)).toEqual([])
  await admin.patch(`/api/v1/admin/profiles/${grace.id}`, { role: 'admin' })
  expect(await emailsTo(other.email)).toHaveLength(1)
  await admin.patch(`/api/v1/admin/profiles/${grace.id}`, { role: 'user' })
  expect((await emailsTo(grace.email)).at(-1)?.subject).toBe('An administrator was removed')
})

test('in the back office, a role changes only with the administrator’s password', async ({ ctx }) => {
  const admin = await buildAccount(ctx.db, { role: 'admin' })
  const grace = await buildAccount(ctx.db)
  const actor = { ...(await buildActor(ctx.db, { role: 'admin' })), id: admin.id, email: admin.email }
  const change = (password: string) =>
    changeRole({ ...ctx, actor }, { id: grace.id, role: 'admin' }, { password })
  for (const [password, message] of [
    ['', 'Please enter your password.'],
    ['wrong orchard', 'Invalid password'],
  ] as const)
    await expect(change(password)).rejects.toMatchObject({ fields: { password: message } })
  expect(await findRole(ctx.db, grace.email)).toBe('user')
  await change(PASSWORD)
  expect(await findRole(ctx.db, grace.email)).toBe('admin')
  const customer = { ...ctx, actor: await buildActor(ctx.db) }
  await expect(
    changeRole(customer, { id: grace.id, role: 'user' }, { password: PASSWORD }),
  ).rejects.toMatchObject({ code: 'forbidden' })
})

test('the designated administrator and the last administrator can’t be demoted', async ({ ctx }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  const asAdmin = { ...ctx, actor }
  await expect(changeRole(asAdmin, { id: actor.id, role: 'user' }, JUST_SIGNED_IN)).rejects.toThrow(
    'last administrator',
  )
  const designated = await buildAccount(ctx.db, { email: ctx.settings.adminEmail, role: 'admin' })
  await expect(changeRole(asAdmin, { id: designated.id, role: 'user' }, JUST_SIGNED_IN)).rejects.toThrow(
    'designated',
  )
})

test('when two administrators demote each other at the same time, one remains', async ({ ctx }) => {
  for (let round = 0; round < 10; round++) {
    const [first, second] = [
      await buildActor(ctx.db, { role: 'admin' }),
      await buildActor(ctx.db, { role: 'admin' }),
    ]
    const results = await Promise.allSettled([
      changeRole({ ...ctx, actor: first }, { id: second.id, role: 'user' }, JUST_SIGNED_IN),
      changeRole({ ...ctx, actor: second }, { id: first.id, role: 'user' }, JUST_SIGNED_IN),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect([await findRole(ctx.db, first.email), await findRole(ctx.db, second.email)].sort()).toEqual([
      'admin',
      'user',
    ])
  }
})

test('users can’t change their own role', async ({ connection }) => {
  const server = createTestStore(connection)
  const grace = await signInVisitor(server, connection.db)
  expect((await grace.patch(`/api/v1/admin/profiles/${grace.account.id}`, { role: 'admin' })).status).toBe(
    403,
  )
  expect(
    (await server.visitor().patch(`/api/v1/admin/profiles/${grace.account.id}`, { role: 'admin' })).status,
  ).toBe(401)
  const response = await grace.patch('/api/v1/profile', {
    full_name: 'Grace H.',
    role: 'admin',
    email: OWNER,
    id: 'usr_other',
  })
  expect(await response.json()).toMatchObject({
    full_name: 'Grace H.',
    role: 'user',
    email: grace.account.email,
    id: grace.account.id,
  })
})

test('fifty concurrent setups create one administrator, once the email address is confirmed', async ({
  ctx,
  connection,
}) => {
  const settings = { ...ctx.settings, demo: 'off' as const, adminEmail: OWNER }
  const link = new URL((await adminSetupLink(ctx.db, settings)) ?? '').searchParams.get('link')
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () =>
      setUpAdmin({ ...ctx, settings }, { email: OWNER, password: 'tuv9xq', link }),
    ),
  )
  const created = results.filter((result) => result.status === 'fulfilled' && result.value === 'created')
  expect(created).toHaveLength(1)
  expect(await hasAdmin({ db: ctx.db, settings })).toBe(false)
  const visitor = createTestStore(connection, { env: { ADMIN_EMAIL: OWNER } }).visitor()
  visitor.cookies.set('eb_sign_up', await readSetupBrowserKey({ ...ctx, settings }))
  await visitor.get(await findEmailLink(connection, OWNER))
  expect(await findRole(ctx.db, OWNER)).toBe('admin')
  expect((await visitor.signIn(OWNER, 'tuv9xq')).status).toBe(200)
  expect(await setUpAdmin({ ...ctx, settings }, { email: OWNER, password: 'tuv9xq', link })).toBe(
    'user-exists',
  )
})

test('outside the demo, setup requires the link that the server printed', async ({ ctx }) => {
  const settings = { ...ctx.settings, demo: 'off' as const, adminEmail: OWNER }
  await adminSetupLink(ctx.db, settings)
  for (const link of [null, '', 'guessed', 'x'.repeat(43)]) {
    await expect(
      setUpAdmin({ ...ctx, settings }, { email: OWNER, password: PASSWORD, link }),
    ).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(await adminSetupLink(ctx.db, settings)).toBe(await adminSetupLink(ctx.db, settings))
})

test('setup refuses invalid input with the form’s messages', async ({ ctx }) => {
  const setUp = (email: string, password: string) => setUpAdmin(ctx, { email, password, link: null })
  await expect(setUp('', '')).rejects.toThrow('Please provide both email and password')
  await expect(setUp('eve@evil.example', 'orchid')).rejects.toThrow(
    'Only the authorized admin email can be used for setup.',
  )
  await expect(setUp(ctx.settings.adminEmail, 'short')).rejects.toThrow(
    'Password must be at least 6 characters long',
  )
  expect(await setUp(ctx.settings.adminEmail, 'tuv9xq')).toBe('created')
})

test('opening the setup link removes its token from the URL', async ({ connection }) => {
  const visitor = createTestStore(connection).visitor()
  const response = await visitor.get('/admin/setup?link=abc')
  expect([
    response.status,
    response.headers.get('location'),
    response.headers.get('referrer-policy'),
  ]).toEqual([303, '/admin/setup', 'no-referrer'])
  expect(visitor.cookies.get('eb_set_up')).toBe('abc')
})

test('an owner with a confirmed account becomes an administrator immediately, with that account’s password', async ({
  ctx,
}) => {
  await buildAccount(ctx.db, { email: ctx.settings.adminEmail })
  const setUp = (password: string) =>
    setUpAdmin(ctx, { email: ctx.settings.adminEmail, password, link: null })
  expect(await setUp('wrong orchard')).toBe('account-exists')
  expect(await findRole(ctx.db, ctx.settings.adminEmail)).toBe('user')
  expect(await setUp(PASSWORD)).toBe('ready')
  expect(await findRole(ctx.db, ctx.settings.adminEmail)).toBe('admin')
  expect(await setUp(PASSWORD)).toBe('user-exists')
})
