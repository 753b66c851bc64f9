import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import type { z } from 'zod'
import { StartupError } from '#db/startup-error.ts'
import { fewestConnections, JOB_CONNECTIONS } from './database/connection-share.ts'
import { Environment } from './environment.ts'

export type DemoMode = 'on' | 'off' | 'public'
type ParsedEnvironment = z.infer<typeof Environment>
export type Config = ParsedEnvironment & { PUBLIC_URL: string; STORE_DEMO: DemoMode; embedded: boolean }

/** Reports the first problem only: startup fails with one line that names the variable. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const provided = withSecretFiles(
    Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')),
  )
  const parsed = Environment.safeParse(provided)
  if (!parsed.success) throw new StartupError(describeIssue(parsed.error))
  const environment = parsed.data
  const config: Config = {
    ...environment,
    DATA_DIR: path.resolve(environment.DATA_DIR),
    PUBLIC_URL: new URL(environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`).origin,
    STORE_DEMO: environment.STORE_DEMO ?? (environment.DATABASE_URL ? 'off' : 'on'),
    embedded: !environment.DATABASE_URL,
  }
  const missing = REQUIRED_WITHOUT_DEMO.find((name) => provided[name] === undefined)
  for (const [isInvalid, message] of configRules(config, missing))
    if (isInvalid) throw new StartupError(message)
  return config
}

/** NAME_FILE names a file with the value of NAME, as secrets managers provide it. */
function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const names = Object.keys(Environment.shape).filter((name) => env[`${name}_FILE`] !== undefined)
  return { ...env, ...Object.fromEntries(names.map((name) => [name, readSecretFile(name, env)])) }
}

function readSecretFile(name: string, env: Record<string, string | undefined>): string {
  if (env[name] !== undefined)
    throw new StartupError(`${name} and ${name}_FILE are both set. Remove one of them.`)
  const file = env[`${name}_FILE`] ?? ''
  try {
    return readFileSync(file, 'utf8').trimEnd()
  } catch {
    throw new StartupError(
      `${name}_FILE names a file that can’t be read: ${file}. Correct its path or permissions.`,
    )
  }
}

const REQUIRED_WITHOUT_DEMO = ['ADMIN_EMAIL', 'PUBLIC_URL', 'SMTP_URL', 'AUTH_SECRET'] as const

// Readiness warns below 12. Here a store that has run before must still start.
const MIN_DISTINCT_CHARACTERS = 5

function configRules(config: Config, missing: string | undefined): [boolean, string][] {
  const demo = config.STORE_DEMO
  const leastConnections = fewestConnections(config.WEB_CONCURRENCY)
  const loopback = isLoopback(config.HOST) && isLocalUrl(config.PUBLIC_URL)
  const s3 = [
    config.S3_ENDPOINT,
    config.S3_BUCKET,
    config.S3_ACCESS_KEY_ID,
    config.S3_SECRET_ACCESS_KEY,
  ].filter(Boolean)
  return [
    [
      demo === 'on' && !loopback,
      'STORE_DEMO=on is for local use only: HOST and PUBLIC_URL must be loopback. Use STORE_DEMO=public for a shared demo, or STORE_DEMO=off.',
    ],
    [
      demo !== 'off' && /^[rs]k_live_/.test(config.STRIPE_SECRET_KEY ?? ''),
      'STRIPE_SECRET_KEY is a live key, but a demo must not charge real cards. Use a test key, or STORE_DEMO=off.',
    ],
    [
      demo === 'off' && missing !== undefined,
      `${missing} is required when STORE_DEMO is off. Set it, or start a demo with STORE_DEMO=on.`,
    ],
    [
      demo === 'off' && config.PUBLIC_URL.startsWith('http:') && !isLocalUrl(config.PUBLIC_URL),
      'PUBLIC_URL must start with https:// when STORE_DEMO is off, so that cookies and passwords are encrypted. Put a TLS proxy in front of the store.',
    ],
    [
      demo === 'off' && new Set(config.AUTH_SECRET).size < MIN_DISTINCT_CHARACTERS,
      'AUTH_SECRET is easy to guess. Generate one with openssl rand -hex 32.',
    ],
    [
      config.embedded && !!(config.DATABASE_DIRECT_URL || config.DATABASE_REPLICA_URL),
      'DATABASE_DIRECT_URL and DATABASE_REPLICA_URL require DATABASE_URL. Set it too, or remove them.',
    ],
    [
      config.DATABASE_CONNECTIONS !== undefined && config.DATABASE_CONNECTIONS < leastConnections,
      `DATABASE_CONNECTIONS must be at least ${leastConnections} with ${config.WEB_CONCURRENCY} web processes: ${JOB_CONNECTIONS} for jobs, and two for each process. Raise it, or lower WEB_CONCURRENCY.`,
    ],
    [
      config.RATE_LIMITS === 'off' && !isLoopback(config.HOST),
      'RATE_LIMITS=off is for local load tests: HOST must be loopback.',
    ],
    [
      s3.length > 0 && s3.length < 4,
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, and S3_SECRET_ACCESS_KEY belong together. Set all four or none.',
    ],
    [
      !config.GOOGLE_CLIENT_ID !== !config.GOOGLE_CLIENT_SECRET,
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together. Set both or neither.',
    ],
  ]
}

/** Connections that others on the network could read. They may be intended, so they are only logged at start. */
export function unencryptedConnections(config: Config): string[] {
  const problems = (['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    .filter((name) => isPlainDatabase(config[name]))
    .map((name) => `${name} doesn’t use TLS. Add sslmode=verify-full to it, unless the network is private.`)
  const smtp = config.SMTP_URL
  if (smtp?.startsWith('smtp:') && !isLocalUrl(smtp) && /[?&]requireTLS=(false|0)\b/i.test(smtp))
    problems.push(
      'SMTP_URL allows unencrypted email. Remove requireTLS=false, unless the network is private.',
    )
  if (config.S3_ENDPOINT?.startsWith('http:') && !isLocalUrl(config.S3_ENDPOINT))
    problems.push('S3_ENDPOINT doesn’t use TLS. Use https://, unless the network is private.')
  return problems
}

function isPlainDatabase(url: string | undefined): boolean {
  if (!url) return false
  const { hostname, searchParams } = new URL(url)
  const isSocket = !hostname || searchParams.get('host')?.startsWith('/')
  const usesTls = searchParams.has('ssl') || (searchParams.get('sslmode') ?? 'disable') !== 'disable'
  return !isSocket && !isLoopback(hostname) && !usesTls
}

export function isLocalUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname)
}

export function isLoopback(host: string): boolean {
  const hostname = host.replace(/^\[|\]$/g, '')
  return (
    hostname === 'localhost' || hostname === '::1' || (isIP(hostname) === 4 && hostname.startsWith('127.'))
  )
}

function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return `${issue?.path.join('.')} ${issue?.message}. Change it in the environment and start again.`
}
