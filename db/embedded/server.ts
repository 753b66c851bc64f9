import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Cluster } from './data-folder.ts'

export type PostgresServer = { pid: number; port: number; adopted: boolean; hasExited(): boolean }

export const RECOVERY_TIMEOUT = 120_000

export function serverUrl({ password }: Pick<Cluster, 'password'>, port: number): string {
  return roleUrl('postgres', password, port)
}

export function appUrl({ appPassword }: Pick<Cluster, 'appPassword'>, port: number): string {
  return roleUrl(APP_ROLE, appPassword, port)
}

/** On a busy machine, the first connection of a new server took over 5 s. */
const CONNECTION_TIMEOUT = 15_000

const APP_ROLE = 'eternal_beauty_app'

function roleUrl(role: string, password: string, port: number): string {
  // Overrides a PGSSLMODE meant for another server.
  return `postgres://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/eternal_beauty?sslmode=disable`
}

/** Runs at each start, since the data folder may come from an older version or a copy. */
export async function createAppRole(cluster: Cluster, port: number): Promise<void> {
  const client = new Client({
    connectionString: serverUrl(cluster, port),
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
    const password = client.escapeLiteral(cluster.appPassword)
    await client.query(
      `${rowCount ? 'alter' : 'create'} role ${APP_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password ${password}`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

export const WRONG_PASSWORD = '28P01'

/** Also checks that the server uses our data folder. Returns an error code or a description. */
export async function findConnectionProblem(cluster: Cluster, port: number): Promise<string | undefined> {
  const client = new Client({
    connectionString: serverUrl(cluster, port),
    connectionTimeoutMillis: CONNECTION_TIMEOUT,
    query_timeout: CONNECTION_TIMEOUT,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory')
    const servedFolder = realpathSync(rows[0]?.data_directory ?? '')
    return servedFolder === realpathSync(cluster.data) ? undefined : `it serves ${servedFolder}`
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message
  } finally {
    await client.end().catch(() => {})
  }
}

export async function shutDownServer(
  { binaries }: Cluster,
  { pid, hasExited }: PostgresServer,
): Promise<undefined> {
  for (const [signal, timeout] of SHUTDOWN_STEPS) {
    if (!hasExited()) sendSignal(binaries.pgCtl, pid, signal)
    for (const deadline = Date.now() + timeout; !hasExited() && Date.now() < deadline; ) await sleep(10)
  }
  if (!hasExited())
    throw new StartupError(`PostgreSQL (process ${pid}) did not stop. End that process, then start again.`)
}

// INT is PostgreSQL's fast shutdown. QUIT is immediate, so the next start has to recover.
const SHUTDOWN_STEPS = [
  ['INT', 20_000],
  ['QUIT', 5000],
] as const

function sendSignal(pgCtl: string, pid: number, signal: 'INT' | 'QUIT'): void {
  // On Windows, Node's signals kill immediately, so pg_ctl sends them.
  if (process.platform === 'win32') spawnSync(pgCtl, ['kill', signal, `${pid}`])
  else process.kill(pid, `SIG${signal}`)
}
