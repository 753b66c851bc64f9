import { OAuth2Server } from 'oauth2-mock-server'
import { asVisitor, buildAccount, PASSWORD } from '#test/accounts.ts'
import { openGoogle } from '#test/google.ts'
import { turnOnSecondFactor } from '#test/second-factor.ts'
import { expect, test } from '#test/store.ts'
import { type Guest, openDoors } from '#test/visitors.ts'
import { finishSignIn } from './second-factor.server.ts'

const grace = { sub: 'google-1', email: 'grace@orchard.example', email_verified: true }
const where = (answer: Response) => answer.headers.get('location')
const who = async (visitor: Guest) => (await visitor.get('/who')).json()

test('whoever Google knows comes in, with PKCE, state and nonce', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const visitor = openDoors(connection, { env }).visitor()
  const begun = new URL(where(await visitor.get('/auth/google')) ?? '')
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    code_challenge: expect.any(String),
    state: expect.any(String),
    nonce: expect.any(String),
    prompt: 'select_account',
    access_type: 'offline',
    redirect_uri: 'http://localhost:3000/auth/google/callback',
  })
  expect(where(await consent(visitor, grace))).toBe('/')
  expect(await who(visitor)).toMatchObject({ kind: 'user', email: grace.email, fullName: 'Grace' })
})

test('the person is known by Google’s number, whatever address they have by now', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const first = doors.visitor()
  await consent(first, grace)
  const { id } = await who(first)
  const second = doors.visitor()
  await consent(second, { ...grace, email: 'married@orchard.example' })
  expect((await who(second)).id).toBe(id)
})

test('another person with the same address is not let in', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  await consent(doors.visitor(), grace)
  const other = doors.visitor()
  expect(where(await consent(other, { ...grace, sub: 'google-2' }))).toBe('/login?google=refused')
  expect((await who(other)).kind).toBe('guest')
})

test('an address that Google has not checked opens and links nothing', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const visitor = doors.visitor()
  const answer = await consent(visitor, { ...grace, email_verified: false })
  expect(where(answer)).toBe('/login?google=unverified')
  expect((await connection.pool.query('select from auth_users')).rowCount).toBe(0)
})

test('a stranger who registered the address first keeps nothing of it', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  await buildAccount(connection.db, { email: grace.email, confirmed: false })
  const owner = doors.visitor()
  expect(where(await consent(owner, grace))).toBe('/')
  expect((await doors.visitor().signIn(grace.email, PASSWORD)).status).toBe(401)
  expect((await connection.pool.query('select from auth_verifications')).rowCount).toBe(0)
})

test('a confirmed account is linked, and keeps its password', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const { id } = await buildAccount(connection.db, { email: grace.email })
  const visitor = doors.visitor()
  await consent(visitor, grace)
  expect((await who(visitor)).id).toBe(id)
  expect((await doors.visitor().signIn(grace.email, PASSWORD)).status).toBe(200)
})

test('a denied consent, a foreign state, a foreign nonce and a used handshake are refused', async ({
  connection,
}) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const denied = doors.visitor()
  const state = new URL(where(await denied.get('/auth/google')) ?? '').searchParams.get('state')
  expect(where(await denied.get(`/auth/google/callback?error=access_denied&state=${state}`))).toBe(
    '/login?google=failed',
  )

  const forged = doors.visitor()
  await forged.get('/auth/google')
  expect(where(await forged.get('/auth/google/callback?code=stolen&state=forged'))).toBe(
    '/login?google=refused',
  )
  expect(where(await forged.get('/auth/google/callback?code=stolen&state=forged'))).toBe(
    '/login?google=refused',
  )
  expect(where(await doors.visitor().get('/auth/google/callback?code=a&state=b'))).toBe(
    '/login?google=refused',
  )

  const replayed = doors.visitor()
  expect(where(await consent(replayed, { ...grace, nonce: 'of another sign-in' }))).toBe(
    '/login?google=refused',
  )
  expect((await who(replayed)).kind).toBe('guest')
})

test('the way back leads to no other site', async ({ connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const evil = [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example',
    '/%09/evil.example',
    '%2F%2Fevil.example',
    '/\t/evil.example',
  ]
  for (const next of evil) {
    const location = where(await consent(doors.visitor(), grace, next)) ?? ''
    expect(new URL(location, 'http://localhost:3000').origin).toBe('http://localhost:3000')
    expect(location).not.toMatch(/^[/\\]{2}/)
  }
  expect(where(await consent(doors.visitor(), grace, '/profile?tab=orders'))).toBe('/profile?tab=orders')
})

test('without Google’s keys, or without Google, the store says so', async ({ connection }) => {
  expect(where(await openDoors(connection).visitor().get('/auth/google'))).toBe(
    '/login?google=not-configured',
  )
  const gone = new OAuth2Server()
  await gone.start(0, 'localhost')
  const issuer = gone.issuer.url ?? ''
  await gone.stop()
  const env = { GOOGLE_CLIENT_ID: 'orchard', GOOGLE_CLIENT_SECRET: 'kept', GOOGLE_ISSUER: issuer }
  const visitor = openDoors(connection, { env }).visitor()
  expect(where(await visitor.get('/auth/google'))).toBe('/login?google=unexpected')
})

test('Google is one factor: whoever has a second is asked for its code', async ({ ctx, connection }) => {
  const { env, consent } = await openGoogle()
  const doors = openDoors(connection, { env })
  const { id } = await buildAccount(connection.db, { email: grace.email })
  const linked = doors.visitor()
  await consent(linked, grace)
  const { code } = await turnOnSecondFactor(await asVisitor(ctx, linked))
  const visitor = doors.visitor()
  expect(where(await consent(visitor, grace, '/profile'))).toBe('/login/code?next=%2Fprofile')
  expect((await who(visitor)).kind).toBe('guest')
  const challenge = decodeURIComponent(visitor.cookies.get('eb_second_factor') ?? '')
  const wrong = finishSignIn(ctx, { challenge: `${challenge.slice(0, -3)}AA=`, code: await code() })
  await expect(wrong).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(finishSignIn(ctx, { challenge, code: '000000' })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect((await finishSignIn(ctx, { challenge, code: await code() })).user.id).toBe(id)
  await expect(finishSignIn(ctx, { challenge, code: await code() })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})
