import {
  buildAccount,
  contextForVisitor,
  findEmailLink,
  findSentEmails,
  PASSWORD,
  signInVisitor,
} from '#test/accounts.ts'
import { buildImportedOrder } from '#test/imported-orders.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { listOwnImportedOrders } from '../orders/imported/imported-orders.server.ts'
import { changeEmail, confirmNewEmail } from './change-email.server.ts'
import { changePassword } from './passwords/password.server.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/active-sessions.server.ts'

const currentEmail = async (visitor: TestVisitor) => (await (await visitor.get('/auth/who')).json()).email

test('changing the password requires the current one, ends all sessions but a new one, and sends an email', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const here = await signInVisitor(server, ctx.db)
  const { email } = here.account
  const otherBrowser = server.visitor()
  await otherBrowser.signIn(email, PASSWORD)
  const owner = await contextForVisitor(ctx, here)
  await expect(
    changePassword(owner, { current: 'wrong orchard', password: 'a newer orchard' }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  const { token } = await changePassword(owner, { current: PASSWORD, password: 'a newer orchard' })
  expect(await currentEmail(otherBrowser)).toBeUndefined()
  expect(await currentEmail(here)).toBeUndefined()
  here.cookies.set('eb_session', token)
  expect(await currentEmail(here)).toBe(email)
  expect((await server.visitor().signIn(email, 'a newer orchard')).status).toBe(200)
  expect((await findSentEmails(connection, email)).map(({ kind }) => kind)).toContain('password-changed')
})

test('a new email address takes effect once confirmed, and the old one is notified', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const here = await signInVisitor(server, ctx.db)
  const before = here.account.email
  const after = 'married@orchard.example'
  await changeEmail(await contextForVisitor(ctx, here), { email: after, password: PASSWORD })
  expect((await server.visitor().signIn(after, PASSWORD)).status).toBe(401)
  const [otherBrowser, stolen] = [server.visitor(), server.visitor()]
  await otherBrowser.signIn(before, PASSWORD)
  stolen.cookies.set('eb_session', here.cookies.get('eb_session') ?? '')
  expect(await currentEmail(stolen)).toBe(before)
  expect((await here.get(await findEmailLink(connection, after))).headers.get('location')).toBe('/profile')
  expect(await Promise.all([here, otherBrowser, stolen].map(currentEmail))).toEqual([
    after,
    undefined,
    undefined,
  ])
  expect((await server.visitor().signIn(after, PASSWORD)).status).toBe(200)
  expect((await server.visitor().signIn(before, PASSWORD)).status).toBe(401)
  expect((await findSentEmails(connection, before)).at(-1)).toMatchObject({
    kind: 'email-changed',
    text: expect.stringContaining(after),
  })
})

test('a new email address that is confirmed in another browser ends all sessions', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const here = await signInVisitor(server, ctx.db)
  await changeEmail(await contextForVisitor(ctx, here), { email: 'new@orchard.example', password: PASSWORD })
  const phone = server.visitor()
  const opened = await phone.get(await findEmailLink(connection, 'new@orchard.example'))
  expect(opened.headers.get('location')).toBe('/confirm-email/new')
  expect(await Promise.all([here, phone].map(currentEmail))).toEqual([here.account.email, undefined])
  await confirmNewEmail(ctx, phone.cookies.get('eb_new_email') ?? '')
  expect(await Promise.all([here, phone].map(currentEmail))).toEqual([undefined, undefined])
})

test('orders of the former store follow a customer to the new email address', async ({ ctx, connection }) => {
  const server = createTestStore(connection)
  const here = await signInVisitor(server, ctx.db)
  const customer = await contextForVisitor(ctx, here)
  await buildImportedOrder(ctx, { number: '#1', email: here.account.email })
  await changeEmail(customer, { email: 'new@orchard.example', password: PASSWORD })
  const phone = server.visitor()
  await phone.get(await findEmailLink(connection, 'new@orchard.example'))
  await confirmNewEmail(ctx, phone.cookies.get('eb_new_email') ?? '')
  const { rows } = await listOwnImportedOrders(customer)
  expect(rows.map(({ number, email }) => [number, email])).toEqual([['#1', 'new@orchard.example']])
})

test('a customer can’t take another account’s email address or learn that it exists', async ({
  ctx,
  connection,
}) => {
  const existing = await buildAccount(ctx.db)
  const here = await signInVisitor(createTestStore(connection), ctx.db)
  await changeEmail(await contextForVisitor(ctx, here), { email: existing.email, password: PASSWORD })
  expect((await findSentEmails(connection, existing.email)).map(({ kind }) => kind)).toEqual([
    'already-have-account',
  ])
})

test('only their owner can list and end sessions', async ({ ctx, connection }) => {
  const server = createTestStore(connection)
  const here = await signInVisitor(server, ctx.db)
  const otherBrowser = server.visitor()
  await otherBrowser.signIn(here.account.email, PASSWORD)
  const eve = await contextForVisitor(ctx, await signInVisitor(server, ctx.db))
  const owner = await contextForVisitor(ctx, here)
  const sessions = await listSessions(owner)
  expect(sessions.map(({ current, device }) => [current, device]).sort()).toEqual([
    [false, 'Firefox on Windows'],
    [true, 'Firefox on Windows'],
  ])
  const otherSessionId = sessions.find(({ current }) => !current)?.id ?? ''
  await expect(endSession(eve, otherSessionId, { password: PASSWORD })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(endSession(owner, otherSessionId, {})).rejects.toMatchObject({ code: 'invalid_input' })
  await endSession(owner, otherSessionId, { password: PASSWORD })
  expect((await (await otherBrowser.get('/auth/who')).json()).kind).toBe('guest')
  await otherBrowser.signIn(here.account.email, PASSWORD)
  for (const password of ['', 'wrong orchard'])
    await expect(endOtherSessions(owner, { password })).rejects.toMatchObject({ code: 'invalid_input' })
  const { token } = await endOtherSessions(owner, { password: PASSWORD })
  expect(await Promise.all([here, otherBrowser].map(currentEmail))).toEqual([undefined, undefined])
  here.cookies.set('eb_session', token)
  expect(await currentEmail(here)).toBe(here.account.email)
})
