import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { LOG_LEVELS } from '#core/log.ts'
import { INITIAL_SUPPORT } from '#core/settings/settings.ts'

const nonEmptyText = z.string().trim().min(1, 'must not be empty')
const email = z.email('must be an email address such as owner@shop.example')
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' })
const httpUrl = { protocol: /^https?$/, error: 'must be an http:// or https:// URL', abort: true }
const webUrl = z.url(httpUrl)
const geoUrl = z.union([z.literal('off'), z.url(httpUrl)], 'must be an http:// or https:// URL, or off')
const origin = webUrl.refine(
  (url) => new URL(url).href === `${new URL(url).origin}/`,
  'must be an origin such as https://shop.example, without a path',
)
const cidrs = nonEmptyText
  .transform((list) => list.split(',').map((part) => part.trim()))
  .refine((list) => list.every(isCidr), 'must be comma-separated CIDRs such as 10.0.0.0/8,::1/128')
const HOST = /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*$/
const hosts = nonEmptyText
  .transform((list) => list.split(',').map((part) => part.trim().toLowerCase()))
  .refine(
    (list) => list.every((host) => HOST.test(host)),
    'must be comma-separated hosts such as hooks.example.com,*.example.net',
  )
/** `off` states that there is no proxy. */
const noProxies = z.literal('off').transform((): string[] => [])
const sender = nonEmptyText.regex(
  /^([^<>@\s]+@[^<>@\s]+|[^<>]*<[^<>@\s]+@[^<>@\s]+>)$/,
  'must contain an email address, such as Maison Linden <care@shop.example>',
)

const ratio = nonEmptyText
  .refine((text) => Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1')
  .transform(Number)

const HEADER = /^\s*([\w-]+)=([^,]*)$/
const otlpHeaders = nonEmptyText
  .transform((list) => list.split(',').map((part) => HEADER.exec(part)))
  .refine((parts) => parts.every(Boolean), 'must be comma-separated headers such as api-key=abc,x-team=shop')
  .transform((parts) => Object.fromEntries(parts.map((part) => [part?.[1] ?? '', part?.[2]?.trim() ?? ''])))

function integer(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`
  const isInRange = (number: number) => number >= min && number <= max
  return nonEmptyText
    .regex(/^\d{1,9}$/, error)
    .transform(Number)
    .refine(isInRange, error)
}

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, `must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(values)}`)
}

function minLength(min: number) {
  return nonEmptyText.min(min, `must have at least ${min} characters`)
}

/** Every variable the store reads, documented in the README. */
export const Environment = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: nonEmptyText.default('127.0.0.1'),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: nonEmptyText.default('.data'),
  BACKUP_DIR: nonEmptyText.optional(),
  BACKUP_KEEP: integer(1, 10_000).default(14),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]{20,}$/, 'must be an age public key, such as npm run backup -- --new-key prints')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_POOL_SIZE: integer(1, 100).default(10),
  DATABASE_CONNECTIONS: integer(14, 1000).optional(),
  STORE_DEMO: oneOf(['on', 'off', 'public']).optional(),
  AUTH_SECRET: minLength(32).optional(),
  AUTH_SECRET_PREVIOUS: minLength(32).optional(),
  ADMIN_SECOND_FACTOR: oneOf(['required', 'optional']).optional(),
  ADMIN_EMAIL: email.default('admin@eternalbeauty.example'),
  SUPPORT_EMAIL: email.default(INITIAL_SUPPORT.email),
  SUPPORT_PHONE: nonEmptyText.default(INITIAL_SUPPORT.phone),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, 'must be a publishable key, such as pk_live_…')
    .optional(),
  STRIPE_SECRET_KEY: nonEmptyText.optional(),
  STRIPE_WEBHOOK_SECRET: nonEmptyText.optional(),
  STRIPE_API_BASE: webUrl.optional(),
  GOOGLE_CLIENT_ID: nonEmptyText.optional(),
  GOOGLE_CLIENT_SECRET: nonEmptyText.optional(),
  GOOGLE_ISSUER: webUrl.default('https://accounts.google.com'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: sender.default(INITIAL_SUPPORT.email),
  S3_ENDPOINT: webUrl.optional(),
  S3_REGION: nonEmptyText.default('us-east-1'),
  S3_BUCKET: nonEmptyText.optional(),
  S3_ACCESS_KEY_ID: nonEmptyText.optional(),
  S3_SECRET_ACCESS_KEY: nonEmptyText.optional(),
  CLAMAV_URL: z
    .url({ protocol: /^tcp$/, error: 'must be a tcp:// URL such as tcp://127.0.0.1:3310' })
    .optional(),
  WEBHOOK_HOSTS: hosts.optional(),
  BREACHED_PASSWORDS_URL: webUrl.default('https://api.pwnedpasswords.com/range'),
  GEO_URL: geoUrl.default('https://ipapi.co/{ip}/json/'),
  GEO_FALLBACK_URL: geoUrl.default('https://ipinfo.io/{ip}/json'),
  TRUST_PROXY: z.union([noProxies, cidrs]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: otlpHeaders.optional(),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(1),
  METRICS_TOKEN: minLength(16).optional(),
  WEB_CONCURRENCY: integer(1, 64).default(Math.min(availableParallelism(), 64)),
  RATE_LIMITS: oneOf(['on', 'off']).default('on'),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
})

function isCidr(cidr: string): boolean {
  const [, address = '', bits] = /^([^/%]+)\/(\d{1,3})$/.exec(cidr) ?? []
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 6 ? 128 : 32)
}
