import {
  buildAccount,
  contextForVisitor,
  findEmailLink,
  findSentEmails,
  PASSWORD,
  signInVisitor,
} from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { changeEmail } from './change-email.server.ts'
import { changePassword } from './passwords/password.server.ts'
import { endOtherSessions, endSession, listSessions } from './sessions/sessions.server.ts'

test('changing the password requires the current one, ends other sessions, and sends an email', async ({
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
  await changePassword(owner, { current: PASSWORD, password: 'a newer orchard' })
  expect((await (await otherBrowser.get('/who')).json()).kind).toBe('guest')
  expect((await (await here.get('/who')).json()).kind).toBe('user')
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
  expect((await here.get(await findEmailLink(connection, after))).headers.get('location')).toBe('/profile')
  expect((await server.visitor().signIn(after, PASSWORD)).status).toBe(200)
  expect((await server.visitor().signIn(before, PASSWORD)).status).toBe(401)
  expect((await findSentEmails(connection, before)).at(-1)).toMatchObject({
    kind: 'email-changed',
    text: expect.stringContaining(after),
  })
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
  await expect(endSession(eve, otherSessionId)).rejects.toMatchObject({ code: 'not_found' })
  await endSession(owner, otherSessionId)
  expect((await (await otherBrowser.get('/who')).json()).kind).toBe('guest')
  await otherBrowser.signIn(here.account.email, PASSWORD)
  await endOtherSessions(owner)
  expect((await listSessions(owner)).map(({ current }) => current)).toEqual([true])
})
