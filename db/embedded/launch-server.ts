import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import { type Cluster, findErrorMessage, STARTUP_ADVICE } from './data-folder.ts'
import { adoptOrphan } from './orphan.ts'
import { spawnAs } from './os-user.ts'
import { readPidFile } from './pid-file.ts'
import { type PostgresServer, RECOVERY_TIMEOUT, shutDownServer } from './server.ts'

const POSTGRES_SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 100,
  shared_buffers: '128MB',
  // Each of these processes takes memory, and a store on one machine needs none of them.
  io_method: 'sync',
  max_logical_replication_workers: 0,
  shared_preload_libraries: 'pg_stat_statements',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'log',
}

export async function launchServer(cluster: Cluster, lastPort?: number): Promise<PostgresServer> {
  mkdirSync(dirname(cluster.log), { recursive: true })
  if (existsSync(cluster.log)) renameSync(cluster.log, `${cluster.log}.1`)
  const deadline = Date.now() + 10_000
  let port = lastPort ?? (await findPort())
  for (; ; await sleep(50)) {
    const child = spawnServer(cluster, port)
    const server = {
      pid: child.pid ?? 0,
      port,
      adopted: false,
      hasExited: () => (child.exitCode ?? child.signalCode) !== null,
    }
    if (await waitUntilReady(cluster, server)) return server
    const errorMessage = findErrorMessage(readFileSync(cluster.log, 'utf8'))
    if (/TCP\/IP sockets/.test(errorMessage)) port = await findPort()
    else if (!TRANSIENT_ERRORS.test(errorMessage) || Date.now() > deadline) {
      throw new StartupError(`PostgreSQL did not start: ${errorMessage}. ${STARTUP_ADVICE}`)
    }
    // A killed app may have started a server whose pid file did not exist at the first check.
    const orphan = await adoptOrphan(cluster)
    if (orphan) return orphan
  }
}

// Child processes of a killed server hold its shared memory for a second or two.
const TRANSIENT_ERRORS = /shared memory block|lock file "postmaster.pid" already exists/

function spawnServer({ osUser, binaries, data, log }: Cluster, port: number): ChildProcess {
  const settings = Object.entries({ ...POSTGRES_SETTINGS, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const output = openSync(log, 'w')
  const child = spawnAs(osUser, binaries.postgres, ['-D', data, ...settings], {
    cwd: data,
    // Its own process group: Ctrl-C must reach only the app, which drains before it stops the database.
    detached: true,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  child.on('error', (error) => appendFileSync(log, `FATAL: ${error.message}\n`))
  child.unref()
  return child
}

async function waitUntilReady(cluster: Cluster, server: PostgresServer): Promise<boolean> {
  const deadline = Date.now() + RECOVERY_TIMEOUT
  for (; !server.hasExited(); await sleep(5)) {
    const pidFile = readPidFile(cluster.data)
    if (pidFile?.ready && pidFile.pid === server.pid) return true
    if (Date.now() < deadline) continue
    await shutDownServer(cluster, server)
    throw new StartupError(
      `PostgreSQL was not ready after two minutes; see ${cluster.log}. ${STARTUP_ADVICE}`,
    )
  }
  return false
}

// The ephemeral range usually starts here. A client that reconnects during a restart could take a port in that range.
const FIRST_OUTGOING_PORT = 32_768
const MIN_PORT = 16_384

async function findPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = await listenOn(randomInt(MIN_PORT, FIRST_OUTGOING_PORT))
    if (port) return port
  }
  return listenOn(0)
}

async function listenOn(requestedPort: number): Promise<number> {
  const probe = createServer().listen(requestedPort, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return 0
  }
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address ? address.port : 0
}
