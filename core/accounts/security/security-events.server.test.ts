import { asAdmin, buildAccount, JUST_SIGNED_IN, PASSWORD } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { changePassword } from '../passwords/password.server.ts'
import { changeRole } from '../roles.server.ts'
import { signIn } from '../sign-in/sign-in.server.ts'
import { finishSignIn } from './sign-in-code.server.ts'

const wrongPassword = 'a wrong orchard'

function securityEvents(logEntries: Record<string, unknown>[]) {
  return logEntries.filter(({ event }) => event === 'security')
}

test('each outcome of a sign-in is one event with the account and a hashed network, but no personal data', async ({
  ctx,
  logEntries,
}) => {
  const { id, email } = await buildAccount(ctx.db)
  const visitor = { ...ctx.visitor, ipAddress: '198.51.100.7' }
  await signIn({ ...ctx, visitor }, { email, password: PASSWORD })
  await signIn({ ...ctx, visitor }, { email, password: wrongPassword }).catch(() => undefined)
  await signIn({ ...ctx, visitor }, { email: 'nobody@orchard.example', password: PASSWORD }).catch(
    () => undefined,
  )
  await finishSignIn(ctx, { challenge: 'x'.repeat(43), code: '123456' }).catch(() => undefined)
  const shared = {
    action: 'sign-in',
    method: 'password',
    requestId: 'test',
    network: expect.stringMatching(/^[\w-]{16}$/),
  }
  expect(securityEvents(logEntries)).toMatchObject([
    { ...shared, level: 'info', account: id, outcome: 'succeeded' },
    { ...shared, level: 'warn', account: id, outcome: 'refused', reason: 'unauthenticated' },
    { ...shared, level: 'warn', outcome: 'refused', reason: 'unauthenticated' },
    { action: 'sign-in-code', level: 'warn', outcome: 'refused', reason: 'unauthenticated' },
  ])
  const text = JSON.stringify(securityEvents(logEntries))
  for (const secret of [email, 'nobody@', '198.51.100', PASSWORD, wrongPassword, '123456'])
    expect(text).not.toContain(secret)
})

test('a locked account, a changed password, and a changed role are events', async ({ ctx, logEntries }) => {
  const { id, email } = await buildAccount(ctx.db)
  for (let guess = 0; guess < 11; guess++)
    await signIn(ctx, { email, password: wrongPassword }).catch(() => undefined)
  expect(securityEvents(logEntries).at(-1)).toMatchObject({ action: 'sign-in', outcome: 'locked' })
  const admin = await asAdmin(ctx)
  await changeRole(admin, { id, role: 'admin' }, JUST_SIGNED_IN)
  await changePassword(admin, { current: PASSWORD, password: 'a newer orchard' })
  expect(securityEvents(logEntries).slice(-3)).toMatchObject([
    { action: 'role-change', account: id, outcome: 'succeeded' },
    { action: 'owner-check', method: 'password', account: admin.actor.id, outcome: 'succeeded' },
    { action: 'password-change', account: admin.actor.id, outcome: 'succeeded' },
  ])
})

test('a request from another site is an event', async ({ connection }) => {
  const logEntries: Record<string, unknown>[] = []
  const server = createTestStore(connection, { write: (line) => logEntries.push(JSON.parse(line)) })
  const response = await server.visitor().request('POST', '/sign-out', {
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(response.status).toBe(403)
  expect(securityEvents(logEntries)).toMatchObject([{ action: 'request', outcome: 'refused', reason: '403' }])
})
