import { rmSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { certificateFiles } from './certificates.ts'
import { ownedByPostgres, readNodeEnvironment, writeCertificates } from './configuration.ts'
import { pgbackrest } from './database.ts'
import { configDir, dataDir, machineDir, RESTORED } from './layout.ts'
import { startProcess, stopProcess } from './processes.ts'
import { lastApp, waitUntil } from './start-stop.ts'

const SERVER = `${RESTORED.name}-postgres`

/** Restores the state at a time, such as `2026-11-23 12:30:00+00`, into another PostgreSQL. Returns its address. */
export async function restore(time: string): Promise<string> {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d$/.test(time))
    throw new Error('Name a time with its offset, such as "2026-11-23 12:30:00+00".')
  await stopRestored()
  const folder = path.join(dataDir(RESTORED), 'postgres')
  writeCertificates(RESTORED)
  for (const owned of [dataDir(RESTORED), folder]) ownedByPostgres(owned)
  // Archives the WAL up to now, so that the last minute can be restored too.
  await pgbackrest('check')
  const target = ['--type=time', `--target=${time}`, '--target-action=pause', '--archive-mode=off']
  await pgbackrest('restore', `--pg1-path=${folder}`, `--lock-path=${dataDir(RESTORED)}/lock`, ...target)
  const { ca, cert, key } = certificateFiles(configDir(RESTORED))
  const settings = {
    listen_addresses: RESTORED.address,
    unix_socket_directories: dataDir(RESTORED),
    synchronous_standby_names: '',
    ssl_ca_file: ca,
    ssl_cert_file: cert,
    ssl_key_file: key,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  startProcess({
    name: SERVER,
    command: ['/usr/lib/postgresql/15/bin/postgres', '-D', folder, ...options],
    user: 'postgres',
  })
  const url = new URL(readNodeEnvironment(lastApp()).DATABASE_DIRECT_URL ?? '')
  url.host = `${RESTORED.address}:5432`
  await waitUntil('the restored PostgreSQL reached the time', () => isPaused(url.href))
  return url.href
}

export async function stopRestored(): Promise<void> {
  // A fast shutdown: SIGTERM would wait for all clients.
  await stopProcess(SERVER, 'SIGINT')
  rmSync(machineDir(RESTORED), { recursive: true, force: true })
}

async function isPaused(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { rows } = await client.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    return rows[0]?.state === 'paused'
  } catch {
    // It accepts no connections before its data is consistent.
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
