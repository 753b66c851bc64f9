import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configError, type Env, LIVE_DATABASE_URL, LIVE_ENV } from '#test/config.ts'
import { isLoopback, readConfig, unencryptedConnections } from './config.ts'

test('DATABASE_URL turns the demo off, and a real store requires its settings', () => {
  expect(readConfig(LIVE_ENV)).toMatchObject({
    STORE_DEMO: 'off',
    embedded: false,
    DATABASE_URL: LIVE_DATABASE_URL,
  })
  for (const name of ['ADMIN_EMAIL', 'PUBLIC_URL', 'SMTP_URL', 'AUTH_SECRET']) {
    const { [name]: _, ...rest } = LIVE_ENV
    expect(configError(rest)).toBe(
      `${name} is required when STORE_DEMO is off. Set it, or start a demo with STORE_DEMO=on.`,
    )
    expect(configError({ ...rest, DATABASE_URL: '', STORE_DEMO: 'off' })).toContain(`${name} is required`)
  }
})

test('STORE_DEMO=on accepts loopback addresses only', () => {
  const publicAddresses: Env[] = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.5' },
    { PUBLIC_URL: 'https://shop.example' },
    { PUBLIC_URL: 'http://127.0.0.1.evil.example' },
  ]
  for (const env of publicAddresses) {
    expect(configError(env)).toMatch(/STORE_DEMO=on .* HOST and PUBLIC_URL must be loopback/)
    expect(readConfig({ ...env, STORE_DEMO: 'public' }).STORE_DEMO).toBe('public')
  }
  for (const host of ['localhost', '127.0.0.1', '127.1.2.3', '::1'])
    expect(readConfig({ HOST: host }).HOST).toBe(host)
})

test('a live Stripe key is rejected in any demo and accepted in a real store', () => {
  const liveKey = { STRIPE_SECRET_KEY: 'sk_live_51' }
  expect(configError({ ...liveKey, STORE_DEMO: 'public' })).toContain('STRIPE_SECRET_KEY is a live key')
  expect(readConfig({ ...LIVE_ENV, ...liveKey }).STRIPE_SECRET_KEY).toBe('sk_live_51')
  expect(readConfig({ STRIPE_SECRET_KEY: 'sk_test_51' }).STORE_DEMO).toBe('on')
})

test('RATE_LIMITS=off requires a loopback HOST, whatever the public URL is', () => {
  expect(configError({ ...LIVE_ENV, RATE_LIMITS: 'off', HOST: '0.0.0.0' })).toMatch(
    /^RATE_LIMITS=off .* HOST must be/,
  )
  expect(readConfig({ ...LIVE_ENV, RATE_LIMITS: 'off' }).RATE_LIMITS).toBe('off')
})

test('S3 and Google settings must be complete or absent', () => {
  const s3 = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  }
  expect(readConfig(s3)).toMatchObject(s3)
  for (const name of Object.keys(s3)) {
    expect(configError({ ...s3, [name]: '' })).toBe(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY belong together. Set all four or none.',
    )
  }
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
  expect(readConfig(google)).toMatchObject(google)
})

test('loopback matches localhost and loopback IPs, and nothing that only looks like them', () => {
  expect(['localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'].filter((host) => !isLoopback(host))).toEqual(
    [],
  )
  const otherHosts = [
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '128.0.0.1',
    '0.0.0.0',
    '::',
    '',
    '127.1',
  ]
  expect(otherHosts.filter(isLoopback)).toEqual([])
})

test('a secret can be read from a file, but not be set twice', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'eternal-beauty-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'auth_secret')
  const secret = 'kYtR3-0vQzL8m_Bn5xWcJd7sHfPgUe2A'
  writeFileSync(file, `${secret}\n`)
  const { AUTH_SECRET, ...rest } = LIVE_ENV
  expect(readConfig({ ...rest, AUTH_SECRET_FILE: file }).AUTH_SECRET).toBe(secret)
  expect(configError({ ...LIVE_ENV, AUTH_SECRET_FILE: file })).toContain('AUTH_SECRET and AUTH_SECRET_FILE')
  expect(configError({ ...rest, AUTH_SECRET_FILE: path.join(folder, 'none') })).toContain('AUTH_SECRET_FILE')
  writeFileSync(file, 'short')
  expect(configError({ ...rest, AUTH_SECRET_FILE: file })).toMatch(/^AUTH_SECRET must have/)
})

test('a real store requires HTTPS and a secret that is hard to guess', () => {
  expect(configError({ ...LIVE_ENV, PUBLIC_URL: 'http://shop.example' })).toBe(
    'PUBLIC_URL must start with https:// when STORE_DEMO is off, so that cookies and passwords are encrypted. Put a TLS proxy in front of the store.',
  )
  expect(readConfig({ ...LIVE_ENV, PUBLIC_URL: 'http://localhost:3000' }).PUBLIC_URL).toBe(
    'http://localhost:3000',
  )
  expect(readConfig({ PUBLIC_URL: 'http://shop.example', STORE_DEMO: 'public' }).STORE_DEMO).toBe('public')
  for (const secret of ['a'.repeat(40), 'abcd'.repeat(10)]) {
    expect(configError({ ...LIVE_ENV, AUTH_SECRET: secret })).toBe(
      'AUTH_SECRET is easy to guess. Generate one with openssl rand -hex 32.',
    )
    expect(readConfig({ AUTH_SECRET: secret }).STORE_DEMO).toBe('on')
  }
})

test('unencrypted connections to other machines are named, each with its fix', () => {
  const problems = (env: Env) => unencryptedConnections(readConfig({ ...LIVE_ENV, ...env }))
  expect(problems({})).toEqual([
    'DATABASE_URL doesn’t use TLS. Add sslmode=verify-full to it, unless the network is private.',
  ])
  for (const url of [
    `${LIVE_DATABASE_URL}?sslmode=verify-full`,
    `${LIVE_DATABASE_URL}?ssl=true`,
    'postgres://eb@127.0.0.1/eb',
    'postgres://eb@localhost/eb?host=/var/run/postgresql',
  ])
    expect(problems({ DATABASE_URL: url })).toEqual([])
  expect(
    problems({
      DATABASE_URL: `${LIVE_DATABASE_URL}?sslmode=disable`,
      DATABASE_REPLICA_URL: 'postgres://eb@replica.example/eb',
      SMTP_URL: 'smtp://mail.example:25?requireTLS=false',
      S3_ENDPOINT: 'http://s3.example',
      ...{ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
    }).map((problem) => problem.split(' ')[0]),
  ).toEqual(['DATABASE_URL', 'DATABASE_REPLICA_URL', 'SMTP_URL', 'S3_ENDPOINT'])
})
