import { buildAccount, buildActor, findRole, signInVisitor } from '#test/accounts.ts'
import { buildProduct } from '#test/builders.ts'
import { ADDRESS, placeTestOrder } from '#test/checkout.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { blockCustomer } from './block-customer.server.ts'
import { signIn } from './sign-in/sign-in.server.ts'

test('a blocked customer is signed out everywhere and can’t sign in or buy until unblocked', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const owner = await signInVisitor(server, ctx.db, { role: 'admin' })
  const grace = await signInVisitor(server, ctx.db)
  const { id, email, password } = grace.account
  const items = [{ product_id: (await buildProduct(ctx)).id, quantity: 1 }]
  const tokens = await server
    .visitor()
    .post('/api/v1/auth/token', { grant_type: 'password', email, password })
  const { refresh_token } = await tokens.json()
  const setBlocked = (blocked: boolean, profileId = id) =>
    owner.patch(`/api/v1/admin/profiles/${profileId}`, { blocked })
  expect((await setBlocked(true)).status).toBe(200)
  expect((await grace.get('/api/v1/auth/user')).status).toBe(401)
  const refresh = await server
    .visitor()
    .post('/api/v1/auth/token', { grant_type: 'refresh_token', refresh_token })
  expect(refresh.status).toBe(401)
  const retry = await server.visitor().signIn(email, password)
  expect([retry.status, (await retry.json()).error.message]).toEqual([
    403,
    'This account is blocked. Please contact care@eternalbeauty.example.',
  ])
  // Only someone who knows the password learns that the account is blocked.
  expect((await server.visitor().signIn(email, 'another guess')).status).toBe(401)
  const { rows } = await connection.pool.query(
    'select count(*)::int as open from auth_sessions where user_id = $1',
    [id],
  )
  expect(rows[0].open).toBe(0)
  const neighbor = await signInVisitor(server, ctx.db)
  const asGrace = { shipping_address: { ...ADDRESS, email } }
  const order = await placeTestOrder(neighbor, items, asGrace)
  expect([order.status, (await order.json()).error.message]).toEqual([
    403,
    'We can’t take this order. Please contact care@eternalbeauty.example.',
  ])
  expect((await placeTestOrder(neighbor, items)).status).toBe(201)
  await setBlocked(true)
  expect((await setBlocked(false)).status).toBe(200)
  expect((await grace.signIn(email, password)).status).toBe(200)
  expect((await placeTestOrder(grace, items, asGrace)).status).toBe(201)
  const { rows: log } = await connection.pool.query(
    `select action from audit_entries where subject = $1 order by id`,
    [id],
  )
  expect(log.map(({ action }) => action)).toEqual(['customer-blocked', 'customer-unblocked'])
})

test('no session that opens while its customer is blocked survives', async ({ ctx, connection }) => {
  const admin = { ...ctx, actor: await buildActor(ctx.db, { role: 'admin' }) }
  for (let round = 0; round < 10; round++) {
    const { id, email, password } = await buildAccount(ctx.db)
    const signIns = Array.from({ length: 4 }, () => signIn(ctx, { email, password }))
    const results = await Promise.allSettled([...signIns, blockCustomer(admin, id)])
    expect(results.at(-1)?.status).toBe('fulfilled')
    const { rowCount } = await connection.pool.query('select from auth_sessions where user_id = $1', [id])
    expect(rowCount).toBe(0)
  }
})

test('administrators can’t be blocked, only they can block, and a blocked customer can’t be promoted', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const owner = await signInVisitor(server, ctx.db, { role: 'admin' })
  const grace = await signInVisitor(server, ctx.db)
  const designated = await buildAccount(ctx.db, { email: ctx.settings.adminEmail })
  const patchProfile = (visitor: typeof grace, id: string, body: object) =>
    visitor.patch(`/api/v1/admin/profiles/${id}`, body)
  const status = async (response: Promise<Response>) => (await response).status
  expect(await status(patchProfile(owner, owner.account.id, { blocked: true }))).toBe(409)
  expect(await status(patchProfile(owner, designated.id, { blocked: true }))).toBe(409)
  expect(await status(patchProfile(owner, 'usr_nobody', { blocked: true }))).toBe(404)
  expect(await status(patchProfile(owner, grace.account.id, {}))).toBe(400)
  expect(await status(patchProfile(grace, grace.account.id, { blocked: false }))).toBe(403)
  await patchProfile(owner, grace.account.id, { blocked: true })
  expect(await status(patchProfile(owner, grace.account.id, { role: 'admin' }))).toBe(409)
  expect(await findRole(ctx.db, grace.account.email)).toBe('user')
})
