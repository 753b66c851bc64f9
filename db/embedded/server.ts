import { spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Cluster } from './data-folder.ts'

export type PostgresServer = { pid: number; port: number; adopted: boolean; hasExited(): boolean }

/** How long replaying the log after a power cut may take. */
export const RECOVERY_TIMEOUT = 120_000

export function serverUrl({ password }: Pick<Cluster, 'password'>, port: number): string {
  // sslmode keeps a PGSSLMODE that is meant for another server away.
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/eternal_beauty?sslmode=disable`
}

export const WRONG_PASSWORD = '28P01'

/** Why the server at that port is not to be used: nothing, if it is this folder's and lets us in. */
export async function findRefusal(cluster: Cluster, port: number): Promise<string | undefined> {
  const client = new Client({
    connectionString: serverUrl(cluster, port),
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
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
    throw new StartupError(`PostgreSQL (process ${pid}) does not stop. End that process, then start again.`)
}

// Fast: sessions are ended and all is written. Immediate: what is not written is recovered at the next start.
const SHUTDOWN_STEPS = [
  ['INT', 20_000],
  ['QUIT', 5000],
] as const

function sendSignal(pgCtl: string, pid: number, signal: 'INT' | 'QUIT'): void {
  // Node's signals kill at once on Windows; PostgreSQL has its own way there.
  if (process.platform === 'win32') spawnSync(pgCtl, ['kill', signal, `${pid}`])
  else process.kill(pid, `SIG${signal}`)
}
