import { availableParallelism } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { configError, type Env, LIVE_DATABASE_URL, LIVE_ENV } from '#test/config.ts'
import { readConfig } from './config.ts'
import { Environment } from './environment.ts'

test('without any settings, the store is a local demo', () => {
  expect(readConfig({})).toEqual({
    PORT: 3000,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:3000',
    DATA_DIR: path.resolve('.data'),
    BACKUP_KEEP: 14,
    STORE_DEMO: 'on',
    embedded: true,
    ADMIN_EMAIL: 'admin@eternalbeauty.example',
    SUPPORT_EMAIL: 'care@eternalbeauty.example',
    SUPPORT_PHONE: '+1 (800) 555-0142',
    GOOGLE_ISSUER: 'https://accounts.google.com',
    MAIL_FROM: 'care@eternalbeauty.example',
    S3_REGION: 'us-east-1',
    BREACHED_PASSWORDS_URL: 'https://api.pwnedpasswords.com/range',
    GEO_URL: 'https://ipapi.co/{ip}/json/',
    GEO_FALLBACK_URL: 'https://ipinfo.io/{ip}/json',
    WEB_CONCURRENCY: Math.min(availableParallelism(), 64),
    DATABASE_POOL_SIZE: 10,
    RATE_LIMITS: 'on',
    LOG_LEVEL: 'info',
    OTEL_TRACES_SAMPLER_ARG: 1,
  })
})

test('an empty variable counts as unset', () => {
  const emptyVariables = Object.keys(Environment.shape).map((name) => [name, ''])
  expect(readConfig(Object.fromEntries(emptyVariables))).toEqual(readConfig({}))
})

test('PUBLIC_URL follows PORT unless it is set', () => {
  expect(readConfig({ PORT: '4100' }).PUBLIC_URL).toBe('http://localhost:4100')
  expect(readConfig({ PORT: '4100', PUBLIC_URL: 'http://127.0.0.1:80/' }).PUBLIC_URL).toBe('http://127.0.0.1')
})

test('every kind of setting is parsed', () => {
  const env: Env = {
    ...LIVE_ENV,
    PORT: ' 8080 ',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'HTTPS://Shop.Example:443/',
    STORE_DEMO: 'public',
    GEO_URL: 'off',
    GEO_FALLBACK_URL: 'https://geo.example/{ip}',
    TRUST_PROXY: '10.0.0.0/8, fd00::/8,::1/128',
    MAIL_FROM: 'shop@shop.example',
    WEB_CONCURRENCY: '4',
    DATABASE_POOL_SIZE: '20',
    DATABASE_CONNECTIONS: '60',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a=b, x-team=shop',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    LOG_LEVEL: 'warn',
  }
  expect(readConfig(env)).toMatchObject({
    PORT: 8080,
    PUBLIC_URL: 'https://shop.example',
    GEO_URL: 'off',
    GEO_FALLBACK_URL: 'https://geo.example/{ip}',
    TRUST_PROXY: ['10.0.0.0/8', 'fd00::/8', '::1/128'],
    WEB_CONCURRENCY: 4,
    DATABASE_POOL_SIZE: 20,
    DATABASE_CONNECTIONS: 60,
    OTEL_EXPORTER_OTLP_HEADERS: { 'api-key': 'a=b', 'x-team': 'shop' },
    OTEL_TRACES_SAMPLER_ARG: 0.25,
  })
})

describe('a bad value fails with one line that names the variable', () => {
  const invalidValues: [string, ...string[]][] = [
    ['PORT', 'abc', '70000', '-1', '80.5', '0x50', '1e3', ' '],
    ['HOST', ' '],
    [
      'PUBLIC_URL',
      'shop.example',
      'shop',
      'ftp://shop.example',
      'http://localhost:3000/shop',
      'http://u:p@localhost',
    ],
    ['DATA_DIR', ' '],
    ['BACKUP_DIR', ' '],
    ['BACKUP_KEEP', '0', 'all'],
    ['BACKUP_RECIPIENT', 'age1', 'AGE-SECRET-KEY-1'],
    ['DATABASE_URL', 'mysql://root@db.example/eb', 'db.example:5432', 'eb'],
    ['DATABASE_DIRECT_URL', 'http://db.example', LIVE_DATABASE_URL],
    ['DATABASE_REPLICA_URL', 'replica', LIVE_DATABASE_URL],
    ['STORE_DEMO', 'maybe', 'ON', 'true'],
    ['AUTH_SECRET', 'short', 'x'.repeat(31)],
    ['AUTH_SECRET_PREVIOUS', 'short', 'x'.repeat(31)],
    ['ADMIN_SECOND_FACTOR', 'yes', 'on'],
    ['ADMIN_EMAIL', 'owner', 'owner@', 'a@b@c', 'Owner <owner@shop.example>'],
    ['SUPPORT_EMAIL', 'care'],
    ['SUPPORT_PHONE', '  '],
    ['STRIPE_SECRET_KEY', ' ', 'sk_live_51', 'rk_live_51'],
    ['STRIPE_PUBLISHABLE_KEY', ' ', 'sk_test_1', 'pk_live_', 'pk_live_1 2'],
    ['STRIPE_WEBHOOK_SECRET', ' '],
    ['STRIPE_API_BASE', 'api.stripe.example'],
    ['GOOGLE_CLIENT_ID', 'alone'],
    ['GOOGLE_CLIENT_SECRET', 'alone'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['SMTP_URL', 'mail.example:25', 'http://mail.example'],
    ['MAIL_FROM', 'Eternal Beauty', 'a@b <c', 'Shop <shop>'],
    ['S3_ENDPOINT', 'https://s3.example', 's3.example'],
    ['S3_REGION', ' '],
    ['S3_BUCKET', 'uploads'],
    ['S3_ACCESS_KEY_ID', 'key'],
    ['S3_SECRET_ACCESS_KEY', 'secret'],
    [
      'WEBHOOK_HOSTS',
      ' ',
      'https://hooks.example.com',
      'hooks.example.com/a',
      '*',
      '*.',
      'a.*.example',
      'a,,b',
      '[::1]',
    ],
    ['CLAMAV_URL', 'clamd', 'http://127.0.0.1:3310'],
    ['BREACHED_PASSWORDS_URL', 'off', 'ftp://passwords.example'],
    ['GEO_URL', 'no', 'ftp://geo.example'],
    ['GEO_FALLBACK_URL', 'none'],
    [
      'TRUST_PROXY',
      'yes',
      '10.0.0.0',
      '10.0.0.0/33',
      '10.0.0.0/8/9',
      '10.0.0/8',
      '::1/129',
      '10.0.0.0/8,,',
      '10.0.0.0/',
    ],
    ['METRICS_TOKEN', 'short'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer abc', 'a=b,,c=d'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', '-1', 'always'],
    ['WEB_CONCURRENCY', '0', '65', 'many', '1.5'],
    ['DATABASE_POOL_SIZE', '0', '101', 'many'],
    ['DATABASE_CONNECTIONS', '13', '1001', 'many'],
    ['RATE_LIMITS', 'none'],
    ['LOG_LEVEL', 'loud'],
  ]

  test('every variable is covered', () => {
    const names = Object.keys(Environment.shape)
    expect(invalidValues.map(([name]) => name).sort()).toEqual(names.sort())
  })

  test.each(invalidValues.flatMap(([name, ...values]) => values.map((value) => [name, value])))(
    '%s=%s',
    (name, value) => {
      const message = configError({ [name]: value })
      expect(message).toContain(name)
      expect(message).not.toMatch(/\n|undefined|NaN|expected|invalid/i)
      expect(message).not.toContain('s3cret-pass')
    },
  )
})
