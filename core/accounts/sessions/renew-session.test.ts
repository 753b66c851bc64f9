import { asCustomer, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { renewBrowserSession, signOut } from './sessions.server.ts'
import { newToken } from './tokens.ts'

const exportData = (visitor: TestVisitor, password: string) =>
  visitor.post('/api/v1/profile/export', { password })

async function isSignedIn(visitor: TestVisitor): Promise<boolean> {
  return (await (await visitor.get('/auth/who')).json()).kind === 'user'
}

test('entering the password again gives the session a new token, and the first use of it ends the old one', async ({
  connection,
}) => {
  const server = createTestStore(connection)
  const visitor = await signInVisitor(server, connection.db)
  const token = visitor.cookies.get('eb_session') ?? ''
  const otherTab = server.visitor()
  otherTab.cookies.set('eb_session', token)
  expect((await exportData(visitor, 'wrong orchard')).status).toBe(400)
  expect(visitor.cookies.get('eb_session')).toBe(token)
  expect((await exportData(visitor, PASSWORD)).status).toBe(200)
  expect(visitor.cookies.get('eb_session')).not.toBe(token)
  const aMinuteLater = () =>
    connection.pool.query(`update session_tokens set succeeded_at = succeeded_at - interval '2 minutes'`)
  // The response may have been lost, and other tabs may have sent requests meanwhile.
  await aMinuteLater()
  expect([await isSignedIn(otherTab), await isSignedIn(visitor)]).toEqual([true, true])
  expect((await connection.pool.query('select id from auth_sessions')).rows).toHaveLength(1)
  await aMinuteLater()
  expect(await isSignedIn(otherTab)).toBe(false)
})

test('a program that sends the password keeps its token', async ({ connection }) => {
  const server = createTestStore(connection)
  const { account } = await signInVisitor(server, connection.db)
  const program = server.visitor()
  const credentials = { grant_type: 'password', email: account.email, password: PASSWORD }
  const { access_token } = await (await program.post('/api/v1/auth/token', credentials)).json()
  const bearer = { headers: { authorization: `Bearer ${access_token}` } }
  const response = await program.post('/api/v1/profile/export', { password: PASSWORD }, bearer)
  expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
  expect((await program.get('/api/v1/profile', bearer)).status).toBe(200)
})

test('a session that has just ended gets no new token', async ({ ctx }) => {
  const owner = await asCustomer(ctx)
  await signOut(owner)
  await expect(renewBrowserSession(owner, newToken())).rejects.toMatchObject({ code: 'unauthenticated' })
})
