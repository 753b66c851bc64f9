import { buildAccount, PASSWORD, signInVisitor } from '#test/accounts.ts'
import { expect, fastHashing, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import type { Hashing } from '../passwords/hashing.server.ts'

function countHashing() {
  const counts = { checks: 0 }
  const verify = (credentials: Parameters<Hashing['verify']>[0]) => {
    counts.checks++
    return fastHashing.verify(credentials)
  }
  return { counts, hashing: { ...fastHashing, verify } }
}

test('only ten concurrent guesses are checked, from any IP address and across nodes', async ({
  connection,
}) => {
  const { email } = await buildAccount(connection.db)
  const { counts, hashing } = countHashing()
  const nodes = [1, 2, 3].map(() => createTestStore(connection, { hashing }))
  const guesses = Array.from({ length: 60 }, (_, guess) => {
    const address = guess % 2 ? `2001:db8:${guess}::${guess}` : `203.0.113.${guess}`
    const visitor = nodes[guess % 3]?.visitor({ address })
    return visitor?.signIn(email, `guess number ${guess}`, {
      headers: { 'x-forwarded-for': `198.51.100.${guess}` },
    })
  })
  const statuses = (await Promise.all(guesses)).map((response) => response?.status)
  expect(counts.checks).toBe(10)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(50)
})

test('guesses stay limited while request limits are off', async ({ connection }) => {
  const { email } = await buildAccount(connection.db)
  const { counts, hashing } = countHashing()
  const server = createTestStore(connection, { hashing, env: { RATE_LIMITS: 'off' } })
  for (let guess = 0; guess < 12; guess++) await server.visitor().signIn(email, 'wrong orchard')
  expect(counts.checks).toBe(10)
})

test('strangers’ guesses don’t lock the owner out of a known browser', async ({ connection }) => {
  const server = createTestStore(connection)
  const owner = await signInVisitor(server, connection.db)
  await owner.signOut()
  for (let guess = 0; guess < 11; guess++) {
    await server.visitor({ address: '203.0.113.1' }).signIn(owner.account.email, 'wrong orchard')
  }
  const locked = await server.visitor().signIn(owner.account.email, PASSWORD)
  expect(locked.status).toBe(429)
  expect((await owner.signIn(owner.account.email, PASSWORD)).status).toBe(200)
})

test('fifty concurrent sign-ins with the right password all succeed', async ({ connection }) => {
  const { email } = await buildAccount(connection.db)
  const nodes = [createTestStore(connection), createTestStore(connection)]
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, number) => nodes[number % 2]?.visitor().signIn(email, PASSWORD)),
  )
  expect(responses.map((response) => response?.status)).toEqual(Array(50).fill(200))
})

test('a made-up device cookie gets no limit of its own', async ({ connection }) => {
  const { email } = await buildAccount(connection.db)
  const { counts, hashing } = countHashing()
  const server = createTestStore(connection, { hashing })
  for (let guess = 0; guess < 15; guess++) {
    const visitor = server.visitor()
    visitor.cookies.set('eb_device', `made-up-${guess}`)
    await visitor.signIn(email, 'wrong orchard')
  }
  expect(counts.checks).toBe(10)
})

test('successful sign-ins don’t count as attempts, and the block expires', async ({ connection }) => {
  const server = createTestStore(connection)
  const { email } = await buildAccount(connection.db)
  for (let visit = 0; visit < 12; visit++)
    expect((await server.visitor().signIn(email, PASSWORD)).status).toBe(200)
  for (let guess = 0; guess < 11; guess++) await server.visitor().signIn(email, 'wrong orchard')
  const refused = await server
    .visitor()
    .post('/api/v1/auth/token', { grant_type: 'password', email, password: PASSWORD })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  await connection.pool.query(`update attempts set at = at - interval '15 minutes'`)
  expect((await server.visitor().signIn(email, PASSWORD)).status).toBe(200)
})

test('an address without an account is limited like one with an account', async ({ connection }) => {
  const server = createTestStore(connection)
  const statuses = []
  for (let guess = 0; guess < 11; guess++) {
    statuses.push((await server.visitor().signIn('nobody@orchard.example', 'wrong orchard')).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
})
