import { request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { Client } from 'pg'
import { readCertificates } from './certificates.ts'
import { readNodeEnvironment } from './configuration.ts'
import { APPS, configDir, DATABASES, type Machine } from './layout.ts'
import { lastApp } from './start-stop.ts'

type Service = { name: string; connect: (credentials: Credentials) => Promise<unknown> }
/** Of the client: none for a connection without TLS. */
type Credentials = { ca: string; cert?: string; key?: string } | undefined

/** Tries each port in each way. Only TLS with a machine's certificate may be accepted. */
export async function checkConnections(): Promise<Record<string, string>[]> {
  const certificates = readCertificates(configDir(lastApp()))
  const ways = {
    'TLS, certificate': certificates,
    'TLS, no certificate': { ca: certificates.ca },
    plain: undefined,
  }
  const rows: Record<string, string>[] = []
  for (const { name, connect } of listServices()) {
    const row: Record<string, string> = { port: name }
    for (const [way, credentials] of Object.entries(ways)) {
      row[way] = await connect(credentials).then(
        () => 'accepted',
        () => 'refused',
      )
    }
    rows.push(row)
  }
  return rows
}

export const isProtected = (row: Record<string, string>): boolean =>
  row['TLS, certificate'] === 'accepted' &&
  row['TLS, no certificate'] === 'refused' &&
  row.plain === 'refused'

function listServices(): Service[] {
  const { password } = new URL(readNodeEnvironment(lastApp()).DATABASE_URL ?? '')
  const http = ({ name, address }: Machine, program: string, port: number, path: string): Service => ({
    name: `${name} ${program} ${port}`,
    connect: (credentials) => get(credentials, address, port, path),
  })
  const postgres = ({ name, address }: Machine, program: string, port: number): Service => ({
    name: `${name} ${program} ${port}`,
    connect: (credentials) => logIn(credentials, { host: address, port, password }),
  })
  return [
    ...DATABASES.flatMap((machine) => [
      http(machine, 'etcd', 2379, '/version'),
      http(machine, 'etcd', 2380, '/version'),
      http(machine, 'Patroni', 8008, '/cluster'),
      postgres(machine, 'PostgreSQL', 5432),
    ]),
    ...APPS.flatMap((machine) => [
      postgres(machine, 'HAProxy', 5000),
      postgres(machine, 'HAProxy', 5001),
      postgres(machine, 'PgBouncer', 6432),
    ]),
  ]
}

/** Any answer counts, whatever its status, except that TLS is missing. */
function get(credentials: Credentials, host: string, port: number, path: string): Promise<void> {
  const request = credentials ? tlsRequest : plainRequest
  return new Promise((resolve, reject) => {
    const options = { host, port, path, agent: false, signal: AbortSignal.timeout(5000), ...credentials }
    request(options, ({ statusCode = 0 }) => (statusCode === 400 ? reject() : resolve()))
      .on('error', reject)
      .end()
  })
}

async function logIn(
  ssl: Credentials,
  server: { host: string; port: number; password: string },
): Promise<void> {
  const client = new Client({
    ...server,
    user: 'shop',
    database: 'shop',
    // A copy: pg hides the key of the object that it gets.
    ssl: ssl ? { ...ssl } : false,
    connectionTimeoutMillis: 5000,
  })
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    await client.end().catch(() => {})
  }
}
