import { vi } from 'vitest'
import type { Context } from '#core/context.ts'
import { requestNewsletter } from '#core/customers/newsletter.server.ts'
import { buildAccount, findSentEmails, PASSWORD, runJobs, signInVisitor } from '#test/accounts.ts'
import { expect, fastHashing, test } from '#test/store.ts'
import { createTestStore } from '#test/test-store.ts'
import { createLink } from '../one-time-links.server.ts'
import type { Hashing } from '../passwords/hashing.server.ts'
import { requestPasswordReset, resetPassword } from '../passwords/password.server.ts'
import { hashToken, newToken } from '../sessions/tokens.ts'
import { EMAIL_LIMITS, GUESS_LIMITS, REQUEST_LIMITS } from './limits.ts'
import { canEmail, consumeAttempt } from './rate-limit.server.ts'

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
    visitor.cookies.set('eb_device', newToken())
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

test('one network holds no more than its share of the line, right passwords included', async ({
  connection,
}) => {
  const { email } = await buildAccount(connection.db)
  const other = await buildAccount(connection.db)
  const gate = Promise.withResolvers<void>()
  const verify: Hashing['verify'] = async (credentials) => {
    await gate.promise
    return fastHashing.verify(credentials)
  }
  const server = createTestStore(connection, { hashing: { ...fastHashing, verify } })
  const crowd = Array.from({ length: 70 }, () =>
    server.visitor({ address: '203.0.113.5' }).signIn(email, PASSWORD),
  )
  // The last ten are refused while the others wait.
  const firstTen = new Promise<number[]>((resolve) => {
    const statuses: number[] = []
    for (const response of crowd)
      void response.then(({ status }) => {
        if (statuses.push(status) === 10) resolve(statuses)
      })
  })
  expect(await firstTen).toEqual(Array(10).fill(429))
  const neighbor = server.visitor({ address: '203.0.113.6' }).signIn(other.email, PASSWORD)
  gate.resolve()
  expect((await neighbor).status).toBe(200)
  const statuses = (await Promise.all(crowd)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
})

test('a block of networks has its own share, and all strangers leave room for known browsers', async ({
  connection,
}) => {
  const owner = await signInVisitor(createTestStore(connection), connection.db)
  const { email } = await buildAccount(connection.db)
  const gate = Promise.withResolvers<void>()
  const verify: Hashing['verify'] = async (credentials) => {
    await gate.promise
    return fastHashing.verify(credentials)
  }
  const server = createTestStore(connection, { hashing: { ...fastHashing, verify } })
  const statuses: number[] = []
  const signInTimes = (count: number, address: string) =>
    Array.from({ length: count }, async () => {
      const { status } = await server.visitor({ address }).signIn(email, PASSWORD)
      statuses.push(status)
    })
  const block = [1, 2].flatMap((network) => signInTimes(55, `2001:db8:7:${network}::1`))
  await vi.waitUntil(() => statuses.length === 10)
  const others = ['198.51.100.1', '192.0.2.1'].flatMap((address) => signInTimes(35, address))
  await vi.waitUntil(() => statuses.length === 20)
  expect(statuses).toEqual(Array(20).fill(429))
  const known = server.visitor()
  known.cookies.set('eb_device', owner.cookies.get('eb_device') ?? '')
  const signedIn = known.signIn(owner.account.email, PASSWORD)
  gate.resolve()
  expect((await signedIn).status).toBe(200)
  await Promise.all([...block, ...others])
  expect(statuses.filter((status) => status === 200)).toHaveLength(160)
})

test('other emails don’t use up the password resets of an address', async ({ ctx, connection }) => {
  const { email } = await buildAccount(connection.db)
  for (let request = 0; request < 13; request++) {
    const visitor = { ...ctx.visitor, ipAddress: `203.0.113.${request}` }
    await requestNewsletter({ ...ctx, visitor }, email)
  }
  await requestPasswordReset(ctx, email)
  await runJobs(connection, ctx)
  expect((await findSentEmails(connection, email)).map(({ kind }) => kind)).toContain('reset')
})

test('after a password reset, the owner signs in although strangers have guessed', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const { id, email } = await buildAccount(connection.db)
  for (let guess = 0; guess < 11; guess++) await server.visitor().signIn(email, 'wrong orchard')
  expect((await server.visitor().signIn(email, PASSWORD)).status).toBe(429)
  const token = await createLink(connection.db, 'reset', { userId: id })
  await resetPassword(ctx, { token, password: 'a newer orchard' })
  expect((await server.visitor().signIn(email, 'a newer orchard')).status).toBe(200)
})

test('strangers who keep guessing don’t lock the owner out of the browser that reset the password', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const { id, email } = await buildAccount(connection.db)
  const token = await createLink(connection.db, 'reset', { userId: id })
  const { device } = await resetPassword(ctx, { token, password: 'a newer orchard' })
  for (let guess = 0; guess < 11; guess++) await server.visitor().signIn(email, 'wrong orchard')
  const owner = server.visitor()
  owner.cookies.set('eb_device', device ?? '')
  expect((await owner.signIn(email, 'a newer orchard')).status).toBe(200)
})

test('strangers on the owner’s network can’t use up the guesses and requests of a known browser', async ({
  ctx,
  connection,
}) => {
  const server = createTestStore(connection)
  const owner = await signInVisitor(server, connection.db)
  await owner.signOut()
  const { max } = GUESS_LIMITS.network
  await Promise.all(
    Array.from({ length: max }, () =>
      consumeAttempt(ctx.db, 'passwords from 127.0.0.1', { max, minutes: 15 }),
    ),
  )
  const neighbor = await buildAccount(connection.db)
  expect((await server.visitor().signIn(neighbor.email, PASSWORD)).status).toBe(429)
  expect((await owner.signIn(owner.account.email, PASSWORD)).status).toBe(200)

  const subscribe = (visitor: Context['visitor']) =>
    requestNewsletter({ ...ctx, visitor }, 'reader@orchard.example')
  for (let request = 0; request < REQUEST_LIMITS.newsletter.max; request++) await subscribe(ctx.visitor)
  await expect(subscribe(ctx.visitor)).rejects.toMatchObject({ code: 'too_often' })
  await subscribe({ ...ctx.visitor, device: hashToken(owner.cookies.get('eb_device') ?? '') })
})

test('one network can’t use up the emails to an address', async ({ ctx }) => {
  const email = 'reader@orchard.example'
  const canEmailFrom = (ipAddress: string) =>
    canEmail({ ...ctx, visitor: { ...ctx.visitor, ipAddress } }, email, 'confirmation')
  const fromOneNetwork = []
  for (let request = 0; request < 60; request++) fromOneNetwork.push(await canEmailFrom('203.0.113.1'))
  expect(fromOneNetwork.filter(Boolean)).toHaveLength(EMAIL_LIMITS.source.max)
  expect(await canEmailFrom('203.0.113.2')).toBe(true)
})
