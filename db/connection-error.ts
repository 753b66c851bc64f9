import { StartupError } from './startup-error.ts'

type DriverError = Error & { code?: string; errors?: Error[] }

const ADVICE: Record<string, (database: string) => string> = {
  ECONNREFUSED: (database) => `Can't connect to ${database}. Start the database, or correct DATABASE_URL.`,
  ENOTFOUND: (database) => `Can't find the host of ${database}. Correct DATABASE_URL.`,
  EAI_AGAIN: (database) =>
    `Can't resolve the host of ${database}. Check the network, or correct DATABASE_URL.`,
  ETIMEDOUT: (database) =>
    `No response from ${database}. Check the address and the firewall, or correct DATABASE_URL.`,
  '28P01': (database) => `Wrong user or password for ${database}. Correct them in DATABASE_URL.`,
  '28000': (database) =>
    `Access denied to ${database}. Check the user in DATABASE_URL, or the server's pg_hba.conf.`,
  '3D000': (database) => `Can't find ${database}. Create it, or correct the name in DATABASE_URL.`,
  '42501': (database) =>
    `The user of ${database} can't create tables. Grant it CREATE on the database, or use the database's owner.`,
  '25006': (database) => `Can't write to ${database}, which is read-only. Point DATABASE_URL at the primary.`,
  '53100': (database) => `The disk of ${database} is full. Free some space and start again.`,
  '53300': (database) =>
    `Too many connections to ${database}. Raise max_connections, or lower DATABASE_CONNECTIONS.`,
}

export function explainConnectionError(error: unknown, url: string): unknown {
  if (error instanceof StartupError || !(error instanceof Error)) return error
  const { code, errors } = error as DriverError
  const advice = ADVICE[code ?? ''] ?? ADVICE[(errors?.[0] as DriverError | undefined)?.code ?? '']
  if (advice) return new StartupError(advice(describeDatabase(url)))
  if (/timeout/i.test(error.message))
    return new StartupError(ADVICE.ETIMEDOUT?.(describeDatabase(url)) ?? error.message)
  if (/\b(ssl|tls|certificate)\b/i.test(error.message)) {
    return new StartupError(
      `Can't agree on TLS with ${describeDatabase(url)} (${error.message}). Check sslmode in DATABASE_URL.`,
    )
  }
  if (/terminated unexpectedly/.test(error.message)) {
    return new StartupError(
      `Lost the connection to ${describeDatabase(url)}. Check that it is PostgreSQL and stays running, or correct DATABASE_URL.`,
    )
  }
  return error
}

export function describeDatabase(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `the database ${hostname}:${port || '5432'}${pathname}`
  } catch {
    return 'the database'
  }
}
