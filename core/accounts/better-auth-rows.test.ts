import { runMigrations } from 'graphile-worker'
import type { Context } from '#core/context.ts'
import { type Connection, connect } from '#db/connection.ts'
import { migrate, readMigrations } from '#db/migrate.ts'
import { startFakeGoogle } from '#test/http/fake-google.ts'
import { createDevice } from '#test/passkey-device.ts'
import { authenticatorApp } from '#test/second-factor.ts'
import { test as base, buildContext, expect } from '#test/store.ts'
import { createTestDatabase } from '#test/test-database.ts'
import { createTestStore } from '#test/test-store.ts'
import { DEVICES, ROWS } from './better-auth-rows.fixture.ts'
import { createHashing } from './passwords/hashing.server.ts'
import { resetPassword } from './passwords/password.server.ts'
import { signInWithPasskey, startPasskeySignIn } from './security/passkey-sign-in.server.ts'
import { finishSignIn } from './security/sign-in-code.server.ts'
import { refreshApiSession } from './sessions/sessions.server.ts'
import { findTokenSession } from './sessions/token-session.server.ts'
import { signIn } from './sign-in/sign-in.server.ts'

const MIGRATIONS_DIR = 'db/migrations'
const LAST_BETTER_AUTH_VERSION = 97

/** A store that was updated while the customer had a session, a second factor, a passkey, and unfinished sign-ins. */
const test = base
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from its parameters
  .extend('updatedDatabase', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { url, client, drop } = await createTestDatabase({ template: 'template0' })
    await migrate(url, MIGRATIONS_DIR, { only: formerVersions() })
    for (const [table, rows] of Object.entries(ROWS))
      await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(rows),
      ])
    await client.query(`insert into auth_two_factors (id, user_id, secret, backup_codes)
      select 'unverified', user_id, 'unused', 'unused' from auth_two_factors`)
    await client.query(`update auth_sessions set expires_at = now() + interval '1 day'`)
    await client.query(`update auth_verifications set expires_at = now() + interval '5 minutes'`)
    await client.query(
      `update session_tokens set renew_at = now() + interval '1 hour', expires_at = now() + interval '1 day'`,
    )
    await migrate(url, MIGRATIONS_DIR)
    await runMigrations({ connectionString: url })
    onCleanup(drop)
    // A database can be copied while it has no connections.
    await client.end()
    return new URL(url).pathname.slice(1)
  })
  .extend('updatedStore', async ({ updatedDatabase }, { onCleanup }) => {
    const { url, drop } = await createTestDatabase({ template: updatedDatabase })
    const connection = connect({ url })
    onCleanup(async () => {
      await connection.close()
      await drop()
    })
    return { ctx: { ...buildContext(connection), hashing: createHashing() }, connection }
  })

function formerVersions(): Set<number> {
  const versions = readMigrations(MIGRATIONS_DIR).map(({ version }) => version)
  return new Set(versions.filter((version) => version <= LAST_BETTER_AUTH_VERSION))
}

const EMAIL = 'grace@orchard.example'
const appCode = (ctx: Context, steps = 0) => authenticatorApp(DEVICES.totpKey, ctx.now)(steps)

async function startChallenge(ctx: Context, password = DEVICES.password): Promise<string> {
  const result = await signIn(ctx, { email: EMAIL, password })
  if (result.outcome !== 'second-factor') throw new Error('Sign-in did not ask for a second factor')
  return result.challenge
}

async function asOwner(ctx: Context): Promise<Context> {
  const session = await findTokenSession(ctx, DEVICES.browserToken, 'browser')
  if (!session) throw new Error('The session has ended')
  return { ...ctx, actor: session.actor }
}

async function readPasswordHash({ pool }: Connection): Promise<string | undefined> {
  const { rows } = await pool.query<{ password_hash: string }>(
    `select password_hash from auth_accounts where provider_id = 'credential'`,
  )
  return rows[0]?.password_hash
}

test('browsers and API clients stay signed in', async ({ updatedStore: { ctx } }) => {
  expect((await asOwner(ctx)).actor).toMatchObject({ email: EMAIL })
  expect(await findTokenSession(ctx, DEVICES.accessToken, 'access')).toMatchObject({
    actor: { email: EMAIL },
  })
  const refreshed = await refreshApiSession(ctx, DEVICES.refreshToken)
  expect(await findTokenSession(ctx, refreshed.accessToken, 'access')).toBeDefined()
})

test('the password works, and its hash is upgraded at sign-in', async ({ updatedStore }) => {
  const { ctx, connection } = updatedStore
  const before = await readPasswordHash(connection)
  await expect(signIn(ctx, { email: EMAIL, password: 'wrong orchard' })).rejects.toThrow(
    'Invalid email or password',
  )
  expect(await readPasswordHash(connection)).toBe(before)
  await startChallenge(ctx)
  expect(await readPasswordHash(connection)).toMatch(/^\$argon2id\$/)
  await startChallenge(ctx)
})

test('the authenticator app works, and each code works once', async ({ updatedStore: { ctx } }) => {
  await finishSignIn(ctx, { challenge: await startChallenge(ctx), code: appCode(ctx) })
  const replayed = { challenge: await startChallenge(ctx), code: appCode(ctx) }
  await expect(finishSignIn(ctx, replayed)).rejects.toThrow('Invalid code')
})

test('recovery codes work once, and are hashed when a code is next used', async ({ updatedStore }) => {
  const { ctx, connection } = updatedStore
  const [first = '', second = '', ...others] = DEVICES.recoveryCodes
  await finishSignIn(ctx, { challenge: await startChallenge(ctx), code: first })
  const { rows } = await connection.pool.query('select backup_codes, recovery_codes from auth_two_factors')
  expect(rows).toEqual([
    { backup_codes: '', recovery_codes: Array(9).fill(expect.stringMatching(/^[\w-]{43}$/)) },
  ])
  await finishSignIn(ctx, { challenge: await startChallenge(ctx), code: second })
  for (const used of [first, second])
    await expect(finishSignIn(ctx, { challenge: await startChallenge(ctx), code: used })).rejects.toThrow(
      'Invalid backup code',
    )
  for (const code of others) await finishSignIn(ctx, { challenge: await startChallenge(ctx), code })
})

test('recovery codes work after an app code was used', async ({ updatedStore: { ctx } }) => {
  await finishSignIn(ctx, { challenge: await startChallenge(ctx), code: appCode(ctx) })
  const [code = ''] = DEVICES.recoveryCodes
  expect((await finishSignIn(ctx, { challenge: await startChallenge(ctx), code })).user.email).toBe(EMAIL)
})

test('a sign-in that waits for its code continues, once', async ({ updatedStore: { ctx } }) => {
  for (const [steps, challenge] of [DEVICES.challenge, DEVICES.googleChallenge].entries()) {
    expect((await finishSignIn(ctx, { challenge, code: appCode(ctx, steps) })).user.email).toBe(EMAIL)
    await expect(finishSignIn(ctx, { challenge, code: appCode(ctx, 1) })).rejects.toThrow(
      'Invalid two factor cookie',
    )
  }
})

test('the passkey works', async ({ updatedStore: { ctx } }) => {
  const { privateKey: pem, credentialId } = DEVICES
  const device = createDevice({ key: { pem, credentialId, uses: 1 } })
  const request = await startPasskeySignIn(ctx)
  const assertion = { response: device.authenticate(request), challenge: request.challenge }
  expect((await signInWithPasskey(ctx, assertion)).user.email).toBe(EMAIL)
})

test('the Google account is still linked, and asks for the second factor', async ({ updatedStore }) => {
  const { connection } = updatedStore
  const { env, consent } = await startFakeGoogle()
  const visitor = createTestStore(connection, { env }).visitor()
  const response = await consent(visitor, { sub: '1234567890', email: 'new@orchard.example' })
  expect(response.headers.get('location')).toMatch(/^\/login\/code/)
})

test('a reset link works, and the former password doesn’t', async ({ updatedStore: { ctx } }) => {
  await resetPassword(ctx, { token: DEVICES.resetToken, password: 'a newer orchard' })
  await startChallenge(ctx, 'a newer orchard')
  await expect(startChallenge(ctx)).rejects.toThrow('Invalid email or password')
})
