import { StartupError } from './startup-error.ts'

type DriverError = Error & { code?: string; errors?: Error[] }

const ADVICE: Record<string, (at: string) => string> = {
  ECONNREFUSED: (at) => `Nothing answers at ${at}. Start the database, or mend DATABASE_URL.`,
  ENOTFOUND: (at) => `The host of ${at} is not known. Mend DATABASE_URL.`,
  EAI_AGAIN: (at) => `The host of ${at} can't be looked up. Check the network, or mend DATABASE_URL.`,
  ETIMEDOUT: (at) => `${at} does not answer. Check the address and the firewall, or mend DATABASE_URL.`,
  '28P01': (at) => `${at} refused the password. Mend the user or password in DATABASE_URL.`,
  '28000': (at) => `${at} refused the user. Mend the user in DATABASE_URL, or the server's pg_hba.conf.`,
  '3D000': (at) => `${at} has no such database. Create it, or mend the name in DATABASE_URL.`,
  '42501': (at) =>
    `The user of ${at} may not create tables. Grant it CREATE on the database, or use its owner.`,
  '25006': (at) => `${at} is read-only. Point DATABASE_URL at the primary.`,
  '53100': (at) => `The disk of ${at} is full. Free some space and start again.`,
  '53300': (at) => `${at} has no connection left. Raise max_connections, or lower WEB_CONCURRENCY.`,
}

/** Turns what a driver says into one line that names the thing and the mend; anything else stays a bug. */
export function explainConnectionError(error: unknown, url: string): unknown {
  if (error instanceof StartupError || !(error instanceof Error)) return error
  const { code, errors } = error as DriverError
  const advice = ADVICE[code ?? ''] ?? ADVICE[(errors?.[0] as DriverError | undefined)?.code ?? '']
  if (advice) return new StartupError(advice(describeDatabase(url)))
  if (/timeout/i.test(error.message))
    return new StartupError(ADVICE.ETIMEDOUT?.(describeDatabase(url)) ?? error.message)
  if (/\b(ssl|tls|certificate)\b/i.test(error.message)) {
    return new StartupError(
      `${describeDatabase(url)} and we do not agree on TLS (${error.message}). Mend sslmode in DATABASE_URL.`,
    )
  }
  if (/terminated unexpectedly/.test(error.message)) {
    return new StartupError(
      `${describeDatabase(url)} hung up. See that it is a PostgreSQL and stays running, or mend DATABASE_URL.`,
    )
  }
  return error
}

/** A database's address as it may be printed. */
export function describeDatabase(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `the database ${hostname}:${port || '5432'}${pathname}`
  } catch {
    return 'the database'
  }
}
