import { buildAccount, buildActor, lettersTo, linkIn, PASSWORD, signedInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { openDoors } from '#test/visitors.ts'
import { changeEmail } from '../accounts/email.server.ts'
import { changePassword } from '../accounts/password.server.ts'
import { endOtherSessions, endSession, listSessions } from '../accounts/sessions.server.ts'
import type { Context } from '../context.ts'
import { deleteMyAccount, downloadMyData } from './leave.server.ts'

type Guest = ReturnType<ReturnType<typeof openDoors>['visitor']>

async function as(ctx: Context, visitor: Guest): Promise<Context> {
  const actor = await (await visitor.get('/who')).json()
  return { ...ctx, actor: { ...actor, expiresAt: new Date(actor.expiresAt) } }
}

test('a new password needs the old one, ends the other sign-ins, and is told of', async ({
  ctx,
  connection,
}) => {
  const doors = openDoors(connection)
  const here = await signedInVisitor(doors, ctx.db)
  const { email } = here.account
  const elsewhere = doors.visitor()
  await elsewhere.signIn(email, PASSWORD)
  const owner = await as(ctx, here)
  await expect(
    changePassword(owner, { current: 'wrong orchard', password: 'a newer orchard' }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  await changePassword(owner, { current: PASSWORD, password: 'a newer orchard' })
  expect((await (await elsewhere.get('/who')).json()).kind).toBe('guest')
  expect((await (await here.get('/who')).json()).kind).toBe('user')
  expect((await doors.visitor().signIn(email, 'a newer orchard')).status).toBe(200)
  expect((await lettersTo(connection, email)).map(({ kind }) => kind)).toContain('password-changed')
})

test('a new address counts once its mailbox has answered, and the old one is told', async ({
  ctx,
  connection,
}) => {
  const doors = openDoors(connection)
  const here = await signedInVisitor(doors, ctx.db)
  const before = here.account.email
  const after = 'married@orchard.example'
  await changeEmail(await as(ctx, here), { email: after, password: PASSWORD })
  expect((await doors.visitor().signIn(after, PASSWORD)).status).toBe(401)
  expect((await here.get(await linkIn(connection, after))).headers.get('location')).toBe('/profile')
  expect((await doors.visitor().signIn(after, PASSWORD)).status).toBe(200)
  expect((await doors.visitor().signIn(before, PASSWORD)).status).toBe(401)
  expect((await lettersTo(connection, before)).at(-1)).toMatchObject({
    kind: 'email-changed',
    text: expect.stringContaining(after),
  })
})

test('somebody else’s address can’t be taken, and is not given away', async ({ ctx, connection }) => {
  const taken = await buildAccount(ctx.db)
  const here = await signedInVisitor(openDoors(connection), ctx.db)
  await changeEmail(await as(ctx, here), { email: taken.email, password: PASSWORD })
  expect((await lettersTo(connection, taken.email)).map(({ kind }) => kind)).toEqual(['already-have-account'])
})

test('sign-ins are listed and ended by their owner alone', async ({ ctx, connection }) => {
  const doors = openDoors(connection)
  const here = await signedInVisitor(doors, ctx.db)
  const there = doors.visitor()
  await there.signIn(here.account.email, PASSWORD)
  const eve = await as(ctx, await signedInVisitor(doors, ctx.db))
  const owner = await as(ctx, here)
  const open = await listSessions(owner)
  expect(open.map(({ current, device }) => [current, device]).sort()).toEqual([
    [false, 'Firefox on Windows'],
    [true, 'Firefox on Windows'],
  ])
  const other = open.find(({ current }) => !current)?.id ?? ''
  await expect(endSession(eve, other)).rejects.toMatchObject({ code: 'not_found' })
  await endSession(owner, other)
  expect((await (await there.get('/who')).json()).kind).toBe('guest')
  await there.signIn(here.account.email, PASSWORD)
  await endOtherSessions(owner)
  expect((await listSessions(owner)).map(({ current }) => current)).toEqual([true])
})

test('what the store knows of somebody can be had, without what opens doors', async ({ ctx, connection }) => {
  const here = await signedInVisitor(openDoors(connection), ctx.db)
  const text = JSON.stringify(await downloadMyData(await as(ctx, here)))
  expect(text).toContain(here.account.email)
  const { rows } = await connection.pool.query(
    'select token from auth_sessions union select password from auth_accounts union select hash from session_tokens',
  )
  for (const { token } of rows) expect(text).not.toContain(token)
})

test('an account is deleted with all that is the person; its orders keep their amounts', async ({
  ctx,
  connection,
}) => {
  const here = await signedInVisitor(openDoors(connection), ctx.db)
  const { id, email } = here.account
  await connection.pool.query(
    `insert into orders (id, number, user_id, email, region, currency, rate, subtotal, shipping, tax, total_amount, base_total, shipping_address, payment_method)
     values ('ord_1', 'EB123456', $1, $2, 'US', 'usd', 1, 1000, 100, 80, 1180, 1180, '{}', 'demo')`,
    [id, email],
  )
  const owner = await as(ctx, here)
  await expect(deleteMyAccount(owner, { password: 'wrong orchard' })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await deleteMyAccount(owner, { password: PASSWORD })
  expect((await (await here.get('/who')).json()).kind).toBe('guest')
  expect((await connection.pool.query('select user_id, total_amount from orders')).rows).toEqual([
    { user_id: null, total_amount: 1180 },
  ])
  for (const table of [
    'auth_users',
    'profiles',
    'auth_sessions',
    'session_tokens',
    'known_devices',
    'auth_accounts',
  ]) {
    expect([table, (await connection.pool.query(`select from ${table}`)).rowCount]).toEqual([table, 0])
  }
})

test('the last administrator can’t leave', async ({ ctx }) => {
  const actor = await buildActor(ctx.db, { role: 'admin' })
  await expect(deleteMyAccount({ ...ctx, actor }, { password: PASSWORD })).rejects.toThrow(
    'last administrator',
  )
})
