import type { ServerResponse } from 'node:http'
import { OAuth2Server } from 'oauth2-mock-server'
import {
  buildAccount,
  contextForVisitor,
  findEmailLink,
  findRole,
  findSentEmails,
  PASSWORD,
} from '#test/accounts.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { startHttpServer } from '#test/http/raw-request.ts'
import { enableSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { createTestStore, type TestVisitor } from '#test/test-store.ts'
import { connectGoogle } from './google.server.ts'
import { finishSignIn } from './sign-in-code.server.ts'

const grace = { sub: 'google-1', email: 'grace@orchard.example', email_verified: true }
const locationOf = (response: Response) => response.headers.get('location')
const currentUser = async (visitor: TestVisitor) => (await visitor.get('/auth/who')).json()

test('a Google user can sign in, with PKCE, state, and nonce', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const visitor = createTestStore(connection, { env }).visitor()
  const authorizationUrl = new URL(locationOf(await visitor.get('/auth/google')) ?? '')
  expect(Object.fromEntries(authorizationUrl.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.any(String),
    state: expect.any(String),
    nonce: expect.any(String),
    prompt: 'select_account',
    access_type: 'offline',
    redirect_uri: 'http://localhost:3000/auth/google/callback',
  })
  expect(locationOf(await consent(visitor, grace))).toBe('/')
  expect(await currentUser(visitor)).toMatchObject({ kind: 'user', email: grace.email, fullName: 'Grace' })
})

test('an account is found by Google’s subject ID even after the email address changes', async ({
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const first = server.visitor()
  await consent(first, grace)
  const { id } = await currentUser(first)
  const second = server.visitor()
  await consent(second, { ...grace, email: 'married@orchard.example' })
  expect((await currentUser(second)).id).toBe(id)
})

test('another Google account with the same email address can’t sign in', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  await consent(server.visitor(), grace)
  const other = server.visitor()
  expect(locationOf(await consent(other, { ...grace, sub: 'google-2' }))).toBe('/login?google=refused')
  expect((await currentUser(other)).kind).toBe('guest')
})

test('an email address that Google has not verified creates and links no account', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const visitor = server.visitor()
  const response = await consent(visitor, { ...grace, email_verified: false })
  expect(locationOf(response)).toBe('/login?google=unverified')
  expect((await connection.pool.query('select from auth_users')).rowCount).toBe(0)
})

test('a stranger who signed up with the address first loses access', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  await buildAccount(connection.db, { email: grace.email, confirmed: false })
  const owner = server.visitor()
  expect(locationOf(await consent(owner, grace))).toBe('/')
  expect((await server.visitor().signIn(grace.email, PASSWORD)).status).toBe(401)
  expect((await connection.pool.query('select from auth_verifications')).rowCount).toBe(0)
})

test('a confirmed account at Google or in an organization is linked and keeps its password', async ({
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const { id } = await buildAccount(connection.db, { email: grace.email })
  const visitor = server.visitor()
  await consent(visitor, { ...grace, hd: 'orchard.example' })
  expect((await currentUser(visitor)).id).toBe(id)
  expect((await server.visitor().signIn(grace.email, PASSWORD)).status).toBe(200)
})

test('at any other address, the link in an email connects Google to a confirmed account', async ({
  ctx,
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const { id } = await buildAccount(connection.db, { email: grace.email })
  const visitor = server.visitor()
  for (let count = 0; count < 5; count++) expect(locationOf(await consent(visitor, grace))).toBe('/login')
  expect((await currentUser(visitor)).kind).toBe('guest')
  expect((await findSentEmails(connection, grace.email)).map(({ kind }) => kind)).toEqual(
    Array.from({ length: 3 }, () => 'connect-google'),
  )
  const link = await findEmailLink(connection, grace.email)
  expect(locationOf(await visitor.get(link))).toBe('/login/google')
  expect(locationOf(await consent(visitor, grace))).toBe('/login')
  const token = new URLSearchParams(link.split('?')[1]).get('token') ?? ''
  await connectGoogle(ctx, token)
  await expect(connectGoogle(ctx, token)).rejects.toMatchObject({ code: 'not_found' })
  expect(locationOf(await consent(visitor, grace))).toBe('/')
  expect((await currentUser(visitor)).id).toBe(id)
})

test('an unproven address of the designated administrator opens no account', async ({ ctx, connection }) => {
  const { env, consent } = await startFakeGoogle()
  const owner = { sub: 'google-owner', email: ctx.settings.adminEmail, email_verified: true }
  const visitor = createTestStore(connection, { env }).visitor()
  expect(locationOf(await consent(visitor, owner))).toBe('/login')
  expect((await currentUser(visitor)).kind).toBe('guest')
  expect(await findRole(ctx.db, owner.email)).toBe('user')
  const link = await findEmailLink(connection, owner.email)
  await connectGoogle(ctx, new URLSearchParams(link.split('?')[1]).get('token') ?? '')
  expect(locationOf(await consent(visitor, owner))).toBe('/admin')
})

test('an ID token with another signature is refused', async ({ connection }) => {
  const { env, consent, server: google } = await startFakeGoogle()
  const visitor = createTestStore(connection, { env }).visitor()
  google.service.on('beforeResponse', ({ body }: { body: { id_token: string } }) => {
    const [header, payload, signature = ''] = body.id_token.split('.')
    body.id_token = [header, payload, signature.split('').toReversed().join('')].join('.')
  })
  expect(locationOf(await consent(visitor, grace))).toMatch(/^\/login\?google=/)
  expect((await currentUser(visitor)).kind).toBe('guest')
})

test.for([
  ['another issuer', { iss: 'https://evil.example' }],
  ['another audience', { aud: 'another client' }],
  ['a time that has passed', { exp: 1_000_000_000 }],
] as const)('an ID token with %s is refused', async ([, forged], { connection }) => {
  const { env, consent, server: google } = await startFakeGoogle()
  const visitor = createTestStore(connection, { env }).visitor()
  google.service.on('beforeTokenSigning', ({ payload }: { payload: object }) => {
    Object.assign(payload, forged)
  })
  expect(locationOf(await consent(visitor, grace))).toMatch(/^\/login\?google=/)
  expect((await currentUser(visitor)).kind).toBe('guest')
})

test('denied consent, a forged state, a replayed nonce, and a used handshake are refused', async ({
  connection,
}) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const denied = server.visitor()
  const state = new URL(locationOf(await denied.get('/auth/google')) ?? '').searchParams.get('state')
  expect(locationOf(await denied.get(`/auth/google/callback?error=access_denied&state=${state}`))).toBe(
    '/login?google=failed',
  )

  const forged = server.visitor()
  await forged.get('/auth/google')
  expect(locationOf(await forged.get('/auth/google/callback?code=stolen&state=forged'))).toBe(
    '/login?google=refused',
  )
  expect(locationOf(await forged.get('/auth/google/callback?code=stolen&state=forged'))).toBe(
    '/login?google=refused',
  )
  expect(locationOf(await server.visitor().get('/auth/google/callback?code=a&state=b'))).toBe(
    '/login?google=refused',
  )

  const replayed = server.visitor()
  expect(locationOf(await consent(replayed, { ...grace, nonce: 'from another sign-in' }))).toBe(
    '/login?google=refused',
  )
  expect((await currentUser(replayed)).kind).toBe('guest')
})

test('the return path can’t lead to another site', async ({ connection }) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const unsafePaths = [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example',
    '/%09/evil.example',
    '%2F%2Fevil.example',
    '/\t/evil.example',
  ]
  for (const next of unsafePaths) {
    const location = locationOf(await consent(server.visitor(), grace, next)) ?? ''
    expect(new URL(location, 'http://localhost:3000').origin).toBe('http://localhost:3000')
    expect(location).not.toMatch(/^[/\\]{2}/)
  }
  expect(locationOf(await consent(server.visitor(), grace, '/profile?tab=orders'))).toBe(
    '/profile?tab=orders',
  )
})

test('missing Google keys and an unreachable provider show a message', async ({ connection }) => {
  expect(locationOf(await createTestStore(connection).visitor().get('/auth/google'))).toBe(
    '/login?google=not-configured',
  )
  const stoppedServer = new OAuth2Server()
  await stoppedServer.start(0, 'localhost')
  const issuer = stoppedServer.issuer.url ?? ''
  await stoppedServer.stop()
  const env = { GOOGLE_CLIENT_ID: 'orchard', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: issuer }
  const visitor = createTestStore(connection, { env }).visitor()
  expect(locationOf(await visitor.get('/auth/google'))).toBe('/login?google=unexpected')
})

test('Google is one factor: a second factor is still required', async ({ ctx, connection }) => {
  const { env, consent } = await startFakeGoogle()
  const server = createTestStore(connection, { env })
  const { id } = await buildAccount(connection.db, { email: grace.email })
  const linked = server.visitor()
  await consent(linked, { ...grace, hd: 'orchard.example' })
  const { code } = await enableSecondFactor(await contextForVisitor(ctx, linked))
  const visitor = server.visitor()
  expect(locationOf(await consent(visitor, grace, '/profile'))).toBe('/login/code?next=%2Fprofile')
  expect((await currentUser(visitor)).kind).toBe('guest')
  const challenge = decodeURIComponent(visitor.cookies.get('eb_second_factor') ?? '')
  const forgedChallenge = finishSignIn(ctx, { challenge: `${challenge.slice(0, -3)}AAA`, code: code() })
  await expect(forgedChallenge).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(finishSignIn(ctx, { challenge, code: '000000' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect((await finishSignIn(ctx, { challenge, code: code() })).user.id).toBe(id)
  await expect(finishSignIn(ctx, { challenge, code: code(1) })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a provider that redirects elsewhere or returns too much fails the sign-in only', async ({
  connection,
}) => {
  const paths: (string | undefined)[] = []
  const answers: Record<string, (response: ServerResponse) => void> = {
    '/away/.well-known/openid-configuration': (response) =>
      response.writeHead(302, { location: '/inside' }).end(),
    '/endless/.well-known/openid-configuration': (response) => response.end(Buffer.alloc(1024 * 1024, ' ')),
  }
  const url = await startHttpServer((request, response) => {
    paths.push(request.url)
    answers[request.url ?? '']?.(response)
  })
  for (const path of ['away', 'endless']) {
    const env = { GOOGLE_CLIENT_ID: path, GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_ISSUER: `${url}/${path}` }
    const response = await createTestStore(connection, { env }).visitor().get('/auth/google')
    expect(locationOf(response)).toBe('/login?google=unexpected')
  }
  expect(paths).not.toContain('/inside')
})
